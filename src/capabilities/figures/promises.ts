// What became of promises to pay, by the month in which it was decided.
import { generalLedgerErrors } from '#capabilities/general-ledger/index.ts';
import { closedMonthEnd, countsOf } from './closed-months.ts';
import { type Figure, ofClosedMonths, shareOf } from './figure.ts';
import { monthsUntil } from './months.ts';

export const promises: Figure = {
  name: 'promiseFigures',
  title: 'PromiseFigures',
  path: '/figures/promises',
  summary: 'what became of promises to pay, by month',
  description:
    'From closed months. A promise is of the month in which its last date and its days of grace are over, and counts as it stood when that month was closed: what was paid or taken back later changes nothing. One whose days of grace end with the last day of a month is of the next one, in which it is decided.',
  query: ofClosedMonths,
  columns: [
    { name: 'month', kind: 'text', says: 'Such as 2026-03.' },
    { name: 'keptCount', kind: 'count', says: 'All that was promised came in time.' },
    { name: 'brokenCount', kind: 'count', says: 'Something of it had not come in time.' },
    { name: 'canceledCount', kind: 'count', says: 'They were canceled before.' },
    { name: 'promisedAmount', kind: 'amount', says: 'What was promised by those that were kept or broken.' },
    { name: 'paidAmount', kind: 'amount', says: 'What of it came, in time or later.' },
    {
      name: 'keptShare',
      kind: 'share',
      says: 'The share that was kept of what was kept or broken, in hundredths of a percent, rounded. Null: there are none.',
    },
    { name: 'paidShare', kind: 'share', says: 'What came of what was promised. Null: there is none.' },
  ],
  drawn: ['keptCount', 'brokenCount'],
  errors: [generalLedgerErrors.GeneralLedgerNotKept],
  async compute({ reader }, asked) {
    const asOf = await closedMonthEnd(reader, asked.asOf);
    const { names, from } = monthsUntil(asOf, asked.months);
    const counts = await countsOf(reader, 'promises', { from, through: asOf });
    const rows = names.map((month) => {
      const of = (status: string) =>
        counts.find(({ day, name }) => day.startsWith(month) && name === status) ?? { counted: 0, cents: 0, paid: 0 };
      const [kept, broken, canceled] = [of('kept'), of('broken'), of('canceled')];
      const [promised, paid] = [kept.cents + broken.cents, kept.paid + broken.paid];
      return {
        month,
        keptCount: kept.counted,
        brokenCount: broken.counted,
        canceledCount: canceled.counted,
        promisedAmount: promised,
        paidAmount: paid,
        keptShare: shareOf(kept.counted, kept.counted + broken.counted),
        paidShare: shareOf(paid, promised),
      };
    });
    return { asOf, rows };
  },
};
