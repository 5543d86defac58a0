import { errorKinds } from '#platform/errors.ts';

export const documentErrors = errorKinds({
  AddressExpired: {
    status: 410,
    title: 'The address of the content has expired',
    remedy: 'Ask for another one: GET .../content with returnUrl=true.',
  },
  UploadLinkEnded: {
    status: 410,
    title: 'The upload link has ended',
    remedy: 'data.reason says why: revoked, expired or usedUp. Ask for another link.',
  },
  WrongOffset: {
    status: 409,
    title: 'The slice does not go on where the content has ended',
    remedy: 'Go on at data.offset, or begin anew at 0.',
  },
  ContentIsFinal: {
    status: 409,
    title: 'The document was accepted with its content',
    remedy: 'Its content stays as it was accepted. Make another document, and archive this one.',
  },
});
