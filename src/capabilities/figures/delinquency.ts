// Loans by how long something of them is late: today, or at the end of a closed month.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { generalLedgerErrors } from '#capabilities/general-ledger/index.ts';
import { pastDueBuckets } from '#capabilities/loans/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { openBuckets } from './buckets.ts';
import { closedMonthEnd, rollsOn } from './closed-months.ts';
import { type Figure, ofMonthEnd, shareOf } from './figure.ts';

export const delinquency: Figure = {
  name: 'delinquencyFigures',
  title: 'DelinquencyFigures',
  path: '/figures/delinquency',
  summary: 'loans by how long something is late',
  description:
    'Loans that are active, frozen or accelerated, each on the day of its own zone; loans that were charged off or paid off are in none. Without `asOf` it is of today, from the figures that each loan keeps. With the last day of a month it is what was known when that month was closed, and never changes.',
  query: ofMonthEnd('today'),
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
  errors: [generalLedgerErrors.GeneralLedgerNotKept],
  async compute({ reader, now, today }, asked) {
    const { asOf, found } =
      asked.asOf === undefined
        ? { asOf: today, found: (await pastDueBuckets(reader, now)).map(named) }
        : await atMonthEnd(reader, asked.asOf);
    const all = found.reduce((sum, { principal }) => sum + principal, 0);
    const rows = openBuckets.map((bucket) => {
      const { loans = 0, principal = 0, pastDue = 0 } = found.find((one) => one.bucket === bucket) ?? {};
      return {
        bucket,
        loansCount: loans,
        principalAmount: principal,
        pastDueAmount: pastDue,
        principalShare: shareOf(principal, all),
      };
    });
    return { asOf, rows };
  },
};

type OfNumber = Awaited<ReturnType<typeof pastDueBuckets>>[number];

const named = ({ bucket, ...sums }: OfNumber) => ({ bucket: openBuckets[bucket], ...sums });

/** Errors: GeneralLedgerNotKept, InvalidRequest. */
async function atMonthEnd(reader: Reader, asked: CivilDate) {
  const asOf = await closedMonthEnd(reader, asked);
  const rolls = await rollsOn(reader, asOf);
  const found = openBuckets.map((bucket) => {
    const its = rolls.filter(({ to }) => to === bucket);
    const sum = (what: 'loans' | 'principal' | 'pastDue') => its.reduce((all, roll) => all + roll[what], 0);
    return { bucket, loans: sum('loans'), principal: sum('principal'), pastDue: sum('pastDue') };
  });
  return { asOf, found };
}
