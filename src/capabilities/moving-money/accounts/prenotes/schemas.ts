import Type, { type Static } from 'typebox';
import { DateOnly, DateTime, Int, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { prenoteOutcomes } from './tables.ts';

export const Prenote = Type.Object(
  {
    object: Type.Literal('prenote'),
    paymentInstrumentId: Text({ max: 12, description: 'The account that is asked for.' }),
    number: Int({ min: 1, max: 1_000_000, description: 'The first of an account is 1.' }),
    status: StringEnum(['underWay', ...prenoteOutcomes], {
      description:
        'verified: nothing came back. returned: the bank of the account has sent it back. corrected: the numbers were wrong and are corrected; another prenote asks for them. unclear: the bank has said what only a person can settle. notSent: it stood in no file.',
    }),
    settlesOn: Nullable(DateOnly, { description: 'The banking day on which it settles; a later file moves it.' }),
    verifiesOn: Nullable(DateOnly, {
      description: 'The third banking day after that: the account is verified then, if nothing has come back.',
    }),
    reason: Nullable(Text({ max: 64 }), { description: 'Why it came back, in our word.' }),
    createdAt: DateTime,
    endedAt: Nullable(DateTime),
  },
  { title: 'Prenote' },
);
export type Prenote = Static<typeof Prenote>;
