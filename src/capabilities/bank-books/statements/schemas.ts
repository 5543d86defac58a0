// Statements of banks, their lines, and what they should show.
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

const id = (description: string) => Text({ max: 12, description });
const count = (description: string) => Int({ min: 0, max: 100_000_000, description });

/** A body may have a mebibyte; a longer file is read on the command line. */
const contentMax = 1_000_000;

export const BankStatementCreate = Named('BankStatementCreate')({
  content: Text({
    min: 1,
    max: contentMax,
    description:
      'The file as it came: BAI2, camt.053, or CSV as the account says. A longer one is read by `tenor reconcile`.',
  }),
  fileName: Type.Optional(Nullable(Text({ max: 200, example: 'bank-0518.bai2' }))),
  through: Type.Optional(
    Described(DateOnly, {
      description: 'Its last day, where no line is of that day; that of its last line if not sent.',
    }),
  ),
});
export type BankStatementCreate = Static<typeof BankStatementCreate>;

export const BankStatement = Named('BankStatement')({
  id: id('BK-XXXX-XXXX.'),
  object: Type.Literal('bankStatement'),
  companyId: id('The company.'),
  bankAccountId: id('The account that it is about.'),
  fileName: Nullable(Text({ max: 200 })),
  hash: Text({ max: 64, description: 'SHA-256 of the file. The same file is the same statement, read once.' }),
  through: Described(DateOnly, { description: 'Its last day.' }),
  openingAmount: Nullable(Amount, { description: 'What it begins with; null: it does not say.' }),
  closingAmount: Nullable(Amount, { description: 'What it ends with.' }),
  lineCount: count('How many lines it has.'),
  matchedCount: count('How many of them were matched, or booked as fees, when it was read.'),
  readByType: StringEnum(['key', 'user', 'provider', 'system']),
  readById: Nullable(Text({ max: 64 }), { description: 'Who sent it; null: it was read on the command line.' }),
  readAt: DateTime,
});
export type BankStatement = Static<typeof BankStatement>;

export const BankLine = Named('BankLine')({
  id: Text({ max: 36 }),
  object: Type.Literal('bankLine'),
  bankStatementId: id('The statement that it stands in.'),
  line: Int({ min: 1, max: 100_000_000, description: 'The line of the file, counted from one.' }),
  day: DateOnly,
  amount: Described(Amount, { description: 'Above zero: money came in.' }),
  kind: StringEnum(['money', 'return', 'fee'], { description: 'What the bank calls it.' }),
  keys: Described(Type.Array(Text({ max: 1_000 })), { description: 'References by which the bank names it.' }),
  matchedBy: Nullable(StringEnum(['key', 'amountAndDay', 'person', 'fee', 'loan', 'writeOff', 'refund']), {
    description: 'What it was found to be, and how; null: nobody knows yet.',
  }),
});
export type BankLine = Static<typeof BankLine>;

export const ExpectedItem = Named('ExpectedItem')({
  id: Text({ max: 36 }),
  object: Type.Literal('expectedItem'),
  bankAccountId: id('At which account.'),
  paymentProviderId: id('Who owes it.'),
  kind: StringEnum(['payment', 'return', 'refund']),
  day: DateOnly,
  amount: Described(Amount, { description: 'Above zero: money comes in.' }),
  keys: Described(Type.Array(Text({ max: 255 })), { description: 'By what the bank may name it.' }),
  group: Text({ max: 100, description: 'Lines of one group may come as one.' }),
});
export type ExpectedItem = Static<typeof ExpectedItem>;

export const BankStatementContent = Named('BankStatementContent')({
  id: id('The id of the statement.'),
  object: Type.Literal('bankStatementContent'),
  fileName: Nullable(Text({ max: 200 })),
  content: Text({ max: 100_000_000, description: 'The file as it came.' }),
});
export type BankStatementContent = Static<typeof BankStatementContent>;

export const BankStatementPage = Named('BankStatementPage')({
  id: id('The id of the statement.'),
  object: Type.Literal('bankStatementPage'),
  text: Text({ max: 100_000_000, description: 'Lines of a hundred characters, for a controller to sign.' }),
});
export type BankStatementPage = Static<typeof BankStatementPage>;
