// Due dates and payments as agreed.

import type { ScheduleRow } from '../installment/schedule-of.ts';
import { type Day, dateOf } from '../values/day.ts';
import { grouped, groupedUnlessZero, plain, shortened } from './amount-text.ts';
import { blank, type Column, linesOf, type Report, title } from './report.ts';

const columns: readonly Column[] = [
  { title: '#', side: 'right' },
  { title: 'due', side: 'left' },
  { title: 'days', side: 'right' },
  { title: 'payment', side: 'right' },
  { title: 'exact\ninterest', side: 'right' },
  { title: 'interest', side: 'right' },
  { title: 'principal', side: 'right' },
  { title: 'fees', side: 'right' },
  { title: 'balance', side: 'right' },
];

const totalOf = (rows: readonly ScheduleRow[], key: 'amount' | 'interest' | 'principal' | 'fees'): number =>
  rows.reduce((total, row) => total + row[key], 0);

export function scheduleReport(rows: readonly ScheduleRow[], since: Day): Report {
  const cells = rows.map((row, i) => [
    String(row.ordinal),
    dateOf(row.on),
    String(row.on - (rows[i - 1]?.on ?? since)),
    grouped(row.amount),
    shortened(row.unroundedInterest),
    grouped(row.interest),
    grouped(row.principal),
    groupedUnlessZero(row.fees),
    grouped(row.balance),
  ]);
  const totals = {
    amount: totalOf(rows, 'amount'),
    interest: totalOf(rows, 'interest'),
    principal: totalOf(rows, 'principal'),
    fees: totalOf(rows, 'fees'),
  };
  const total = [
    '',
    '',
    '',
    grouped(totals.amount),
    '',
    grouped(totals.interest),
    grouped(totals.principal),
    groupedUnlessZero(totals.fees),
    '',
  ];
  return {
    lines: [title(headline(rows, since)), blank, ...linesOf({ columns, rows: cells, total })],
    json: {
      from: dateOf(since),
      payments: rows.map((row) => ({
        ordinal: row.ordinal,
        on: dateOf(row.on),
        amount: plain(row.amount),
        interest: plain(row.interest),
        principal: plain(row.principal),
        fees: plain(row.fees),
        balance: plain(row.balance),
        unroundedInterest: row.unroundedInterest,
      })),
      totals: {
        amount: plain(totals.amount),
        interest: plain(totals.interest),
        principal: plain(totals.principal),
        fees: plain(totals.fees),
      },
    },
  };
}

/** Most schedules have equal payments and a last one that differs. */
function headline(rows: readonly ScheduleRow[], from: Day): string {
  const since = `from ${dateOf(from)}`;
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return `No payments ${since}`;
  if (rows.length === 1) return `One payment of ${grouped(first.amount)}, ${since}`;
  const isLevel = rows.slice(0, -1).every(({ amount }) => amount === first.amount);
  if (!isLevel) return `${rows.length} payments, ${since}`;
  const end = last.amount === first.amount ? '' : `, the last ${grouped(last.amount)}`;
  return `${rows.length} payments of ${grouped(first.amount)}${end}, ${since}`;
}
