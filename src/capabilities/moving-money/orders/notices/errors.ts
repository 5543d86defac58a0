import { errorKinds } from '#platform/errors.ts';

export const noticeErrors = errorKinds({
  NoticeNotGenuine: {
    status: 401,
    title: 'The notice is not from this provider',
    remedy:
      'Sign the bytes of the body as docs/payment-providers.md says, with the secret of now, a clock that is right, and the address that the provider shows as noticesPath.',
  },
});
