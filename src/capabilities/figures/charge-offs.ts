// What was charged off and what came back of it, by the month in which it became known.
import { balanceBefore, closedDay, generalLedgerErrors, monthSums } from '#capabilities/general-ledger/index.ts';
import { type Figure, ofMonths, shareOf } from './figure.ts';
import { monthsUntil } from './months.ts';

export const chargeOffs: Figure = {
  name: 'chargeOffFigures',
  title: 'ChargeOffFigures',
  path: '/figures/charge-offs',
  summary: 'charge-offs and recoveries by month',
  description:
    'From closed days of the general ledger, so a month is that in which something became known. A charge-off that is taken back is a negative one.',
  query: ofMonths,
  columns: [
    { name: 'month', kind: 'text', says: 'Such as 2026-03.' },
    {
      name: 'chargedOffAmount',
      kind: 'amount',
      says: 'Principal that was charged off, with what was lent on a loan after its charge-off.',
    },
    { name: 'recoveredAmount', kind: 'amount', says: 'What was paid on loans after their charge-off.' },
    { name: 'netAmount', kind: 'amount', says: 'What was charged off, less what was recovered.' },
    { name: 'principalAmount', kind: 'amount', says: 'Principal that was outstanding when the month began.' },
    {
      name: 'netShare',
      kind: 'share',
      says: 'The net amount of that principal, in hundredths of a percent, rounded. Null: there was none.',
    },
  ],
  drawn: ['chargedOffAmount', 'recoveredAmount'],
  errors: [generalLedgerErrors.GeneralLedgerNotKept],
  async compute({ reader }, asked) {
    const asOf = await closedDay(reader, asked.asOf);
    const { names, from } = monthsUntil(asOf, asked.months);
    const [sums, before] = await Promise.all([
      monthSums(reader, ['allowance', 'recoveries', 'principal'], { from, through: asOf }),
      balanceBefore(reader, 'principal', from),
    ]);
    const of = (month: string, source: string): number =>
      sums.find((sum) => sum.month === month && sum.source === source)?.amount ?? 0;
    let principal = before;
    const rows = names.map((month) => {
      const [chargedOff, recovered] = [of(month, 'allowance'), 0 - of(month, 'recoveries')];
      const net = chargedOff - recovered;
      const row = {
        month,
        chargedOffAmount: chargedOff,
        recoveredAmount: recovered,
        netAmount: net,
        principalAmount: principal,
        netShare: shareOf(net, principal),
      };
      principal += of(month, 'principal');
      return row;
    });
    return { asOf, rows };
  },
};
