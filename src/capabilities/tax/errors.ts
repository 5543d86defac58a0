import { errorKinds } from '#platform/errors.ts';

export const taxErrors = errorKinds({
  TaxFilingThere: {
    status: 409,
    title: 'The year has a filing that is being made, or that is not sent yet',
    remedy: 'See data.taxFilingId. Say when it was sent, or discard it: what has changed is in the next one.',
  },
  TaxFilingStateForbids: {
    status: 409,
    title: 'The state of the tax filing does not allow this',
    remedy: 'data.state is its state; data.allowed says in which states it can be done.',
  },
  DebtAlreadySettled: {
    status: 409,
    title: 'The loan has a settlement that was kept in the year, which is reported by itself',
    remedy: 'Cancel the settlement first if something else has canceled the debt.',
  },
});
