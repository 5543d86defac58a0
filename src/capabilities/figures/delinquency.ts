// Loans by how long something of them is late, today.
import { bucketsFrom, pastDueBuckets } from '#capabilities/loans/index.ts';
import type { Figure } from './figure.ts';

const names = [
  'current',
  ...bucketsFrom.map((from, i) => {
    const next = bucketsFrom[i + 1];
    return next === undefined ? `${from}+` : `${from}-${next - 1}`;
  }),
];

export const delinquency: Figure = {
  name: 'delinquencyFigures',
  title: 'DelinquencyFigures',
  path: '/figures/delinquency',
  summary: 'loans by how long something is late',
  description:
    'Today, from the figures that each loan keeps: loans that are active, frozen or accelerated, each on the day of its own zone; `asOf` is the day of the company. Loans that were charged off or paid off are in none.',
  isOfMonths: false,
  columns: [
    { name: 'bucket', kind: 'text', says: 'For how many days something is late; `current`: nothing is.' },
    { name: 'loansCount', kind: 'count', says: 'How many loans.' },
    { name: 'principalAmount', kind: 'amount', says: 'Their principal that is outstanding.' },
    { name: 'pastDueAmount', kind: 'amount', says: 'What of them is late.' },
    {
      name: 'principalShare',
      kind: 'share',
      says: 'Their principal of that of all, in hundredths of a percent, rounded. Null: there is none.',
    },
  ],
  drawn: ['principalAmount'],
  errors: [],
  async compute({ reader, now, today }) {
    const found = await pastDueBuckets(reader, now);
    const all = found.reduce((sum, { principal }) => sum + principal, 0);
    const rows = names.map((bucket, number) => {
      const { loans = 0, principal = 0, pastDue = 0 } = found.find((one) => one.bucket === number) ?? {};
      return {
        bucket,
        loansCount: loans,
        principalAmount: principal,
        pastDueAmount: pastDue,
        principalShare: all > 0 ? Math.round((principal * 10_000) / all) : null,
      };
    });
    return { asOf: today, rows };
  },
};
