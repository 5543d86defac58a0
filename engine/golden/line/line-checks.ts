// What a golden case of a line may check.
//
//   at DAY [known MOMENT]      one value a line: a path into the reading, and the value
//   days [known MOMENT] PATH…  a table: day, then a value for each path
//   refused WORD               the terms or a fact are refused, and the message has the word
//
// A path follows the reading (engine/naive/line/reading.ts): `draws.A.principal` (of buckets their sum, or
// `.notDue`, `.due`, `.overdue`), `statements.3.balance`, `obligations.3.amount` (of the statement with that ordinal, or
// `latest`, `acceleration`, `apart`), `fees.late:4` (a fee booked: its amount, else `none`), `sum.accrued`.

import type { LineReading } from '../../naive/line/reading.ts';
import { dateOf } from '../../values/day.ts';
import type { Complaint } from '../complaint.ts';
import type { Check, GoldenCase, Line } from '../golden-file.ts';
import { isSame, shownCents } from '../values.ts';
import { dayNumber } from './keys.ts';
import { type LineCase, readLineCase } from './read-case.ts';

export interface LineReader {
  reading(line: LineCase, day: number, knownAt?: string): LineReading;
}

export function lineComplaintsOf(golden: GoldenCase, reader: LineReader): Complaint[] {
  const refused = golden.checks.find(({ word }) => word === 'refused');
  if (refused !== undefined) return checkRefused(refused, golden, reader);
  const line = readLineCase(golden.loan);
  return golden.checks.flatMap((check) => (check.word === 'at' ? checkAt : checkDays)(check, line, reader));
}

function knownOf({ args }: Check): string | undefined {
  const at = args.indexOf('known');
  return at < 0 ? undefined : args[at + 1];
}

function checkAt(check: Check, line: LineCase, reader: LineReader): Complaint[] {
  const reading = reader.reading(line, dayNumber(check.args[0] ?? ''), knownOf(check));
  return check.rows.flatMap((row) => compare(row, row.words[0] ?? '', row.words.slice(1).join(' '), reading));
}

function checkDays(check: Check, line: LineCase, reader: LineReader): Complaint[] {
  const known = knownOf(check);
  const paths = check.args.filter((arg) => arg !== 'known' && arg !== known);
  return check.rows.flatMap((row) => {
    const [day = '', ...values] = row.words;
    const reading = reader.reading(line, dayNumber(day), known);
    if (values.length !== paths.length) return [{ line: row.number, what: `${paths.length} values expected` }];
    return paths.flatMap((path, k) => (values[k] === '-' ? [] : compare(row, path, values[k] ?? '', reading)));
  });
}

function compare(row: Line, path: string, expected: string, reading: LineReading): Complaint[] {
  const actual = shown(path, valueAt(reading, path));
  if (isSame(expected, actual)) return [];
  return [{ line: row.number, what: `expected  ${path} ${expected}\n    found     ${path} ${actual}` }];
}

type Json = unknown;

function valueAt(reading: LineReading, path: string): Json {
  const [first = '', ...rest] = path.split('.');
  if (first === 'fees') return reading.feesBooked.find(({ key }) => key === rest.join('.'))?.amount ?? 'none';
  const start: Json = first === 'sum' ? sums(reading) : (reading as unknown as Record<string, Json>)[first];
  return rest.reduce((inner, key) => (Array.isArray(inner) ? ofList(inner, key) : inOf(inner, key)), start);
}

function inOf(inner: Json, key: string): Json {
  return typeof inner === 'object' && inner !== null ? (inner as Record<string, Json>)[key] : undefined;
}

function ofList(list: readonly Numbered[], key: string): Json {
  const statements = list.filter(({ kind }) => (kind ?? 'statement') === 'statement');
  return key === 'latest' ? statements.at(-1) : list.find((each) => isNamed(each, key));
}

interface Numbered {
  readonly ordinal: number;
  readonly kind?: string;
}

function isNamed(each: Numbered, key: string): boolean {
  return /^\d+$/.test(key)
    ? each.ordinal === Number(key) && (each.kind ?? 'statement') === 'statement'
    : each.kind === key;
}

/** Open in all obligations, and all fees that wait for a statement. */
function sums({ obligations, draws, lineFees }: LineReading): Json {
  const add = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const open = obligations.map((each) => {
    const parts = Object.values(each.draws).map(({ fees, interest, principal }) => fees + interest + principal);
    return each.lineFees + add(parts);
  });
  const waiting = [lineFees, ...Object.values(draws).map(({ fees }) => fees)].flatMap((fees) => Object.values(fees));
  return { open: add(open), waiting: add(waiting.map(({ notDue }) => notDue)) };
}

const counts = ['daysPastDue', 'rowsLeft', 'ordinal'];
const dates = [
  'madeOn',
  'dueDate',
  'deadline',
  'date',
  'nextStatement',
  'nextDue',
  'toKeep',
  'canceledOn',
  'toRestore',
];

function shown(path: string, value: Json): string | undefined {
  const last = path.split('.').at(-1) ?? '';
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(' ');
  if (typeof value === 'number') {
    if (dates.includes(last)) return dateOf(value);
    return counts.includes(last) ? String(value) : shownCents(value);
  }
  if (typeof value === 'object') {
    const amounts = Object.values(value);
    if (amounts.every((amount) => typeof amount === 'number')) {
      return shownCents(amounts.reduce((sum: number, amount) => sum + amount, 0));
    }
    return JSON.stringify(value);
  }
  return value === undefined ? undefined : String(value);
}

function checkRefused(check: Check, golden: GoldenCase, reader: LineReader): Complaint[] {
  const word = check.args[0] ?? '';
  try {
    reader.reading(readLineCase(golden.loan), dayNumber(check.args[1] ?? '2030-01-01'));
  } catch (error) {
    const isRight = error instanceof Error && /^(Terms|Fact)Refused$/.test(error.name) && error.message.includes(word);
    return isRight ? [] : [{ line: check.line, what: `refused as ${error}` }];
  }
  return [{ line: check.line, what: 'is not refused' }];
}
