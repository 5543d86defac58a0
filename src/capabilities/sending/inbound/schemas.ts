// What may be told of messages by signed calls.
import Type, { type Static } from 'typebox';
import { Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';

const optional = (max: number, description: string, example?: string) =>
  Type.Optional(Nullable(Text({ min: 1, max, description, ...(example === undefined ? {} : { example }) })));

export const MessageNotice = Named('MessageNotice')({
  id: Text({
    min: 1,
    max: 200,
    description: 'An id of what happened; the same one twice is nothing.',
    example: 'n-71',
  }),
  type: StringEnum(['delivered', 'failed', 'unreachable', 'reply'], {
    description: 'unreachable: nothing will ever arrive at this number.',
  }),
  reference: optional(64, 'The reference of the message, as it was posted to you. An answer may have none.'),
  companyId: optional(12, 'Whose number was answered, without a reference. If not given, all companies hear of it.'),
  channel: Type.Optional(
    Nullable(StringEnum(['text', 'voice'], { description: 'How the answer came: text, if not given.' })),
  ),
  from: Type.Optional(
    Nullable(
      Type.String({
        pattern: '^\\+[1-9]\\d{6,14}$',
        description: 'The number of whoever answered.',
        examples: ['+13175551212'],
      }),
    ),
  ),
  text: optional(10_000, 'What was answered, written or spoken.', 'STOP'),
  reason: Type.Optional(
    Nullable(
      Type.String({
        pattern: '^[A-Za-z0-9._-]{1,50}$',
        description: 'The code of the provider, where the message failed.',
        examples: ['30003'],
      }),
    ),
  ),
});
export type MessageNotice = Static<typeof MessageNotice>;

export const MessageNotices = Named('MessageNotices')({
  notices: Type.Array(MessageNotice, { minItems: 1, maxItems: 100, description: 'Up to a hundred at once.' }),
});

const emailTypes = ['delivered', 'opened', 'bounced', 'complained', 'optedOut', 'reply'] as const;

export const EmailNotice = Named('EmailNotice')({
  raw: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 900_000,
        pattern: '^[A-Za-z0-9+/=\\s]+$',
        description: 'A whole email in base64: a report, a complaint, an answer. Nothing else is needed then.',
      }),
    ),
  ),
  id: optional(500, 'An id of what happened; the same one twice is nothing.', 'evt-31'),
  type: Type.Optional(Nullable(StringEnum(emailTypes))),
  reference: optional(1_000, 'The Message-ID of our email, or the address to which it came back.'),
  status: optional(20, 'The code of the report, where the email came back.', '5.1.1'),
  diagnostic: optional(2_000, 'What the mail server said, where the email came back.', 'smtp; 550 5.1.1 no such user'),
  from: optional(320, 'The address of whoever answered.'),
  subject: optional(1_000, 'The subject line of an answer.'),
  text: optional(200_000, 'What was answered; what it quotes is cut off.'),
});
export type EmailNotice = Static<typeof EmailNotice>;
