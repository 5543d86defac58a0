import { errorKinds, errors, Refusal } from '#platform/errors.ts';

export const signingInErrors = errorKinds({
  SignInFailed: {
    status: 401,
    title: 'Signing in failed',
    remedy: 'Check company, name and password or code. The answer is the same whatever was wrong.',
  },
  UserIsConfirmed: {
    status: 409,
    title: 'The user waits for no confirmation',
    remedy: 'Nothing is to be done: only the user of a borrower who is pending is confirmed.',
  },
  WeakPassword: {
    status: 400,
    title: 'The password is too easy to guess',
    remedy: 'Choose another one, as data.missing says. A sentence of several words is good.',
  },
});

export const signInFailed = (): Refusal =>
  new Refusal(signingInErrors.SignInFailed, 'Name, password, code or token is wrong, or has ended.', {
    headers: { 'www-authenticate': 'Bearer' },
  });

export const tooManyAttempts = (seconds: number): Refusal =>
  new Refusal(errors.TooManyRequests, `Too many attempts. The next one is possible in ${seconds} seconds.`, {
    data: { retryAfterSeconds: seconds },
    headers: { 'retry-after': String(seconds) },
  });

export const notSignedIn = (): Refusal =>
  new Refusal(errors.Unauthorized, 'This session is unknown or has ended.', {
    headers: { 'www-authenticate': 'Bearer' },
  });
