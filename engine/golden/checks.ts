// What a golden case may check, and how an expectation is compared with the engine's result. Every complaint names the
// line and both sides.
//
//   schedule          table on | payment interest principal fees balance exact (exact: interest before rounding)
//   expected DAY      the same table: the payments that are still expected on that day
//   steps [FROM..TO] [known MOMENT]
//                     table on | kind cause amount fees interest principal over owed unpaid openFees accrued: all lines
//                     of the account but those of the quiet kinds, which are compared when the table names them
//   at DAY [known MOMENT]      a reading, one value a line: see reading-lines.ts
//   payoff DAY [known MOMENT]  amount principal interest fees credit perDiem, one a line
//   postings [FROM..TO] [through DAY]    table on account debit|credit amount: net, by day and account
//   balances DAY                         table account debit|credit amount: each account with a balance, and no other
//   difference MOMENT to MOMENT through DAY    table as postings: what changes with what became known in between
//   apr RATE                   advance DAY AMOUNT, payment DAY AMOUNT
//   refused PATH-OR-FACT DAY   the loan is refused at the latest when it is read on DAY, and the message names it

import type { Complaint } from './complaint.ts';
import type { Check, GoldenCase, Line } from './golden-file.ts';
import type { Loan, LoanEngine, LoanReader, LoanState, ScheduleLine } from './loan-engine.ts';
import { readingComplaints } from './reading-lines.ts';
import { isSame, shownCents } from './values.ts';

type Checker = (check: Check, engine: LoanEngine, loan: Loan) => Complaint[];

export function complaintsOf(golden: GoldenCase, engine: LoanEngine): Complaint[] {
  const refused = golden.checks.find(({ word }) => word === 'refused');
  if (refused !== undefined) return checkRefused(refused, engine, golden);
  const isLoan = golden.checks.some(({ word }) => word !== 'apr');
  const loan = isLoan ? engine.readLoan(golden.loan) : undefined;
  return golden.checks.flatMap((check) => checkers[check.word]!(check, engine, loan));
}

/** Only the readings and refusals, which every implementation supports. */
export function readingComplaintsOf(golden: GoldenCase, reader: LoanReader): Complaint[] {
  const refused = golden.checks.find(({ word }) => word === 'refused');
  if (refused !== undefined) return checkRefused(refused, reader, golden);
  const readings = golden.checks.filter(({ word }) => word === 'at');
  if (readings.length === 0) return [];
  const loan = reader.readLoan(golden.loan);
  return readings.flatMap((check) => checkReading(check, reader, loan));
}

function checkReading(check: Check, reader: LoanReader, loan: Loan): Complaint[] {
  const [day, , known] = check.args;
  return readingComplaints(check.rows, reader.reading(loan, day as string, known));
}

const checkers: Readonly<Record<string, Checker>> = {
  schedule: (check, engine, loan) => compareRows(check, engine.schedule(loan).map(scheduleCells)),
  expected: (check, engine, loan) =>
    compareRows(check, engine.expected(loan, check.args[0] as string).map(scheduleCells)),
  steps: checkSteps,
  at: checkReading,
  payoff: checkPayoff,
  postings: checkPostings,
  balances: checkBalances,
  difference: checkDifference,
  apr: checkApr,
};

type Cells = Readonly<Record<string, string>>;

function scheduleCells(row: ScheduleLine): Cells {
  return {
    on: row.on,
    payment: shownCents(row.amount),
    interest: shownCents(row.interest),
    principal: shownCents(row.principal),
    fees: shownCents(row.fees),
    balance: shownCents(row.balance),
    exact: row.interestExact,
  };
}

/** The words after the word of the check, without those that belong to `known`, `through` and the like. */
export const columnsOf = ({ args }: Check): string[] => [
  'on',
  ...args.filter((arg) => /^[a-z]\w*$/i.test(arg) && !['known', 'through', 'to'].includes(arg)),
];

const isGap = ({ words }: Line): boolean => words[0] === '…';

/** One gap: the rows before it begin the table, those after it end it. More gaps: after each the rows go on by their day. */
function rowsFound(check: Check, actual: readonly Cells[]): readonly (Cells | undefined)[] {
  const gaps = check.rows.filter(isGap).length;
  const gap = check.rows.findIndex(isGap);
  const count = check.rows.length - gaps;
  if (gaps === 0) return actual;
  if (gaps === 1) return [...actual.slice(0, gap), ...(gap < count ? actual.slice(gap - count) : [])];
  return check.rows.filter((row) => !isGap(row)).map(({ words }) => actual.find(({ on }) => on === words[0]));
}

/** The check names the columns; the first column is always the day. A row `…` skips any number of rows. */
function compareRows(check: Check, actual: readonly Cells[]): Complaint[] {
  const columns = columnsOf(check);
  const gap = check.rows.findIndex(isGap);
  const rows = check.rows.filter((row) => !isGap(row));
  const found = rowsFound(check, actual);
  const complaints = rows.flatMap((row, i) => compareRow(row, columns, found[i]));
  const isCountRight = gap < 0 ? actual.length === rows.length : actual.length >= rows.length;
  if (isCountRight) return complaints;
  const surplus = actual.slice(rows.length).map((cells) => columns.map((column) => cells[column]).join('  '));
  return [
    ...complaints,
    { line: check.line, what: `${rows.length} rows expected, ${actual.length} found\n    ${surplus.join('\n    ')}` },
  ];
}

function compareRow(row: Line, columns: readonly string[], actual: Cells | undefined): Complaint[] {
  const shown = columns.map((column) => actual?.[column] ?? '').join('  ');
  if (row.words.length > columns.length) return [{ line: row.number, what: 'more values than columns' }];
  const wrong = row.words.filter((word, i) => word !== '-' && !isSame(word, actual?.[columns[i] as string]));
  if (wrong.length === 0) return [];
  const found = actual === undefined ? 'no row' : shown;
  return [{ line: row.number, what: `expected  ${row.words.join('  ')}\n    found     ${found}` }];
}

const quietKinds = ['activation', 'migration', 'overdue', 'paidOff'];

function checkSteps(check: Check, engine: LoanEngine, loan: Loan): Complaint[] {
  const [from, to] = rangeOf(check);
  const named = new Set(check.rows.map(({ words }) => words[1]));
  const steps = engine
    .steps(loan, to, argAfter(check, 'known'))
    .filter(({ on, kind }) => on >= from && on <= to && (named.has(kind) || !quietKinds.includes(kind)));
  const cells = steps.map((step) => ({
    on: step.on,
    kind: step.kind,
    cause: step.cause,
    amount: shownCents(step.amount),
    fees: shownCents(step.fees),
    interest: shownCents(step.interest),
    principal: shownCents(step.principal),
    over: shownCents(step.over),
    owed: shownCents(step.after.principal),
    unpaid: shownCents(step.after.instalments),
    openFees: shownCents(step.after.fees),
    accrued: step.after.accrued,
  }));
  return compareRows(check, cells);
}

/** `FROM..TO` of the check, or all days up to the last row. */
function rangeOf(check: Check): [from: string, to: string] {
  const range = check.args.find((arg) => arg.includes('..'))?.split('..');
  const days = check.rows.map(({ words }) => words[0] as string).filter((word) => /^\d{4}-/.test(word));
  return [range?.[0] || '0001-01-01', range?.[1] || (days.toSorted().at(-1) ?? '')];
}

function checkPayoff(check: Check, engine: LoanEngine, loan: Loan): Complaint[] {
  const [day, , known] = check.args;
  const quote = engine.payoff(loan, day as string, known);
  return check.rows.flatMap(({ number, words: [key = '', expected = ''] }) => {
    const found = quote[key];
    const actual = typeof found === 'number' ? shownCents(found) : found;
    return isSame(expected, actual)
      ? []
      : [{ line: number, what: `expected  ${key} ${expected}\n    found     ${key} ${actual}` }];
  });
}

/** Net amounts, debit positive, by `day account` or by `account`. */
type Net = Map<string, number>;

function netOf(state: LoanState, check: Check, keyOf: (on: string, account: string) => string): Net {
  const named = new Set(check.rows.map(({ words }) => words.find((word) => /^[a-z]/i.test(word)) as string));
  const net: Net = new Map();
  for (const { on, account, amount } of state.postings) {
    const key = keyOf(on, accountNamed(account, named));
    net.set(key, (net.get(key) ?? 0) + amount);
  }
  return net;
}

/** `principal.due` counts for `principal` if the table has no separate line for it. */
function accountNamed(account: string, named: ReadonlySet<string>): string {
  const parts = account.split('.');
  while (parts.length > 0 && !named.has(parts.join('.'))) parts.pop();
  return parts.length === 0 ? account : parts.join('.');
}

function compareNet(check: Check, net: Net, isWanted: (key: string) => boolean): Complaint[] {
  const rest = new Map([...net].filter(([key, amount]) => amount !== 0 && isWanted(key)));
  const complaints = check.rows.flatMap(({ number, words }) => {
    const key = words.slice(0, -2).join(' ');
    const [side, amount] = words.slice(-2);
    const found = rest.get(key) ?? 0;
    rest.delete(key);
    const actual = `${found < 0 ? 'credit' : 'debit'} ${shownCents(Math.abs(found))}`;
    return actual === `${side} ${amount}`
      ? []
      : [{ line: number, what: `expected  ${words.join(' ')}\n    found     ${key} ${actual}` }];
  });
  const surplus = [...rest].map(([key, amount]) => ({
    line: check.line,
    what: `not expected: ${key} ${amount < 0 ? 'credit' : 'debit'} ${shownCents(Math.abs(amount))}`,
  }));
  return [...complaints, ...surplus];
}

const byDay = (on: string, account: string): string => `${on} ${account}`;

function checkPostings(check: Check, engine: LoanEngine, loan: Loan): Complaint[] {
  const [from, to] = rangeOf(check);
  const net = netOf(engine.state(loan, argAfter(check, 'through') ?? to), check, byDay);
  return compareNet(check, net, (key) => key.slice(0, 10) >= from && key.slice(0, 10) <= to);
}

function checkBalances(check: Check, engine: LoanEngine, loan: Loan): Complaint[] {
  const state = engine.state(loan, check.args[0] as string);
  return compareNet(
    check,
    netOf(state, check, (_on, account) => account),
    () => true,
  );
}

function checkDifference(check: Check, engine: LoanEngine, loan: Loan): Complaint[] {
  const through = argAfter(check, 'through') as string;
  const [before, after] = [check.args[0], argAfter(check, 'to')].map((known) =>
    netOf(engine.state(loan, through, known), check, byDay),
  ) as [Net, Net];
  const keys = new Set([...before.keys(), ...after.keys()]);
  const net = new Map([...keys].map((key) => [key, (after.get(key) ?? 0) - (before.get(key) ?? 0)]));
  return compareNet(check, net, () => true);
}

function argAfter(check: Check, word: string): string | undefined {
  const at = check.args.indexOf(word);
  return at < 0 ? undefined : check.args[at + 1];
}

function checkApr(check: Check, engine: LoanEngine): Complaint[] {
  const flows = (kind: string) =>
    check.rows
      .filter(({ words }) => words[0] === kind)
      .map(({ words: [, on = '', amount = ''] }) => ({ on, cents: Number(amount.replace('.', '')) }));
  const [expected = ''] = check.args;
  const actual = engine.apr(flows('advance'), flows('payment'));
  return isSame(expected, actual) ? [] : [{ line: check.line, what: `expected  ${expected}\n    found     ${actual}` }];
}

function checkRefused(check: Check, engine: LoanReader, golden: GoldenCase): Complaint[] {
  const [what = '', through] = check.args;
  try {
    engine.reading(engine.readLoan(golden.loan), through ?? '2999-12-31');
  } catch (error) {
    if (JSON.stringify([String(error), error]).includes(what)) return [];
    return [{ line: check.line, what: `expected a refusal that names ${what}\n    found     ${String(error)}` }];
  }
  return [{ line: check.line, what: `expected a refusal that names ${what}\n    found     none` }];
}
