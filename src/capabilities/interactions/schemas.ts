// Requests and answers of interactions. A body says what its channel has (rules/channels.ts).
import Type, { type Static, type TSchema } from 'typebox';
import { themes } from '#capabilities/company/index.ts';
import { caseId, channels } from '#capabilities/people/index.ts';
import {
  Bool,
  DateTime,
  Described,
  Extended,
  ExternalId,
  ForStaff,
  Id,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { Reference } from '#platform/references.ts';
import { madeByFields } from '#platform/resource/made-by.ts';
import { deliveries, directions, voiceKinds } from './rules/channels.ts';
import { interactionStatuses } from './states.ts';

const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);
const id = (example: string, description: string) => Nullable(Text({ max: 12, example }), { description });
const nullableId = (description: string) => Nullable(Text({ max: 12 }), { description });
const fact = (description: string) => Nullable(Bool, { description: `${description} Null: nobody has said.` });
const moment = (description: string) => Nullable(DateTime, { description });

/** A word of the interface: a subject, a detail. */
const word = (description: string, example: string) =>
  Nullable(
    Type.Unsafe<string>({
      type: 'string',
      pattern: '^[a-z][A-Za-z0-9]{0,63}$',
      'x-expected': `one word in lower camel case, such as ${example}`,
      examples: [example],
    }),
    { description },
  );

export const channel = StringEnum(channels, { example: 'voice' });
export const direction = StringEnum(directions, { description: 'Who began it; `outbound` if not said.' });
export const status = StringEnum(interactionStatuses, {
  description: 'Only what lasts, a call or a chat, can be `inProgress`.',
  example: 'succeeded',
});
export const theme = StringEnum(themes, { example: 'opsServicing' });

const said = {
  statusDetails: word('What came of it more exactly, as the channel says it.', 'voiceLeftVoicemail'),
  subject: word('Which message it is. Most subjects imply their theme.', 'freeForm'),
  borrowerSelectedTheme: Nullable(theme, { description: 'What the borrower chose, in a chat or a menu.' }),
  startedAt: moment('When it began, or was sent. Null while it is scheduled.'),
  endedAt: moment('When it ended.'),
  scheduledAtFrom: moment('From when on it is to take place.'),
  scheduledAtTo: moment('Until when it is to take place.'),
  connected: fact('Voice: whether the dialled number was reached; a busy or dead line was not.'),
  conversation: fact('Voice and chat: whether somebody talked with the borrower.'),
  messageLeft: fact('Voice: whether a message was left.'),
  limitedContent: fact(
    'Voice: whether the message said no more than the law allows in one that others may hear: no word of the debt.',
  ),
  wrongNumber: fact('Voice and text: whether the number turned out to be of somebody else.'),
  undeliverable: fact('Email, text and mail: whether it came back.'),
  isAutodialed: fact('Voice and text: whether a machine dialled. Without voiceKind a recording is assumed then.'),
  voiceKind: Nullable(StringEnum(voiceKinds), {
    description: 'Voice: who spoke, a person, a recording, or a voice that a machine makes. Null: nobody has said.',
  }),
  delivery: Nullable(StringEnum(deliveries), { description: 'Mail: how it went. Null: nobody has said.' }),
  isTransactional: fact('False: it offers something that the borrower has not asked for.'),
};

const flags = {
  requestedByBorrower: Described(Bool, { description: 'True: the borrower had asked for it.' }),
  sensitive: Described(Bool, { description: 'True: its content is shown only with `interaction:read.sensitive`.' }),
};

const isExternal = Described(Bool, { description: 'True: it took place outside of the service.' });
const externalId = ExternalId({ max: 255, example: 'call-81' });

/** The facts and words that rules and agents need; a borrower sees when, how and about which message there was contact. */
const { subject, startedAt, endedAt, ...ofStaff } = said;
const forStaff = <T extends Record<string, TSchema>>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, ForStaff(schema)])) as T;

export const InteractionListed = Named('InteractionListed')({
  id: Text({ max: 12, example: 'IN-5KX8-W2NB' }),
  object: Type.Literal('interaction'),
  companyId: Text({ max: 12 }),
  personId: Text({ max: 12 }),
  channel,
  direction,
  subject,
  startedAt,
  endedAt,
  loanId: id('LN-7T2X-P5QG', 'The first of the loans.'),
  loanIds: Type.Array(Text({ max: 12 }), { description: 'The loans that it is about. None: all of the borrower.' }),
  documentId: id('DD-5KX8-W2NB', 'The document that was sent or shown.'),
  ...forStaff({
    externalId,
    status,
    theme,
    ...ofStaff,
    contactId: id('CT-8R4V-N2JC', 'The contact that was dialled or written to.'),
    caseId: nullableId('The case that it belongs to.'),
    previousInteractionId: id('IN-7T2X-P5QG', 'The interaction that it follows or answers.'),
    threadId: Text({ max: 12, description: 'The first interaction of its thread; its own id where it begins one.' }),
    ...flags,
    isExternal,
    messageId: id('EM-7KQ2-M9XA', 'The message that this service sends. Null: it was recorded, and nothing is sent.'),
    searchable: Described(Bool, { description: 'True: the words of its content are found.' }),
    version: Type.Integer({ description: 'Counts what was reported of it, from 1.' }),
    recordedAt: Described(DateTime, { description: 'When what this version says became known.' }),
    ...madeByFields,
  }),
  createdAt: DateTime,
  updatedAt: Nullable(DateTime),
  deletedAt: Nullable(DateTime),
});
export type InteractionListed = Static<typeof InteractionListed>;

const text = (description: string, max = 100_000) => optional(Nullable(Text({ max }), { description }));

/** What is not named here is kept as well. */
const Content = Type.Object(
  {
    from: text('Who called or wrote: a number, an address, a name.', 500),
    to: text('Who was called or written to.', 500),
    subjectLine: text('The subject line of an email.', 1_000),
    text: text('What was written, or the note of who talked.'),
    html: text('The same as HTML.'),
    messages: optional(
      Type.Array(
        Type.Object(
          {
            at: optional(Nullable(DateTime)),
            by: optional(Nullable(Text({ max: 100, example: 'borrower' }))),
            text: optional(Nullable(Text({ max: 10_000 }))),
          },
          { additionalProperties: true },
        ),
        { maxItems: 1_000, description: 'The messages of a chat, in their order.' },
      ),
    ),
    recordingUrl: text('Where the recording of a call lies: an https address of yours.', 2_000),
    page: text('Which page was shown.', 500),
  },
  {
    title: 'InteractionContent',
    additionalProperties: true,
    description: 'What was said, as an object. Fields that are not named here are kept and given back as well.',
  },
);

const content = Nullable(Content, {
  description: 'What was said. Null: nothing was recorded, it is sensitive and you may not see it, or it was erased.',
});

export const Interaction = Extended(InteractionListed, { content }, { title: 'Interaction' });
export type Interaction = Static<typeof Interaction>;

const optionalAll = <T extends Record<string, TSchema>>(fields: T) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof T]: ReturnType<typeof Type.Optional<T[K]>>;
  };

const reported = {
  ...optionalAll(said),
  ...optionalAll(flags),
  direction: optional(direction),
  theme: optional(Nullable(theme, { description: 'Null where the subject implies one.' })),
  contactId: optional(
    Nullable(Id('CT', 'contact', { description: 'A contact of this borrower, fit for the channel.' })),
  ),
  loanId: optional(
    Nullable(
      Id('LN', 'loan', {
        description: 'A loan that this borrower is on, as main borrower or in another role, or was on.',
      }),
    ),
  ),
  loanIds: optional(
    Nullable(Type.Array(Id('LN', 'loan'), { maxItems: 50 }), {
      description: 'Loans as in `loanId`, beside that one.',
    }),
  ),
  externalId: optional(externalId),
  content: optional(content),
};

const aDocument = Reference('DD', 'document descriptor');
/** Fields that name objects of later capabilities. */
const named = { caseId, documentId: optional(Nullable(aDocument)) };

export const InteractionCreate = Type.Object(
  {
    channel,
    status,
    ...reported,
    ...named,
    isExternal: optional(isExternal),
    previousInteractionId: optional(
      Nullable(Id('IN', 'interaction', { description: 'An interaction of this borrower that it follows or answers.' })),
    ),
  },
  { title: 'InteractionCreate' },
);
export type InteractionCreate = Static<typeof InteractionCreate>;

const { externalId: _, ...taken } = reported;
/** What a line of an import says besides whose interaction it is. */
export const past = {
  channel,
  status,
  ...taken,
  caseId: optional(Nullable(Id('CS', 'case'))),
  documentId: optional(Nullable(Id('DD', 'document descriptor'))),
  isExternal: optional(isExternal),
  previousInteractionId: optional(Nullable(Id('IN', 'interaction'))),
  searchable: optional(Described(Bool, { description: 'True: the words of its content are found by `search`.' })),
};

/** The borrower is known only once the interaction is found, so what is named is looked up by the command. */
export const InteractionUpdate = Type.Object(
  {
    channel: optional(Described(channel, { description: 'It stays as it is.' })),
    status: optional(status),
    ...reported,
    caseId: optional(Nullable(Id('CS', 'case'))),
    documentId: optional(Nullable(Id('DD', 'document descriptor'))),
  },
  { title: 'InteractionUpdate' },
);
export type InteractionUpdate = Static<typeof InteractionUpdate>;

/** The states of an interaction as they were known one after the other. */
export const InteractionVersions = Type.Object(
  {
    id: Text({ max: 12 }),
    versions: Type.Array(InteractionListed, { description: 'The newest is first, as it is now.' }),
  },
  { title: 'InteractionVersions' },
);
