// Requests and answers of verifications.
import Type, { type Static } from 'typebox';
import { DateTime, Id, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { madeByFields } from '#platform/resource/made-by.ts';
import { AskedQuestion } from '../questions/bank.ts';
import { methods, shownStatuses, unlockable } from '../words.ts';

const id = (example: string) => Text({ max: 12, example });

const Attempt = Type.Object(
  {
    id: id('VA-7KQ2-M9XA'),
    object: Type.Literal('verificationAttempt'),
    isSuccess: Type.Boolean(),
    createdAt: DateTime,
  },
  { title: 'VerificationAttempt' },
);

export const Verification = Type.Object(
  {
    id: id('VE-7KQ2-M9XA'),
    object: Type.Literal('verification'),
    companyId: id('CP-2W8D-K4TN'),
    personId: id('BO-3M8K-Q7TZ'),
    verificationTypeId: Nullable(id('VT-7KQ2-M9XA'), {
      description: 'Null: the company has set no type, and the standard was taken.',
    }),
    method: StringEnum(methods),
    agentUserId: Nullable(id('UR-5D8K-W2QM'), { description: 'The user who began it. Null: a key did.' }),
    status: StringEnum(shownStatuses, { description: '`expired`: it was not answered in time.' }),
    expiresAt: DateTime,
    maxAttempts: Type.Integer(),
    questions: Type.Array(AskedQuestion, { description: 'What is to be asked. Answers are never shown.' }),
    contactId: Nullable(id('CT-8R4V-N2JC'), { description: 'The contact to which the code was sent.' }),
    attempts: Type.Array(Attempt, { description: 'The earliest first.' }),
    currentUntil: Nullable(DateTime, {
      description: 'Until when its success counts, 15 minutes long. Null: it has not succeeded.',
    }),
    unlocks: Type.Array(StringEnum(unlockable), {
      description: 'What it lets the agent see until then, in the session in which it was done.',
    }),
    ...madeByFields,
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
    deletedAt: Type.Null(),
  },
  { title: 'Verification' },
);
export type Verification = Static<typeof Verification>;

export const codeChannel = Type.Optional(
  StringEnum(['email', 'text', 'voice'], { description: 'For a phone `text` or `voice`; `text` if not given.' }),
);

export const VerificationCreate = Type.Object(
  {
    verificationTypeId: Type.Optional(
      Nullable(Id('VT', 'verification type'), { description: 'The default of the company if not given.' }),
    ),
    contactId: Type.Optional(
      Nullable(Id('CT', 'contact'), {
        description:
          'For the method `code`: an email or a phone of the borrower that has been on file for ten days, or since the borrower was recorded. The oldest one if not given.',
      }),
    ),
    channel: codeChannel,
  },
  { title: 'VerificationCreate' },
);
export type VerificationCreate = Static<typeof VerificationCreate>;

export const codeText = Text({ min: 1, max: 20, description: 'The code that was sent.', example: '274193' });

export const VerificationAttemptCreate = Type.Object(
  {
    answers: Type.Optional(
      Type.Array(
        Type.Object(
          { questionId: Text({ max: 50, example: 'dateOfBirth' }), value: Text({ max: 320, example: '05/31/1985' }) },
          { title: 'VerificationAnswer' },
        ),
        { maxItems: 20, description: 'One answer to each question, for the method `questions`.' },
      ),
    ),
    code: Type.Optional(Nullable(codeText, { description: 'The code that was sent, for the method `code`.' })),
  },
  { title: 'VerificationAttemptCreate' },
);
export type VerificationAttemptCreate = Static<typeof VerificationAttemptCreate>;
