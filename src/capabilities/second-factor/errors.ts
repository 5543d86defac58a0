import { errorKinds, Refusal } from '#platform/errors.ts';

export const secondFactorErrors = errorKinds({
  SecondFactorNeeded: {
    status: 401,
    title: 'A second factor is needed',
    remedy:
      'Call again within five minutes with data.challenge as challenge and one of data.methods: totp, recoveryCode or passkey.',
  },
  SecondFactorRequired: {
    status: 409,
    title: 'The company requires a second factor',
    remedy: 'Add another one first. Who has lost theirs asks an administrator to clear them.',
  },
  SignInAgain: {
    status: 403,
    title: 'The session is too old for this',
    remedy: 'Sign in again, with the second factor if you have one, and repeat the call within a quarter of an hour.',
  },
  NoPageForPasskeys: {
    status: 409,
    title: 'The company has no page on which passkeys could be used',
    remedy: 'Set the domain of the page, or its origin in allowedOrigins: PUT /companies/{companyId}.',
  },
});

export const signInAgain = (): Refusal =>
  new Refusal(secondFactorErrors.SignInAgain, 'What you sign in with changes only soon after you have signed in.');

export const noPage = (): Refusal =>
  new Refusal(secondFactorErrors.NoPageForPasskeys, 'The company has named no page where such users sign in.');

export const stillRequired = (): Refusal =>
  new Refusal(
    secondFactorErrors.SecondFactorRequired,
    'This is your last second factor, and the company requires one.',
  );
