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
  ContentChanged: {
    status: 409,
    title: 'The document has another content than the one that was shown',
    remedy: 'Show the content that it has now, and send the hash of that one.',
  },
  DocumentIsRejected: {
    status: 409,
    title: 'The document was rejected',
    remedy: 'Nothing is made from it. Accept it first, or use another document.',
  },
  AgreementIsKept: {
    status: 409,
    title: 'An agreement that was accepted is not deleted',
    remedy: 'Archive it. It goes with its borrower.',
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
