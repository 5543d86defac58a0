// A statement as CSV, read by a mapping that says which column is what: no two banks write the same.
import { addCents, type Cents, cents, formatGrouped, parseCents, subtractCents } from '@tenor/engine/values/cents.ts';
import { type CivilDate, dateOfParts } from '@tenor/engine/values/civil-date.ts';
import { refuse } from '../text/file-refused.ts';
import type { Chunks } from '../text/lines.ts';
import { type Cell, rowsOf } from './csv-rows.ts';
import { closed, count, type LineKind, opened, type StatementItem, type StatementLine } from './statement.ts';

export interface CsvMapping {
  readonly delimiter: ',' | ';' | '\t' | '|';
  /** Lines before the one with the names of the columns. */
  readonly skipLines: number;
  /** Which account it is of: the file does not say. */
  readonly account: string;
  readonly columns: CsvColumns;
  /** Such as MM/DD/YYYY: YYYY or YY, MM or M, DD or D, and what stands between them. */
  readonly dateFormat: string;
  readonly decimalMark: '.' | ',';
  /** Whether a number above zero came in or went out; of `moneyIn` and `moneyOut` the column says it. */
  readonly plus: 'in' | 'out';
  readonly order: 'oldestFirst' | 'newestFirst';
  /** What stands in the column `kind` of returns and of fees. */
  readonly returnWords: readonly string[];
  readonly feeWords: readonly string[];
}

/** Names as they stand in the first row. */
interface CsvColumns {
  readonly date: string;
  readonly amount: string | null;
  readonly moneyIn: string | null;
  readonly moneyOut: string | null;
  readonly keys: readonly string[];
  readonly text: string | null;
  readonly kind: string | null;
  /** The balance after the line. */
  readonly balance: string | null;
}

interface Row {
  readonly line: StatementLine;
  readonly balance: Cents | null;
  readonly balanceCell: Cell | null;
}

/** Throws FileRefused. */
export async function* readCsv(chunks: Chunks, mapping: CsvMapping): AsyncGenerator<StatementItem> {
  const open = opened({ accountNumber: mapping.account, opening: null, closing: null });
  yield { is: 'account', account: open.account };
  let read: ((row: readonly Cell[]) => Row) | null = null;
  let first: Row | null = null;
  let last: Row | null = null;
  for await (const cells of rowsOf(chunks, mapping.delimiter, mapping.skipLines)) {
    if (read === null) {
      read = rowReader(mapping, cells);
      continue;
    }
    const row = read(cells);
    if (last !== null) follows(last, row, mapping.order);
    first ??= row;
    last = row;
    // It says something, and moves nothing.
    if (row.line.amount === 0) continue;
    count(open, row.line);
    yield { is: 'line', line: row.line };
  }
  if (read === null) refuse(1, 1, 'the row with the names of the columns is missing');
  const [oldest, newest] = mapping.order === 'oldestFirst' ? [first, last] : [last, first];
  const opening = oldest?.balance == null ? null : subtractCents(oldest.balance, oldest.line.amount);
  const account = { accountNumber: mapping.account, opening, closing: newest?.balance ?? null };
  yield closed({ ...open, account }, last?.line.line ?? 1);
  yield { is: 'end', accounts: 1 };
}

/** A hole shows where balances are written. */
function follows(before: Row, row: Row, order: CsvMapping['order']): void {
  const [older, newer] = order === 'oldestFirst' ? [before, row] : [row, before];
  if (older.balance === null || newer.balance === null || row.balanceCell === null) return;
  const right = addCents(older.balance, newer.line.amount);
  if (right !== newer.balance) {
    const [from, by, to] = [older.balance, newer.line.amount, newer.balance].map(formatGrouped);
    refuse(row.balanceCell.line, row.balanceCell.column, `from ${from} by ${by} the balance does not come to ${to}`);
  }
}

function rowReader(mapping: CsvMapping, head: readonly Cell[]): (row: readonly Cell[]) => Row {
  const { columns } = mapping;
  const line = head[0]?.line ?? 1;
  const place = (name: string): number => {
    const found = head.findIndex(({ text }) => text === name);
    if (found < 0) refuse(line, 1, `there is no column ${JSON.stringify(name)}`);
    return found;
  };
  const placeOf = (name: string | null): number | null => (name === null ? null : place(name));
  const date = place(columns.date);
  const keys = columns.keys.map(place);
  const [text, kind, balance] = [columns.text, columns.kind, columns.balance].map(placeOf);
  const amountIn = amountReader(mapping, placeOf);
  const dayIn = dayReader(mapping.dateFormat);
  return (row) => {
    const [start] = row as [Cell];
    if (row.length !== head.length)
      refuse(start.line, 1, `the row has ${row.length} fields, and the first row has ${head.length}`);
    const balanceCell = balance == null ? null : (row[balance] as Cell);
    const found = {
      line: start.line,
      on: dayIn(row[date] as Cell),
      amount: amountIn(row),
      kind: kindOf(mapping, kind == null ? '' : (row[kind]?.text ?? '')),
      keys: keys.flatMap((at) => row[at]?.text || []),
      text: text == null ? '' : (row[text]?.text ?? ''),
    };
    const isBlank = balanceCell === null || balanceCell.text === '';
    return { line: found, balance: isBlank ? null : amountOf(balanceCell, mapping.decimalMark), balanceCell };
  };
}

function kindOf({ returnWords, feeWords }: CsvMapping, word: string): LineKind {
  if (returnWords.includes(word)) return 'return';
  return feeWords.includes(word) ? 'fee' : 'money';
}

function amountReader(mapping: CsvMapping, placeOf: (name: string | null) => number | null) {
  const { columns, decimalMark, plus } = mapping;
  const [amount, moneyIn, moneyOut] = [columns.amount, columns.moneyIn, columns.moneyOut].map(placeOf);
  const read = (cell: Cell): Cents => amountOf(cell, decimalMark);
  return (row: readonly Cell[]): Cents => {
    if (amount != null) {
      const written = read(row[amount] as Cell);
      return plus === 'in' ? written : negative(written);
    }
    const [inward, outward] = [row[moneyIn as number] as Cell, row[moneyOut as number] as Cell];
    if ((inward.text === '') === (outward.text === ''))
      refuse(inward.line, inward.column, 'either money came in or it went out: one of the two columns must be empty');
    // Some banks write what went out with a minus, some without.
    return inward.text !== '' ? absolute(read(inward)) : negative(absolute(read(outward)));
  };
}

const negative = (amount: Cents): Cents => cents(-amount);
const absolute = (amount: Cents): Cents => cents(Math.abs(amount));

/** 1,234.50, -1234.50, (1,234.50), 1,234.50-, $1,234.50. */
function amountOf({ text, line, column }: Cell, decimalMark: '.' | ','): Cents {
  const groupMark = decimalMark === '.' ? ',' : '.';
  const isNegative = /^\$?-|-$|^\(.*\)$/.test(text);
  const bare = text
    .replace(/^[-+(]/, '')
    .replace(/[-)]$/, '')
    .replace(/^\$/, '')
    .replace(/^-/, '');
  const mark = `\\${groupMark}`;
  const isAmount = new RegExp(`^(\\d{1,3}(${mark}\\d{3})+|\\d+)(\\${decimalMark}\\d{1,2})?$`).test(bare);
  const amount = isAmount ? parseCents(bare.replaceAll(groupMark, '').replace(decimalMark, '.')) : undefined;
  if (amount === undefined)
    return refuse(line, column, `an amount must be dollars and whole cents, such as 1${groupMark}234${decimalMark}50`);
  return isNegative ? negative(amount) : amount;
}

const parts: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d{2})',
  MM: '(?<month>\\d{2})',
  M: '(?<month>\\d{1,2})',
  DD: '(?<day>\\d{2})',
  D: '(?<day>\\d{1,2})',
};

export const isDateFormat = (format: string): boolean =>
  format
    .replace(/YYYY|YY/, '*')
    .replace(/MM?/, '*')
    .replace(/DD?/, '*')
    .replace(/[-/. ]/g, '') === '***';

function dayReader(format: string): (cell: Cell) => CivilDate {
  const source = format.replace(/YYYY|YY|MM|M|DD|D|[/.]/g, (part) => parts[part] ?? `\\${part}`);
  const pattern = new RegExp(`^${source}$`);
  return ({ text, line, column }) => {
    const { year = '', month, day } = pattern.exec(text)?.groups ?? {};
    const full = year.length === 2 ? 2000 + Number(year) : Number(year);
    const found = dateOfParts({ year: full, month: Number(month), day: Number(day) });
    return found ?? refuse(line, column, `the day must be written as ${format}`);
  };
}
