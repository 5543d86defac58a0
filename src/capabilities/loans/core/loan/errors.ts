import { errorKinds } from '#platform/errors.ts';
import { statusForbids } from './thing-states.ts';

export const loanErrors = errorKinds({
  InvalidSpecificDays: {
    status: 400,
    title: 'The given days are not valid',
    remedy: 'Send the days that the payment frequency asks for: see specificDays.',
  },
  LoanAlreadyActive: {
    status: 400,
    title: 'The loan has been activated already',
    remedy: 'Nothing is left to do: read the loan.',
  },
  LoanStatusForbids: statusForbids('loan'),
  NothingToDo: {
    status: 409,
    title: 'There is nothing to do on that day',
    remedy: 'data.reason says why. Choose another day, or read the loan first.',
  },
  NotForLines: {
    status: 409,
    title: 'A line of credit does not have this',
    remedy: 'It is for installment loans. data.instead, if there, names what a line has in its place.',
  },
  OnlyForLines: {
    status: 409,
    title: 'Only a line of credit has this',
    remedy: 'The loan of the path is an installment loan: it has no draws, purchases or cards.',
  },
  LoanOwesSomething: {
    status: 409,
    title: 'The loan still owes something',
    remedy: 'Pay, credit or charge off what data.outstandingAmount says first.',
  },
  DisbursementUnderWay: {
    status: 409,
    title: 'The proceeds of the loan are on their way',
    remedy:
      'data.disbursementId is the disbursement: the loan is active once the money is there. Wait for it, or cancel it.',
  },
  LoanMoneyNotSafe: {
    status: 409,
    title: 'A payment of the loan may still come back',
    remedy: 'Close the loan once data.transactionId has succeeded. What a return takes back would open it again.',
  },
  LoanHasNoPast: {
    status: 409,
    title: 'The loan was not taken over from another system',
    remedy: 'What happened to it is in its books: post it as a transaction with its own effective date.',
  },
  PaymentPlanActive: {
    status: 409,
    title: 'A custom payment plan of the loan has payments to come',
    remedy: 'Cancel the plan first, or wait until its payments have come due: nothing else moves payments meanwhile.',
  },
  ChargeFixed: {
    status: 409,
    title: 'The charge of the loan was fixed at its start',
    remedy: 'Its interest is precomputed: no rate, advance or refund changes it. data.instead says what serves here.',
  },
  ReAgeNotAllowed: {
    status: 409,
    title: 'The loan cannot be re-aged now',
    remedy:
      'data.reason says why; data.allowedFrom, if there, is the first day on which this reason is gone, data.missingAmount what is still to be paid.',
  },
  BalancesDiffer: {
    status: 409,
    title: 'The balances are not those that were expected',
    remedy: 'data.differences names each, with what was expected and what was found. Nothing was taken over.',
  },
});
