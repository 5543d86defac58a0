import { rateKinds, standings } from '@tenor/ach/read/return-rates.ts';
import Type, { type Static } from 'typebox';
import { DateOnly, Described, Int, Named, StringEnum, Text } from '#platform/input/schemas.ts';

const count = (description: string) => Int({ min: 0, max: 1_000_000_000, description });

const Rate = Named('AchReturnRate')({
  rate: StringEnum(rateKinds, { description: '`all` counts every return.' }),
  returnedCount: count('Debits of these days that came back so, whenever they did.'),
  limitPerMille: count('Fewer than so many of a thousand debits may come back.'),
  standing: StringEnum(standings, { description: '`warning`: at 80 percent of its limit. `above`: not below it.' }),
});

const Day = Named('AchReturnDay')({
  day: Described(DateOnly, { description: 'The banking day on which the debits were sent.' }),
  isVerifying: Type.Boolean({
    description: 'Prenotes, and entries that verify an account: no rate counts them.',
  }),
  debitCount: count('Debits that were sent.'),
  returnedCount: count('How many of them came back.'),
  unauthorizedCount: count('How many of them came back with R05, R07, R10, R11, R29 or R51.'),
  administrativeCount: count('How many of them came back with R02, R03 or R04.'),
});

const Originator = Named('AchReturnRatesOfOriginator')({
  companyIdentification: Text({ max: 10, description: 'By it banks count.' }),
  debitCount: count('Debits of these days, without those that verify an account.'),
  rates: Type.Array(Rate),
  days: Described(Type.Array(Day), { description: 'Days on which something was sent; the newest is first.' }),
});

export const AchReturnRates = Named('AchReturnRates')({
  object: Type.Literal('achReturnRates'),
  companyId: Text({ max: 12 }),
  from: DateOnly,
  through: Described(DateOnly, { description: 'Sixty days, both included.' }),
  originators: Described(Type.Array(Originator), { description: 'Everybody who has sent a debit in these days.' }),
});
export type AchReturnRates = Static<typeof AchReturnRates>;
