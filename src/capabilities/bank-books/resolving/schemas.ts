// Breaks, as they are asked for and shown.
import Type, { type Static } from 'typebox';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  Described,
  Int,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { breakKinds, breakStatuses } from '../breaks/words.ts';

const id = (description: string) => Text({ max: 12, description });
const who = (description: string) => Nullable(Text({ max: 64 }), { description });
const actorTypes = ['key', 'user', 'provider', 'system'] as const;

const resolvedBy = ['writeOff', 'payment', 'refund'] as const;
const reasonText = { min: 1, max: 255, example: 'a fee of the bank of last year' } as const;

const Proposal = Named('MoneyBreakProposal')({
  by: StringEnum(resolvedBy),
  reason: Text({ max: 255 }),
  reference: Nullable(Text({ max: 100 }), {
    description: 'For money that goes back: under what the bank will show it.',
  }),
  transactionId: Nullable(Text({ max: 12 }), { description: 'The payment from outside that the money was.' }),
});

export const MoneyBreak = Named('MoneyBreak')({
  id: id('BR-XXXX-XXXX.'),
  object: Type.Literal('moneyBreak'),
  companyId: id('The company.'),
  kind: StringEnum(breakKinds, {
    description:
      '`theirsNotOurs`: the bank or the provider has what we do not know. `oursNotTheirs`, `late`: it has not what it should. `amount`, `date`: it says another one. `chargedTwice`, `returnTwice`: it moved twice. `returnUnknown`: of nothing that we know. `refundedAndReturned`: given back by us, and returned as well. `contradiction`: it says what cannot be. `unknown`: nobody knew what became of an order. `proof`: balances do not agree.',
  }),
  status: StringEnum(breakStatuses, {
    description:
      '`asked`: somebody was asked. `proposed`: a second person decides. `goingBack`: the bank has to show that the money went back.',
  }),
  amount: Nullable(Amount, { description: 'What the two differ by; null: nobody may read it, or it is no amount.' }),
  detail: Text({ max: 2_000 }),
  since: Described(DateOnly, { description: 'From this day on it is open.' }),
  ageBankingDays: Int({ min: 0, max: 100_000, description: 'How many banking days it is open, or was.' }),
  isReported: Described(Bool, { description: 'It is older than five banking days: the lender should hear of it.' }),
  bankAccountId: Nullable(id('The account that it is about; null: a provider told it.')),
  bankStatementId: Nullable(id('The statement with its line.')),
  bankLineId: Nullable(Text({ max: 36 })),
  personId: Nullable(id('Whose payment it is about, if that is known.')),
  ownerId: Nullable(id('The user who looks after it.')),
  candidates: Described(Type.Array(Text({ max: 36 })), { description: 'What it may be: ids of expected items.' }),
  proposal: Nullable(Proposal, { description: 'How it was proposed to be resolved, or was.' }),
  proposedByType: Nullable(StringEnum(actorTypes)),
  proposedById: who('Who proposed it.'),
  resolution: Nullable(Text({ max: 500 }), {
    description: '`matched`, `attached`, or what was proposed and approved.',
  }),
  foundAt: DateTime,
  askedAt: Nullable(DateTime),
  resolvedAt: Nullable(DateTime),
  updatedAt: Nullable(DateTime),
});
export type MoneyBreak = Static<typeof MoneyBreak>;

export const MoneyBreakStep = Named('MoneyBreakStep')({
  id: Text({ max: 36 }),
  object: Type.Literal('moneyBreakStep'),
  moneyBreakId: id('The break that it is about.'),
  did: StringEnum(['assign', 'ask', 'attach', 'propose', 'reject', 'sendBack', 'approve', 'match']),
  note: Nullable(Text({ max: 500 })),
  byType: StringEnum(actorTypes),
  byId: who('Who did it; null: the service by itself.'),
  at: DateTime,
});
export type MoneyBreakStep = Static<typeof MoneyBreakStep>;

export const MoneyBreakUpdate = Named('MoneyBreakUpdate')({
  ownerId: Nullable(Text({ min: 1, max: 12, example: 'UR-2P9W-C4HZ' }), {
    description: 'A user who is to look after it.',
  }),
});
export type MoneyBreakUpdate = Static<typeof MoneyBreakUpdate>;

export const MoneyBreakAsk = Named('MoneyBreakAsk')({
  note: Text({ min: 1, max: 255, example: 'called the bank, case 20417', description: 'Who was asked, and how.' }),
});
export type MoneyBreakAsk = Static<typeof MoneyBreakAsk>;

export const MoneyBreakAttach = Named('MoneyBreakAttach')({
  expectedItemIds: Type.Optional(
    Described(Type.Array(Text({ min: 36, max: 36 }), { maxItems: 1_000 }), { description: 'What the line is of.' }),
  ),
  groups: Type.Optional(
    Described(Type.Array(Text({ min: 1, max: 100 }), { maxItems: 50 }), {
      description: 'The same by groups: all of them that are still expected.',
    }),
  ),
  feeAmount: Type.Optional(
    Described(Amount, {
      description: 'What the provider has kept of it: at most the feeMaximumAmount of the account. 0 if not sent.',
    }),
  ),
  note: Type.Optional(Nullable(Text({ max: 255 }))),
});
export type MoneyBreakAttach = Static<typeof MoneyBreakAttach>;

export const MoneyBreakPropose = Named('MoneyBreakPropose')({
  by: StringEnum(resolvedBy, {
    description:
      '`writeOff`: it is booked as an error accepted. `payment`: the money was a payment from outside, which is on a loan. `refund`: the company sends it back by its bank.',
  }),
  reason: Text({ ...reasonText, description: 'Why. Nothing that says who somebody is.' }),
  reference: Type.Optional(
    Nullable(Text({ min: 1, max: 100 }), { description: 'For a refund: under what the bank will show it.' }),
  ),
  personId: Type.Optional(Nullable(Text({ min: 1, max: 259 }), { description: 'For a payment: whose loan it is on.' })),
  transactionId: Type.Optional(
    Nullable(Text({ min: 1, max: 259 }), {
      description: 'For a payment: the external transaction, of the same amount.',
    }),
  ),
});
export type MoneyBreakPropose = Static<typeof MoneyBreakPropose>;

export const MoneyBreakDecision = Named('MoneyBreakDecision')({
  note: Type.Optional(Nullable(Text({ max: 255 }))),
});
export type MoneyBreakDecision = Static<typeof MoneyBreakDecision>;
