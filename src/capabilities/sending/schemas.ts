import Type, { type Static } from 'typebox';
import { DateTime, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { channels } from './tables.ts';

export const channel = StringEnum(channels, { description: 'The way that it would have gone in live mode.' });
export const to = Text({
  min: 1,
  max: 320,
  description: 'An email address, or a telephone number such as +13175551212.',
});

export const TestMessage = Type.Object(
  {
    id: Text({ max: 12, example: 'MG-7KQ2-M9XA' }),
    object: Type.Literal('message'),
    channel,
    to,
    subject: Nullable(Text({ max: 1000 }), { description: 'The subject line of an email.' }),
    text: Text({ max: 100_000 }),
    purpose: Text({ max: 50, description: 'What it was for.', example: 'oneTimeCode' }),
    userId: Nullable(Text({ max: 12 })),
    personId: Nullable(Text({ max: 12 })),
    createdAt: DateTime,
  },
  { title: 'TestMessage' },
);
export type TestMessage = Static<typeof TestMessage>;
