import { errorKinds } from '#platform/errors.ts';

export const consentErrors = errorKinds({
  AuthorizationChannelNotSet: {
    status: 409,
    title: 'It is not known how the borrower authorized the debit',
    remedy:
      'Say it in the body, as authorization.channel, or once for all such calls: defaultAuthorizationChannel in PUT /companies/{companyId}.',
  },
});
