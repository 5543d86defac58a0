// Accounts at banks, as they are asked for and shown.
import Type, { type Static, type TSchema } from 'typebox';
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

const column = (description: string) => Text({ min: 1, max: 200, description });
const optional = <S extends TSchema>(schema: S) => Type.Optional(Nullable(schema));
const words = (description: string) =>
  Type.Optional(Described(Type.Array(Text({ min: 1, max: 200 }), { maxItems: 50 }), { description }));

const CsvColumns = Named('BankCsvColumns')({
  date: column('The day.'),
  amount: optional(column('The amount; or else `moneyIn` and `moneyOut`.')),
  moneyIn: optional(column('What came in.')),
  moneyOut: optional(column('What went out.')),
  keys: words('The columns with references.'),
  text: optional(column('What the bank writes about it.')),
  kind: optional(column('Where returned items and fees are told apart.')),
  balance: optional(column('The balance after the line.')),
});

export const BankCsv = Named('BankCsv')({
  columns: CsvColumns,
  dateFormat: Text({ min: 1, max: 20, example: 'MM/DD/YYYY', description: 'YYYY or YY, MM or M, DD or D, once each.' }),
  delimiter: optional(StringEnum([',', ';', '\t', '|'])),
  skipLines: optional(Int({ min: 0, max: 1_000, description: 'Lines before the row with the names.' })),
  decimalMark: optional(StringEnum(['.', ','])),
  plus: optional(StringEnum(['in', 'out'], { description: 'Whether a number above zero came in or went out.' })),
  order: optional(StringEnum(['oldestFirst', 'newestFirst'])),
  returnWords: words('What stands in the column `kind` of returned items.'),
  feeWords: words('The same of fees.'),
});
export type BankCsv = Static<typeof BankCsv>;

const csv = (description: string) => optional(Described(BankCsv, { description }));

const paymentProviderIds = Described(Type.Array(Text({ min: 1, max: 12 }), { minItems: 1, maxItems: 20 }), {
  description:
    'Who pays to it: ids of payment providers, or `simulator` in test mode. Each pays to one account. Those that were replaced stay, and none can be taken away; the first one has what nobody knows yet.',
});
const name = Text({ min: 1, max: 100, example: 'Collections' });
const feeMaximumAmount = Described(Amount, {
  description: 'What the bank calls a fee is booked as one up to this amount. 100.00 if not sent.',
});
const confirmationsWait = Described(Bool, {
  description:
    'Once it has statements, a payment is confirmed only after the statement of the day on which it settled was read. True if not sent.',
});

export const BankAccountCreate = Named('BankAccountCreate')({
  name,
  accountNumber: Text({
    min: 4,
    max: 40,
    example: '4000001234',
    description: 'As its statements name it. Kept sealed.',
  }),
  paymentProviderIds,
  csv: csv('How its statements are read, where they are CSV.'),
  feeMaximumAmount: Type.Optional(feeMaximumAmount),
  confirmationsWait: Type.Optional(confirmationsWait),
  expectedFrom: Type.Optional(
    Described(DateOnly, {
      description: 'What settles from this day on is expected at the bank: at most 30 days ago. Today if not sent.',
    }),
  ),
});
export type BankAccountCreate = Static<typeof BankAccountCreate>;

export const BankAccountUpdate = Named('BankAccountUpdate')({
  name: Type.Optional(name),
  paymentProviderIds: Type.Optional(paymentProviderIds),
  csv: csv('How its statements are read, where they are CSV.'),
  feeMaximumAmount: Type.Optional(feeMaximumAmount),
  confirmationsWait: Type.Optional(confirmationsWait),
});
export type BankAccountUpdate = Static<typeof BankAccountUpdate>;

export const BankAccount = Named('BankAccount')({
  id: Text({ max: 12, description: 'BA-XXXX-XXXX.' }),
  object: Type.Literal('bankAccount'),
  companyId: Text({ max: 12 }),
  name: Text({ max: 100 }),
  accountNumberLastFour: Text({ max: 4 }),
  paymentProviderIds: Type.Array(Text({ max: 12 })),
  csv: Nullable(BankCsv),
  feeMaximumAmount: Amount,
  confirmationsWait: Bool,
  expectedFrom: DateOnly,
  readThrough: Nullable(DateOnly, { description: 'The last day of its newest statement.' }),
  closingAmount: Nullable(Amount, { description: 'What that one ends with; null: it does not say, or there is none.' }),
  createdAt: DateTime,
  updatedAt: Nullable(DateTime),
});
export type BankAccount = Static<typeof BankAccount>;
