import { errorKinds } from '#platform/errors.ts';

export const generalLedgerErrors = errorKinds({
  GeneralLedgerNotKept: {
    status: 409,
    title: 'The general ledger is not kept yet',
    remedy:
      'Say the accounts once: PUT /companies/{companyId}/general-ledger/accounts. An empty body takes the suggested ones. It begins with the first day of the books.',
  },
});
