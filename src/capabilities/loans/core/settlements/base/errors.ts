import { errorKinds } from '#platform/errors.ts';
import { statusForbids } from '../../loan/thing-states.ts';

export const settlementErrors = errorKinds({
  SettlementStatusForbids: statusForbids('settlement'),
  SettlementOpen: {
    status: 409,
    title: 'The loan has a settlement that is offered or accepted',
    remedy: 'Cancel data.settlementId first: a loan is settled in one way at a time.',
  },
  SettlementCreditPaidOut: {
    status: 409,
    title: 'Credit that the settlement has left was paid back to the borrower',
    remedy:
      'Canceled, the settlement would have left no such credit: the borrower would owe data.amount besides the debt. If that money has come back, say so of its reimbursement first; otherwise the loan stays settled.',
  },
  SettlementNotBelowOwed: {
    status: 409,
    title: 'The loan owes no more than the settlement asks for',
    remedy: 'data.owedAmount is what pays it off today. Cancel the offer, and make one for less.',
  },
});
