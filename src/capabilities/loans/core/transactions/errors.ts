import { errorKinds } from '#platform/errors.ts';
import { statusForbids } from '../loan/thing-states.ts';

export const transactionErrors = errorKinds({
  AmountExceedsOutstanding: {
    status: 400,
    title: 'The amount is more than the loan owes',
    remedy:
      'Send at most what data.expected says. With allowOverpayment what is more becomes credit of the borrower, which POST .../reimburse pays back.',
  },
  AmountExceedsCredit: {
    status: 400,
    title: 'The amount is more than is owed to the borrower',
    remedy:
      'Reimburse at most what data.expected says. What was recorded by hand above creditApprovals of the company counts once a second person has confirmed it: GET .../recorded-credits.',
  },
  TransactionStatusForbids: statusForbids('transaction'),
  TransactionTypeForbids: {
    status: 400,
    title: 'Transactions of this kind are not changed in this way',
    remedy: 'Do instead what data.expected says.',
  },
  TransactionReadOnly: {
    status: 409,
    title: 'The transaction is there for the record only',
    remedy: 'It moves nothing on the books, so that nothing of it can be corrected. Correct the one that does.',
  },
  InstrumentCannotBeCharged: {
    status: 409,
    title: 'No money can be moved by this payment instrument',
    remedy: 'data.reason says why. Name another instrument of the borrower, or mend this one.',
  },
  AuthorizationMissing: {
    status: 409,
    title: 'No authorization of the borrower covers this debit',
    remedy: 'Send how the borrower authorizes it, as authorization, or make a new payment.',
  },
  DebitsStopped: {
    status: 409,
    title: 'Two debits in a row have failed on this account',
    remedy: 'The borrower must authorize a debit anew: nothing that was authorized before is taken from the account.',
  },
  TwinPayment: {
    status: 409,
    title: 'The same payment was made within the last day',
    remedy:
      'data.transactionId is that payment. Where a second one is really wanted, give each an externalId of its own, or send force with the value true.',
  },
  TooManyPaymentsUnderWay: {
    status: 409,
    title: 'Too many payments of this loan wait to be collected',
    remedy: 'Cancel those that are not wanted, or wait until some of them have been collected.',
  },
  NotReversibleYet: {
    status: 409,
    title: 'The payment cannot be reversed yet',
    remedy: 'Money is sent back once it is safe: data.expected says from when on. Until then a return of it may come.',
  },
  TransactionReversed: {
    status: 409,
    title: 'The transaction has been reversed already',
    remedy: 'Nothing is left to do: data.reversedByTransactionId is the transaction that reversed it.',
  },
});
