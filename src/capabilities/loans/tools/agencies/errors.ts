import { errorKinds } from '#platform/errors.ts';

export const agencyErrors = errorKinds({
  NoCollectionAgency: {
    status: 404,
    title: 'No collection agency has the loan',
    remedy: 'Assign one: POST …/collection-agency. Those that had it before are in its history.',
  },
});
