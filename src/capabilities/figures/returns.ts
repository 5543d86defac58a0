// How many debits came back, by the month in which they were sent.
import { closedDay, generalLedgerErrors } from '#capabilities/general-ledger/index.ts';
import { returnsByMonth } from '#capabilities/moving-money/index.ts';
import { type Column, type Figure, ofMonths, shareOf } from './figure.ts';
import { monthsUntil } from './months.ts';

const kinds = [
  ['returned', 'Debits that came back'],
  ['unauthorized', 'Debits that came back as unauthorized'],
  ['administrative', 'Debits that came back because the account is closed, or there is none'],
] as const;

const columnsOf = ([kind, says]: (typeof kinds)[number]): Column[] => [
  { name: `${kind}Count`, kind: 'count', says: `${says}.` },
  {
    name: `${kind}Share`,
    kind: 'share',
    says: `${says}, of all that were sent, in hundredths of a percent, rounded. Null: there are none.`,
  },
];

export const returns: Figure = {
  name: 'returnFigures',
  title: 'ReturnFigures',
  path: '/figures/returns',
  summary: 'ACH debits that came back, by month',
  description:
    'Debits by ACH of all originators, by the month in which their file was made, and what has come back of them; prenotes, and entries that verify an account, do not count. A return is of the month of its debit, however late it comes: for up to sixty days a month may still grow.',
  query: ofMonths,
  columns: [
    { name: 'month', kind: 'text', says: 'Such as 2026-03.' },
    { name: 'debitsCount', kind: 'count', says: 'Debits that were sent.' },
    ...kinds.flatMap(columnsOf),
  ],
  drawn: ['returnedShare', 'unauthorizedShare', 'administrativeShare'],
  errors: [generalLedgerErrors.GeneralLedgerNotKept],
  async compute({ reader }, asked) {
    const asOf = await closedDay(reader, asked.asOf);
    const { names, from } = monthsUntil(asOf, asked.months);
    const found = await returnsByMonth(reader, { from, through: asOf });
    const rows = names.map((month) => {
      const its = found.find((one) => one.month === month);
      const each = kinds.flatMap(([kind]) => {
        const count = its?.[kind] ?? 0;
        return [
          [`${kind}Count`, count],
          [`${kind}Share`, shareOf(count, its?.sent ?? 0)],
        ];
      });
      return { month, debitsCount: its?.sent ?? 0, ...Object.fromEntries(each) };
    });
    return { asOf, rows };
  },
};
