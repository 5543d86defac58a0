import { errorKinds } from '#platform/errors.ts';

export const documentErrors = errorKinds({
  ContentIsFinal: {
    status: 409,
    title: 'The document was accepted with its content',
    remedy: 'Its content stays as it was accepted. Make another document, and archive this one.',
  },
});
