import { errorKinds } from '#platform/errors.ts';

export const creditErrors = errorKinds({
  CreditFileThere: {
    status: 409,
    title: 'The agency has a file of this month already, or one of a later month, or one that is being made',
    remedy:
      'See data.creditFileId, and wait until it has ended. What was said of the last month is corrected by a file with isCorrection.',
  },
  CreditAgencyInactive: {
    status: 409,
    title: 'The credit agency is not active',
    remedy: 'Set isActive of the agency to true.',
  },
});
