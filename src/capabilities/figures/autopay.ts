// How many loans were paid by autopay at the end of each month.
import { generalLedgerErrors } from '#capabilities/general-ledger/index.ts';
import { closedMonthEnd, countsOf, openLoansOf } from './closed-months.ts';
import { type Figure, ofClosedMonths, shareOf } from './figure.ts';
import { monthsUntil } from './months.ts';

export const autopay: Figure = {
  name: 'autopayFigures',
  title: 'AutopayFigures',
  path: '/figures/autopay',
  summary: 'loans with autopay at the end of each month',
  description:
    'From closed months. A loan has autopay when a plan of it is active; one that is paused is none. It is counted when the month is closed, some minutes after its end.',
  query: ofClosedMonths,
  columns: [
    { name: 'month', kind: 'text', says: 'Such as 2026-03.' },
    { name: 'loansCount', kind: 'count', says: 'Loans that were active, frozen or accelerated.' },
    {
      name: 'autopayCount',
      kind: 'maybeCount',
      says: 'Loans with autopay when the month was closed. Null: the month was closed more than a day late, when nobody knew any more.',
    },
    {
      name: 'autopayShare',
      kind: 'share',
      says: 'The loans with autopay of all loans, in hundredths of a percent, rounded. Null: it is not known, or there was no loan.',
    },
  ],
  drawn: ['loansCount', 'autopayCount'],
  errors: [generalLedgerErrors.GeneralLedgerNotKept],
  async compute({ reader }, asked) {
    const asOf = await closedMonthEnd(reader, asked.asOf);
    const { names, from } = monthsUntil(asOf, asked.months);
    const span = { from, through: asOf };
    const [counts, open] = await Promise.all([countsOf(reader, 'autopay', span), openLoansOf(reader, span)]);
    const rows = names.map((month) => {
      const isOfMonth = ({ day }: { readonly day: string }): boolean => day.startsWith(month);
      const loans = open.find(isOfMonth)?.loans ?? 0;
      const counted = counts.find(isOfMonth)?.counted ?? null;
      return {
        month,
        loansCount: loans,
        autopayCount: counted,
        autopayShare: counted === null ? null : shareOf(counted, loans),
      };
    });
    return { asOf, rows };
  },
};
