import { errorKinds } from '#platform/errors.ts';

export const agreementErrors = errorKinds({
  ContentNotConvertible: {
    status: 422,
    title: 'The content cannot be made into a PDF',
    remedy:
      'data.reason says why: type, tooLarge, notTaken, unreadable or tooMuch. data.errors names the line of each part of an HTML text that is not taken. Upload another content.',
  },
  ContentNotSignable: {
    status: 422,
    title: 'The content cannot be signed',
    remedy:
      'data.reason says why: type, tooLarge, encrypted, unreadable or tooMuch. Only a PDF without a password is signed; convert makes one.',
  },
  CertificateMissing: {
    status: 409,
    title: 'The company has no certificate to sign with',
    remedy: 'data.reason says whether there is none, or it has expired. "tenor company certificate" makes one.',
  },
});
