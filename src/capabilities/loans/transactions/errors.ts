import { errorKinds } from '#platform/errors.ts';

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
    remedy: 'Reimburse at most what data.expected says.',
  },
  TransactionStatusForbids: {
    status: 409,
    title: 'The transaction is not in a status in which this can be done',
    remedy: 'data.status is the status it is in, data.allowed those in which it can be done.',
  },
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
  TransactionReversed: {
    status: 409,
    title: 'The service credit has been reversed already',
    remedy: 'Nothing is left to do: data.reversedByTransactionId is the transaction that reversed it.',
  },
});
