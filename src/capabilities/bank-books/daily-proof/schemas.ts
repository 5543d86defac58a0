import Type, { type Static } from 'typebox';
import {
  Amount,
  DateOnly,
  DateTime,
  Described,
  Int,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';

const amount = (description: string) => Described(Amount, { description });

export const FundingAccountBalance = Named('FundingAccountBalance')({
  id: Text({ max: 12, description: 'FB-XXXX-XXXX. One for each provider that has moved money.' }),
  object: Type.Literal('fundingAccountBalance'),
  companyId: Text({ max: 12 }),
  fundingAccountId: Text({ max: 12, description: 'The payment provider that holds it, or `simulator`.' }),
  asOf: DateTime,
  ledgerAmount: amount('What has settled and is held for the company. Negative: more was paid out than has come in.'),
  availableAmount: amount('What of it is not reserved.'),
  reservedAmount: amount('Paid out by orders that were accepted and have not settled.'),
  requiredAmount: amount(
    'What will be needed: payments out that are ordered until the end of the next banking day, and what comes back on a usual day.',
  ),
  shortfallAmount: amount('What is missing of it.'),
  status: StringEnum(['sufficient', 'low', 'insufficient'], {
    description: '`low`: less than a tenth of what will be needed would remain.',
  }),
  source: StringEnum(['provider'], { description: 'From where it is known.' }),
  collectionsInTransitAmount: amount('Collected by orders that were accepted and have not settled: no money yet.'),
  returnsPayableAmount: amount('Came back, and was not taken by the provider yet.'),
  disputedAmount: amount('Held back while disputes are decided.'),
  unidentifiedAmount: amount('Came in without a payment that is known.'),
  readUntil: Nullable(DateTime, { description: 'All that the provider had to tell until then was taken.' }),
});
export type FundingAccountBalance = Static<typeof FundingAccountBalance>;

const Finding = Named('DailyProofFinding')({
  kind: Text({
    max: 40,
    description:
      'The kind of a break, such as `amount`, `chargedTwice`, `contradiction`, `returnTwice`, `theirsNotOurs`; `late`: not settled in time; `unknown`: nobody knows whether it has arrived; `statement`: that of the bank is missing; `proof`: the books do not agree with themselves.',
  }),
  count: Int({ min: 0, max: 1_000_000_000 }),
  amount: Nullable(Amount),
  says: Text({ max: 500 }),
});

export const DailyProof = Named('DailyProof')({
  id: Text({ max: 12, description: 'PF-XXXX-XXXX.' }),
  object: Type.Literal('dailyProof'),
  companyId: Text({ max: 12 }),
  fundingAccountBalanceId: Text({ max: 12, description: 'The funding account that it is about.' }),
  number: Int({ min: 1, max: 1_000_000_000, description: 'Without gaps for a funding account.' }),
  day: Described(DateOnly, { description: 'The banking day.' }),
  isClean: Described(Type.Boolean(), { description: 'Nothing was found.' }),
  findings: Type.Array(Finding),
  balances: Described(Type.Array(Type.Object({ account: Text({ max: 2 }), amount: Amount })), {
    description: 'The accounts of the cash book: debits are positive, and all are zero together.',
  }),
  provedAt: DateTime,
});
export type DailyProof = Static<typeof DailyProof>;
