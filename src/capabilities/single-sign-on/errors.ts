import { errorKinds, Refusal } from '#platform/errors.ts';

export const singleSignOnErrors = errorKinds({
  NoSingleSignOn: {
    status: 404,
    title: 'The company has no such single sign-on',
    remedy: 'Set it first: PUT /companies/{companyId}/single-sign-on, in the mode that the request names.',
  },
  SingleSignOnRefused: {
    status: 401,
    title: 'The answer of the identity provider was not taken',
    remedy: 'Begin anew at the page of the company. If it comes again, data.reason says what to look at.',
  },
  ProviderNotReached: {
    status: 424,
    title: 'The identity provider did not answer as it should',
    remedy: 'Try again soon. If it lasts, check the issuer in the settings of the single sign-on.',
  },
  NoPageToReturnTo: {
    status: 409,
    title: 'The company has no page to which people come back',
    remedy: 'Name a domain for these users, or returnUrl: PUT /companies/{companyId}.',
  },
});

/** What was wrong with the answer of a provider, for whoever sets it up; `data.reason`. */
const reasons = {
  unreadable: 'It is no response of SAML 2.0, or has parts that are not taken: a DTD, comments, CDATA.',
  encrypted: 'The assertion is encrypted; we gave the provider no key for that.',
  signature: 'Neither response nor assertion has a valid signature by a certificate in the settings.',
  algorithm: 'It is signed otherwise than by RSA with SHA-256 or SHA-512.',
  issuer: 'It comes from another provider than the one in the settings.',
  audience: 'It is meant for somebody else than us: the audience is not our entity id.',
  recipient: 'It was to be sent elsewhere: recipient or destination is not the address of our callback.',
  subject: 'It names nobody in a lasting way.',
  notYet: 'It is not valid yet. The clocks may differ by two minutes.',
  expired: 'It is not valid any more. The clocks may differ by two minutes.',
  replayed: 'It was taken already.',
  request: 'We sent no such request, or it was answered already, or ten minutes have passed.',
  browser: 'Another browser began.',
  notAsked: 'We did not ask for it, and the settings do not let the provider begin.',
  provider: 'The provider reports that the person did not sign in.',
  token: 'The tokens of the provider are not those of this request.',
  email: 'It has no e-mail address, one that the provider has not verified, or one of another domain.',
  unknown: 'There is no user of this name, and the settings do not make one.',
  taken: 'The user cannot be made: another one has a name of theirs.',
  inactive: 'The user may not sign in.',
} as const;
export type Reason = keyof typeof reasons;

export const refused = (reason: Reason, cause?: unknown): Refusal =>
  new Refusal(singleSignOnErrors.SingleSignOnRefused, reasons[reason], { data: { reason }, cause });

export const noConnection = (kind?: string): Refusal =>
  new Refusal(
    singleSignOnErrors.NoSingleSignOn,
    `The company has no single sign-on${kind === undefined ? '' : ` of the kind ${kind}`} in this mode.`,
    { data: { path: 'companyId' } },
  );
