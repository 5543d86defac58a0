// When a payment that came back is tried again: rules as data. What networks forbid cannot be set.
import Type, { type Static } from 'typebox';
import { Int, Named, Nullable, StringEnum } from '#platform/input/schemas.ts';
import { flag } from './parts.ts';

/** The network allows an entry three times in all, within so many days of its first settlement. */
export const achRetriesMax = 2;
export const achRetryDays = 180;

/** Reasons after which the same account or card may be tried again. */
export const reasonsOf = {
  ach: ['insufficientFunds', 'uncollectedFunds'],
  card: ['funds', 'soft', 'technical', 'wait'],
} as const;

const preferred = [
  ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'last'],
  ...Array.from({ length: 31 }, (_, index) => String(index + 1)),
];

const gaps = (max: number, description: string) =>
  Type.Optional(Nullable(Type.Array(Int({ min: 1, max }), { minItems: 1, maxItems: 10 }), { description }));

const days = (max: number, description: string) => Type.Optional(Nullable(Int({ min: 0, max }), { description }));

const RetryRule = Named('RetryRule')({
  rail: StringEnum(['ach', 'card'], { description: 'By which the payment went.' }),
  reasons: Type.Array(StringEnum([...reasonsOf.ach, ...reasonsOf.card]), {
    minItems: 1,
    maxItems: 6,
    description: 'Reasons of failure for which it holds. The first rule that names a reason decides.',
    examples: [[...reasonsOf.ach]],
  }),
  max: Int({ min: 0, max: 10, example: 2, description: 'So many retries in all; of ach at most 2.' }),
  withinDaysOfOriginal: days(366, 'None later than so many days after the first was to settle; of ach at most 180.'),
  minGapBankingDays: days(60, 'At least so many banking days after the failure. Default 1.'),
  gapDays: gaps(60, 'Instead: so many days after the first, the second and each further failure.'),
  gapHours: gaps(240, 'Instead: so many hours, of cards only.'),
  prefer: Type.Optional(
    Nullable(Type.Array(StringEnum(preferred as [string, ...string[]]), { minItems: 1, maxItems: 10 }), {
      description: 'Weekdays, days of the month and its last day that are better than the earliest.',
      example: ['friday', '1', '15', 'last'],
    }),
  ),
  preferWithinDays: days(31, 'How long such a day is waited for.'),
  notWithinDaysBeforeNextDebit: days(60, 'No retry where the next planned debit is so near.'),
});
export type RetryRule = Static<typeof RetryRule>;

/** The database does not keep the order in which fields were sent: all answers show the order of the schema. */
export const inOrder = (rule: RetryRule): RetryRule =>
  Object.fromEntries(
    (Object.keys(RetryRule.properties) as (keyof RetryRule)[])
      .filter((field) => rule[field] !== undefined)
      .map((field) => [field, rule[field]]),
  ) as RetryRule;

export const retryRules = Type.Array(RetryRule, {
  maxItems: 20,
  description:
    'When a payment that the service collects is tried again after it came back: sent whole. Empty: never. A retry takes the same amount, and only under an authorization that covers retries.',
});

export const stopsAfterTwoFailures = flag(
  'True for covered loans (12 CFR 1041.8): after two debits in a row without funds nothing more is taken from that account, on none of the borrower’s covered loans, until the borrower authorizes it anew. A failed debit is tried again once at most. Default false.',
  false,
);

export const defaultRetryRules: RetryRule[] = [
  {
    rail: 'ach',
    reasons: [...reasonsOf.ach],
    max: achRetriesMax,
    withinDaysOfOriginal: achRetryDays,
    minGapBankingDays: 3,
    prefer: ['friday', '1', '15', 'last'],
    preferWithinDays: 7,
    notWithinDaysBeforeNextDebit: 5,
  },
  { rail: 'card', reasons: ['funds'], max: 2, gapDays: [3, 7] },
  { rail: 'card', reasons: ['soft'], max: 1, gapDays: [3] },
  { rail: 'card', reasons: ['technical'], max: 3, gapHours: [1, 4, 12] },
];
