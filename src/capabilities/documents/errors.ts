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
  ContentNotScanned: {
    status: 423,
    title: 'The content waits for the scanner',
    remedy: 'Ask again in a moment: it is given out, and can be accepted, once the scanner says that it is clean.',
  },
  ContentInfected: {
    status: 409,
    title: 'The scanner has found something in the content',
    remedy: 'data.finding names it. The bytes are gone: ask for another content, or reject the document.',
  },
  MustBeKept: {
    status: 409,
    title: 'The document must be kept',
    remedy:
      'data.reason says why: a legalHold, which somebody has to lift, the retention of its type, until data.until, or a statement, which is given another document first. Archive it instead.',
  },
  RetentionTaken: {
    status: 409,
    title: 'There is a retention for this type',
    remedy: 'Change that one.',
  },
  ContentIsFinal: {
    status: 409,
    title: 'The document was accepted with its content',
    remedy: 'Its content stays as it was accepted. Make another document, and archive this one.',
  },
});
