// What payments paid, by the month in which it became known.
import { closedDay, generalLedgerErrors, monthSumsOfKind } from '#capabilities/general-ledger/index.ts';
import { type Figure, ofMonths } from './figure.ts';
import { monthsUntil } from './months.ts';

export const collections: Figure = {
  name: 'collectionFigures',
  title: 'CollectionFigures',
  path: '/figures/collections',
  summary: 'what payments paid, by month',
  description:
    'From closed days of the general ledger: payments of all loans, less what was taken back or divided anew in the month. A month in which more was taken back than paid is negative.',
  query: ofMonths,
  columns: [
    { name: 'month', kind: 'text', says: 'Such as 2026-03.' },
    { name: 'principalAmount', kind: 'amount', says: 'What of it paid principal.' },
    { name: 'interestAmount', kind: 'amount', says: 'What of it paid interest.' },
    { name: 'feesAmount', kind: 'amount', says: 'What of it paid fees.' },
    { name: 'recoveredAmount', kind: 'amount', says: 'What of it was paid on loans after their charge-off.' },
    { name: 'otherAmount', kind: 'amount', says: 'What of it was more than was owed, or is on other accounts.' },
    { name: 'totalAmount', kind: 'amount', says: 'All of it, with what collection agencies have kept.' },
  ],
  drawn: ['principalAmount', 'interestAmount', 'feesAmount'],
  errors: [generalLedgerErrors.GeneralLedgerNotKept],
  async compute({ reader }, asked) {
    const asOf = await closedDay(reader, asked.asOf);
    const { names, from } = monthsUntil(asOf, asked.months);
    const sums = await monthSumsOfKind(reader, 'payment', { from, through: asOf });
    const rows = names.map((month) => {
      const its = sums.filter((sum) => sum.month === month);
      const credited = (is: (source: string) => boolean): number =>
        its.reduce((all, { source, amount }) => (is(source) ? all - amount : all), 0);
      const principal = credited((source) => source === 'principal');
      const interest = credited((source) => source === 'interest' || source === 'interestIncome');
      const fees = credited((source) => source.startsWith('fees.') || source.startsWith('feeIncome.'));
      const recovered = credited((source) => source === 'recoveries');
      const total = 0 - credited((source) => source === 'clearing' || source === 'agencyFees');
      return {
        month,
        principalAmount: principal,
        interestAmount: interest,
        feesAmount: fees,
        recoveredAmount: recovered,
        otherAmount: total - principal - interest - fees - recovered,
        totalAmount: total,
      };
    });
    return { asOf, rows };
  },
};
