// The endpoints by which contacts are confirmed: for staff, and for borrowers themselves.
import Type from 'typebox';
import {
  Contact,
  consentUpdated,
  contactUpdated,
  findContact,
  holdPerson,
  livingPerson,
  person,
} from '#capabilities/people/index.ts';
import { sendingErrors } from '#capabilities/sending/index.ts';
import type { Whole } from '#platform/capability.ts';
import { type Caller, type CommandContext, callingBorrower } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { StringEnum, Text } from '#platform/input/schemas.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { codeChannel, codeText } from '../sessions/schemas.ts';
import { confirmByCode, sendConfirmation, sendToNewValue } from './confirm.ts';
import type { ToSend } from './contact-codes.ts';
import { writesCode } from './write-code.ts';

const ContactConfirmationRequest = Type.Object({ channel: codeChannel }, { title: 'ContactConfirmationRequest' });

const NewContactConfirmation = Type.Object(
  {
    contactType: StringEnum(['email', 'phone'], { example: 'phone' }),
    value: Text({ min: 1, max: 320, description: 'The email or the phone.', example: '(317) 555-1213' }),
    channel: codeChannel,
  },
  { title: 'NewContactConfirmation' },
);

const ContactConfirm = Type.Object({ code: codeText }, { title: 'ContactConfirm' });

const contactEndpoint = below({
  path: '/people/{personId}/contacts/{contactId}',
  permission: 'contact:confirm',
  subject: person,
});

const sent = {
  shape: 'message',
  says: 'A code is on its way.',
  body: ContactConfirmationRequest,
  errors: [sendingErrors.NoWayToSend, errors.TooManyRequests],
  example: { body: {} },
} as const;

export function codeRoutes(whole: Whole): Endpoint[] {
  const write = writesCode(whole);
  return [
    contactEndpoint({
      name: 'contacts.sendConfirmation',
      path: '/confirmation-codes',
      summary: 'Send a code that confirms a contact',
      description:
        'To the email or phone itself, in the words of `confirmationCode`. It lives ten minutes and has five tries. Three go to a contact within ten minutes, and ten to a borrower within a day. The rules of contact are not asked: the borrower waits for it.',
      ...sent,
      ahead: (tools, { params, body: { channel } }, caller) => write(tools, caller, { ...params, channel }),
      alongside: async (_tx, _input, _caller, written) => written,
      command: (ctx, tx, { params: { contactId }, body: { channel } }, owner, written) =>
        sendConfirmation(ctx, tx, owner, { contactId, channel, written }),
    }),
    endpoint({
      name: 'newContacts.sendConfirmation',
      path: '/people/{personId}/contacts/confirmation-codes',
      summary: 'Send a code to what is to become a contact',
      description:
        'Whoever makes the contact then sends the code along, as `confirmationCode`, and it is confirmed from the start. The rules of contact are not asked.',
      permission: 'contact:confirm',
      subject: person,
      ...sent,
      body: NewContactConfirmation,
      example: { body: { contactType: 'phone', value: '(317) 555-1213' } },
      ahead: (tools, { params, body: { channel } }, caller) => write(tools, caller, { ...params, channel }),
      alongside: async (_tx, _input, _caller, written) => written,
      command: (ctx, tx, { body }, owner, written) =>
        sendToNewValue(ctx, tx, owner, { ...body, channel: body.channel, written }),
    }),
    confirming,
    endpoint({
      name: 'ownContacts.sendConfirmation',
      path: '/own-contacts/{contactId}/confirmation-codes',
      summary: 'Send a code to a contact of your own',
      description:
        'For borrowers who have signed in, about themselves. The code is sent back to confirm the contact. The rules of contact are not asked.',
      openTo: 'signedIn',
      ...sent,
      ahead: (tools, { body: { channel } }, caller) => write(tools, caller, { personId: borrowerOf(caller), channel }),
      alongside: async (_tx, _input, _caller, written) => written,
      command: (ctx, tx, { params: { contactId }, body: { channel } }, _subject, written) =>
        sendOwn(ctx, tx, contactId, { channel, written }),
    }),
  ];
}

const confirming = contactEndpoint({
  name: 'contacts.confirm',
  path: '/confirm',
  summary: 'Confirm a contact by the code that was sent to it',
  description:
    'It is `verified` from then on, until its value changes, and what the borrower has agreed to get there in electronic form (`esign`) is demonstrated. One that is confirmed and waits for no code stays as it is.',
  body: ContactConfirm,
  answer: Contact,
  borrowers: { writes: ['contacts', 'consents', 'contact_codes'], sends: ['code'], perDay: 20 },
  emits: [contactUpdated, consentUpdated],
  example: { body: { code: '274193' } },
  command: (ctx, tx, { params, body }, owner) => confirmByCode(ctx, tx, owner, params.contactId, body.code),
});

/** Errors: Forbidden. */
function borrowerOf(caller: Caller): string {
  const personId = callingBorrower(caller);
  if (personId !== null) return personId;
  throw new Refusal(errors.Forbidden, 'Only a borrower has contacts of their own here.');
}

/** Errors: Forbidden, NotFound, PersonErased, and those of a code that is sent. */
async function sendOwn(ctx: CommandContext, tx: Tx, contactId: string, toSend: ToSend): Promise<void> {
  const personId = borrowerOf(ctx.caller);
  const { subject: owner } = livingPerson(await holdPerson(tx, personId), personId);
  const { affiliation } = await findContact(tx, personId, contactId);
  if (affiliation !== 'self') throw notFound('contact', contactId, 'contactId', 'You');
  await sendConfirmation(ctx, tx, owner, { contactId, ...toSend });
}
