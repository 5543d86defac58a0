// What a backtest is asked, and what comes of it.
import Type, { type Static } from 'typebox';
import { DateOnly, Described, Int, Nullable, Text } from '#platform/input/schemas.ts';

const ruleId = Text({ min: 1, max: 100, example: 'FED-FREQ-7IN7' });

/** So many contacts are shown for each rule. */
const examplesMax = 20;

export const Backtest = Type.Object(
  {
    startDate: Described(DateOnly, { description: 'The first day, in the zone of the company.' }),
    endDate: Described(DateOnly, { description: 'The last day; at most two years after the first.' }),
    mute: Type.Optional(
      Nullable(Type.Array(ruleId, { maxItems: 500 }), { description: 'Rules that are left out, by their ids.' }),
    ),
    rules: Type.Optional(
      Nullable(Type.Array(Type.Object({}, { additionalProperties: true, title: 'TriedRule' }), { maxItems: 100 }), {
        description:
          'Rules that are tried, in the form of /compliance/rules: one with the id of a rule in force takes its place.',
      }),
    ),
    examples: Type.Optional(
      Nullable(Int({ min: 0, max: examplesMax }), {
        description: 'How many contacts are shown for each rule; 5 if not given.',
      }),
    ),
  },
  { title: 'Backtest' },
);
export type Backtest = Static<typeof Backtest>;
