import { errorKinds } from '#platform/errors.ts';

export const communicationErrors = errorKinds({
  NoTemplate: {
    status: 409,
    title: 'There is no text for such a message',
    remedy:
      'Make a template for this subject, channel and language and publish it, or send by a channel that has one: GET /communicator/templatedescriptors.',
  },
  NoContact: {
    status: 409,
    title: 'The borrower has no contact to which such a message may go',
    remedy:
      'Record one that fits (an email; a personal phone that takes texts; an address), valid and of the borrower, or name a contact.',
  },
  MessageNotRendered: {
    status: 409,
    title: 'The text of the message could not be made',
    remedy:
      'See data: what the template asks for and is not there, or where it fails. Correct the template or the context.',
  },
});
