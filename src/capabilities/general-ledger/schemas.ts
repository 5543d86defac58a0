import Type, { type Static } from 'typebox';
import { Amount, DateOnly, Described, Id, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { accountTypes } from './chart.ts';
import { sourceNames, sources } from './sources.ts';

const codeMax = 20;
const accountsMax = 500;

const Code = Text({
  min: 1,
  max: codeMax,
  example: '1100',
  description: 'The number of the account, as your books have it.',
});
const Name = Text({ min: 1, max: 100, example: 'Loans receivable' });
const AccountType = StringEnum(accountTypes, { title: 'GeneralLedgerAccountType', example: 'asset' });
const Source = StringEnum(sourceNames, {
  title: 'GeneralLedgerSource',
  example: 'principal',
  description: `What is booked. ${Object.entries(sources)
    .map(([name, says]) => `\`${name}\`: ${says}`)
    .join('; ')}.`,
});
const ofType = 'Only of loans of this type. Null: of all others.';

const AccountInput = Named('GeneralLedgerAccountInput')({
  code: Code,
  name: Name,
  type: AccountType,
  sources: Type.Array(
    Named('GeneralLedgerSourceInput')({
      source: Source,
      loanTypeId: Type.Optional(Nullable(Id('LT', 'loan type'), { description: ofType })),
    }),
    { maxItems: 500, description: 'What is booked to it; none: the service books nothing to it.' },
  ),
});

export const AccountsInput = Named('GeneralLedgerAccountsInput')({
  validFrom: Type.Optional(
    Nullable(DateOnly, {
      description:
        'The first day whose entries are booked to these accounts: today if not sent or null, and never a closed day. The first accounts are valid from the beginning, so they take none.',
    }),
  ),
  accounts: Type.Optional(
    Type.Array(AccountInput, {
      minItems: 1,
      maxItems: accountsMax,
      description:
        'All accounts; not sent: those that are valid on that day, the first time the suggested ones. Each source stands once for all loans.',
    }),
  ),
});
export type AccountsInput = Static<typeof AccountsInput>;

const Account = Named('GeneralLedgerAccount')({
  code: Code,
  name: Name,
  type: AccountType,
  sources: Type.Array(
    Named('GeneralLedgerAccountSource')({
      source: Source,
      loanTypeId: Nullable(Text({ max: 12 }), { description: ofType }),
    }),
  ),
});

export const Accounts = Named('GeneralLedgerAccounts')({
  object: Type.Literal('generalLedgerAccounts'),
  companyId: Text({ max: 12 }),
  isKept: Described(Type.Boolean(), {
    description: 'False: nobody has said the accounts yet. These are the suggested ones, and nothing is booked.',
  }),
  validFrom: Nullable(DateOnly, { description: 'From which day they are valid.' }),
  nextValidFrom: Nullable(DateOnly, { description: 'From which day later ones are; null: there are none.' }),
  closedThrough: Nullable(DateOnly, {
    description:
      'The last day that is closed. In test mode, what is posted after the clock was set back to a closed day is in no entry.',
  }),
  accounts: Type.Array(Account),
  unassignedSources: Type.Array(Source, {
    description:
      'What these accounts do not take, because a release has added it since: it is booked to the account `unassigned` until you say accounts that take it. Empty as a rule.',
  }),
});
export type Accounts = Static<typeof Accounts>;

const side = (description: string) => Nullable(Amount, { description });

const Line = Named('GeneralLedgerLine')({
  account: Code,
  accountName: Name,
  source: Source,
  debitAmount: side('Null: the line is a credit.'),
  creditAmount: side('Null: the line is a debit.'),
});

export const Entry = Named('GeneralLedgerEntry')({
  id: Text({ max: 32, example: '2026-03-01-000001', description: 'Its day, and its number on that day.' }),
  object: Type.Literal('generalLedgerEntry'),
  companyId: Text({ max: 12 }),
  date: Described(DateOnly, { description: 'The day on which it was booked, in the zone of the company.' }),
  effectiveDate: Described(DateOnly, {
    description: 'The day on which it counts for the loans. An earlier one than `date`: a correction of the past.',
  }),
  book: StringEnum(['loans', 'cash'], { description: 'The books of loans, or the cash book of moving money.' }),
  kind: Text({
    max: 60,
    example: 'payment',
    description: 'What happened, such as `payment`, `due`, `chargeOff`, `settled`.',
  }),
  loanTypeId: Nullable(Text({ max: 12 }), { description: 'Null for the cash book.' }),
  paymentProviderId: Nullable(Text({ max: 12 }), {
    description: 'Who moves the money, or `simulator`; null for the books of loans.',
  }),
  lines: Type.Array(Line, { description: 'Debits and credits are equal.' }),
});
export type Entry = Static<typeof Entry>;

const BalanceOfSource = Named('TrialBalanceSource')({
  source: Source,
  balanceAmount: Described(Amount, { description: 'What is booked of it: debits are positive.' }),
});

const BalanceOfAccount = Named('TrialBalanceAccount')({
  code: Code,
  name: Name,
  type: AccountType,
  openingAmount: Described(Amount, { description: 'Its balance before `from`: debits are positive.' }),
  debitAmount: Described(Amount, { description: 'All its debits from `from` on.' }),
  creditAmount: Described(Amount, { description: 'All its credits from `from` on.' }),
  balanceAmount: Described(Amount, { description: 'Its balance at the end of `asOf`: debits are positive.' }),
  sources: Type.Array(BalanceOfSource, { description: 'The same balance by what was booked.' }),
});

export const TrialBalance = Named('TrialBalance')({
  object: Type.Literal('trialBalance'),
  companyId: Text({ max: 12 }),
  asOf: Described(DateOnly, { description: 'The closed day at whose end it is.' }),
  from: Nullable(DateOnly, { description: 'Null: since the beginning.' }),
  accounts: Type.Array(BalanceOfAccount, { description: 'Accounts to which something was booked.' }),
  debitAmount: Described(Amount, { description: 'The sum of all balances that are debits.' }),
  creditAmount: Described(Amount, { description: 'The sum of all that are credits: it equals the debits.' }),
});
export type TrialBalance = Static<typeof TrialBalance>;
