// Requests and answers of messages.
import Type, { type Static, type TSchema } from 'typebox';
import { themes } from '#capabilities/company/index.ts';
import { Interaction } from '#capabilities/interactions/index.ts';
import { caseId } from '#capabilities/people/index.ts';
import {
  Bool,
  DateTime,
  Described,
  Extended,
  ExternalId,
  Id,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { madeByFields } from '#platform/resource/made-by.ts';
import { attachedMax } from './outgoing/attachments.ts';
import { messageStates } from './states.ts';
import { origins, sentChannels } from './words.ts';

const said = <S extends TSchema>(schema: S, description: string) => Type.Optional(Nullable(schema, { description }));

export const subject = Type.Unsafe<string>({
  type: 'string',
  pattern: '^[a-z][A-Za-z0-9]{0,63}$',
  'x-expected': 'one word in lower camel case, such as paymentDueDateReminder',
  examples: ['paymentDueDateReminder'],
  description: 'Which message it is. It names the template.',
});

export const channel = StringEnum(sentChannels, { example: 'email' });
export const origin = StringEnum(origins, { description: 'Who asked for it.' });
export const state = StringEnum(messageStates, { example: 'sent' });
const theme = StringEnum(themes, { example: 'opsServicing' });

const context = Nullable(Type.Record(Type.String(), Type.Unknown()), {
  description: 'Values that the text names, besides the objects: at most 100,000 characters as JSON, in ten levels.',
});

/** What is said of the text and of the way of a message, whoever it goes to. */
export const ofMessage = {
  subject,
  channel,
  theme: said(
    theme,
    'What it is about. Required where the subject implies nothing: freeForm, freeFormBranded, custom1 …',
  ),
  isTransactional: said(
    Bool,
    'False: it offers something that the borrower has not asked for. If not given, as its subject is: true for nearly all.',
  ),
  isAutodialed: said(
    Bool,
    'Text: false where a person sends it by hand. A voice message is always spoken by a machine.',
  ),
  context: Type.Optional(context),
  sendAt: said(DateTime, 'When it is sent; now if not given. At most a year ahead.'),
};

export const MessageSend = Type.Object(
  {
    ...ofMessage,
    personId: Id('BO', 'borrower'),
    contactId: said(
      Id('CT', 'contact'),
      'A contact of this borrower, fit for the channel. If not given, the one that gets notices.',
    ),
    loanId: said(Id('LN', 'loan'), 'A loan of this borrower: `loan` in the text.'),
    loanIds: Type.Optional(
      Nullable(Type.Array(Id('LN', 'loan'), { maxItems: 50 }), {
        description: 'Loans of this borrower: `loans` in the text.',
      }),
    ),
    companyId: said(Id('CP', 'company'), 'Your own company; `company` is in the text anyway.'),
    caseId,
    statementId: said(Text({ max: 12, example: 'SM-7KQ2-M9XA' }), 'A statement of the loan: `statement` in the text.'),
    attachments: Type.Optional(
      Nullable(Type.Array(Id('DD', 'document descriptor'), { maxItems: attachedMax }), {
        description: 'Documents of this borrower that go with an email, or are printed as a letter.',
      }),
    ),
    interactionExternalId: Type.Optional(ExternalId({ max: 255, example: 'campaign-7-20417' })),
    previousInteractionId: said(Id('IN', 'interaction'), 'An interaction of this borrower that it follows or answers.'),
    useTemplate: said(Bool, 'Every message is made from a template; false is refused.'),
  },
  { title: 'MessageSend' },
);
export type MessageSend = Static<typeof MessageSend>;

const Blocked = Type.Array(Text({ max: 100 }), {
  description:
    'The rules that stand against it; `quietHours` stands for the hours of the company, `templateDisabled` for a text that was disabled while it waited.',
});

/** The interaction, and what became of the message. */
export const SentInteraction = Extended(
  Interaction,
  {
    messageState: Described(state, {
      description:
        '`queued`: it goes out now. `scheduled`, `held`: it goes out at `sendAt`, if it may then. `dropped`: it does not go out.',
    }),
    sendAt: Nullable(DateTime, { description: 'When it goes out, or is asked for again. Null: now, or never.' }),
    blockedBy: Blocked,
  },
  { title: 'SentInteraction' },
);
export type SentInteraction = Static<typeof SentInteraction>;

const id = (example: string) => Text({ max: 12, example });
const moment = (description: string) => Nullable(DateTime, { description });

export const MessageListed = Named('OutgoingMessageListed')({
  id: id('EM-7KQ2-M9XA'),
  object: Type.Literal('outgoingMessage'),
  companyId: id('CP-2W8D-K4TN'),
  personId: id('BO-3M8K-Q7TZ'),
  interactionId: id('IN-5KX8-W2NB'),
  state,
  origin,
  channel,
  subject,
  theme,
  contactId: Nullable(id('CT-8R4V-N2JC'), { description: 'To which contact it goes, or went.' }),
  loanIds: Type.Array(id('LN-7T2X-P5QG')),
  caseId: Nullable(id('CS-7KQ2-M9XA')),
  statementId: Nullable(id('SM-7KQ2-M9XA')),
  documentIds: Type.Array(id('DD-5KX8-W2NB'), { description: 'The attached documents.' }),
  language: StringEnum(['en', 'es']),
  isTransactional: Bool,
  templateVersionId: Nullable(id('TV-7KQ2-M9XA'), { description: 'Null: the text that is shipped.' }),
  blockedBy: Blocked,
  sendAt: moment('When it is asked for again, while it is scheduled or held.'),
  attempts: Described(Type.Integer(), { description: 'How often a provider was asked to take it.' }),
  lastFailure: Nullable(Text({ max: 1_000 }), { description: 'Why the last attempt did not succeed.' }),
  sentAt: moment('When it was handed over.'),
  deliveredAt: moment('When somebody told that it arrived.'),
  openedAt: moment('When it was first opened, as far as the provider tells.'),
  ...madeByFields,
  createdAt: DateTime,
  updatedAt: Nullable(DateTime),
});
export type MessageListed = Static<typeof MessageListed>;

const text = (description: string) => Nullable(Text({ max: 1_100_000 }), { description });

export const OutgoingMessage = Extended(
  MessageListed,
  {
    subjectLine: text('Only an email has one.'),
    text: text('What it says. Null: it is sensitive and you may not see it, or it was erased.'),
    html: text('The same as HTML, of an email or a letter.'),
  },
  { title: 'OutgoingMessage' },
);
export type OutgoingMessage = Static<typeof OutgoingMessage>;

export const settledStates = ['sent', 'failed', 'queued'] as const;
export const MessageSettle = Type.Object(
  {
    state: StringEnum(settledStates, {
      description: 'What the provider says: it went out, it did not; or send it once more.',
    }),
  },
  { title: 'OutgoingMessageUpdate' },
);
