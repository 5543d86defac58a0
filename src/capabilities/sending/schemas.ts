import Type, { type Static } from 'typebox';
import { Bool, DateTime, Described, Extended, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { testOutcomes } from './inbound/test-answers.ts';
import { languages } from './providers/provider.ts';
import { channels } from './tables.ts';

export const channel = StringEnum(channels, { description: 'The way that it would have gone in live mode.' });
export const to = Text({
  min: 1,
  max: 1_000,
  description: 'An email address, a telephone number such as +13175551212, or the lines of an address.',
});

const MessageAttachment = Type.Object(
  {
    documentId: Nullable(Text({ max: 12, example: 'DD-5KX8-W2NB' }), {
      description: 'Its content is read as that of any document.',
    }),
    fileName: Text({ max: 255, example: 'statement.pdf' }),
    contentType: Text({ max: 100, example: 'application/pdf' }),
    contentLength: Type.Integer({ examples: [48_213] }),
  },
  { title: 'MessageAttachment' },
);

export const TestMessage = Type.Object(
  {
    id: Text({ max: 12, example: 'MG-7KQ2-M9XA' }),
    object: Type.Literal('message'),
    channel,
    to,
    subject: Nullable(Text({ max: 1000 }), { description: 'The subject line of an email.' }),
    text: Text({ max: 200_000 }),
    purpose: Text({ max: 100, description: 'What it was for.', example: 'oneTimeCode' }),
    language: StringEnum(languages),
    from: Nullable(Text({ max: 200 }), { description: 'The name that stands before the address of the sender.' }),
    replyTo: Nullable(Text({ max: 320 })),
    mayUnsubscribe: Described(Bool, { description: 'It is not transactional, and has a link to unsubscribe.' }),
    attachments: Type.Array(MessageAttachment),
    userId: Nullable(Text({ max: 12 })),
    personId: Nullable(Text({ max: 12 })),
    createdAt: DateTime,
  },
  { title: 'TestMessage' },
);
export type TestMessage = Static<typeof TestMessage>;

export const TestMessageRead = Extended(TestMessage, {
  html: Nullable(Text({ max: 1_000_000 }), { description: 'What an email shows beside its text.' }),
});
export type TestMessageRead = Static<typeof TestMessageRead>;

export const TestReply = Type.Object({
  text: Text({ min: 1, max: 10_000, description: 'What the person answers.', example: 'STOP' }),
});

export const TestOutcomeBody = Type.Object({
  outcome: StringEnum(testOutcomes, { description: 'bounced: the address is wrong, for ever.' }),
});
