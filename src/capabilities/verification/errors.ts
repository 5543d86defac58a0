import { errorKinds } from '#platform/errors.ts';

export const verificationErrors = errorKinds({
  VerificationNotPossible: {
    status: 400,
    title: 'The borrower cannot be verified in this way',
    remedy: 'Choose another verification type: data.reason says what is missing. Or record more of the borrower first.',
  },
  TooManyVerifications: {
    status: 429,
    title: 'The borrower was verified too often of late',
    remedy: 'Wait until data.nextVerificationOkAt.',
  },
  VerificationEnded: {
    status: 409,
    title: 'The verification has ended',
    remedy: 'Start another one. data.status says how this one ended.',
  },
});
