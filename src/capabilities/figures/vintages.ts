// What was lost of loans that began in the same month, and how soon.
import { addDays } from '@tenor/engine/values/civil-date.ts';
import { closedDay, generalLedgerErrors, vintageSums } from '#capabilities/general-ledger/index.ts';
import { type Column, type Figure, ofMonths, shareOf } from './figure.ts';
import { monthsBetween, monthsUntil } from './months.ts';

const ages = [6, 12, 24, 36];

export const vintages: Figure = {
  name: 'vintageFigures',
  title: 'VintageFigures',
  path: '/figures/vintages',
  summary: 'losses by the month in which loans began',
  description:
    'From closed days of the general ledger. What was lent is what the loans have lent until `asOf`: with later advances, and purchases of a line. The month is that in which the books of the loan began, as it was known when the day was closed.',
  query: ofMonths,
  columns: [
    { name: 'vintage', kind: 'text', says: 'The month in which the loans began, such as 2026-03.' },
    { name: 'lentAmount', kind: 'amount', says: 'What was lent.' },
    { name: 'chargedOffAmount', kind: 'amount', says: 'Principal that was charged off.' },
    { name: 'recoveredAmount', kind: 'amount', says: 'What was paid after the charge-off.' },
    { name: 'netAmount', kind: 'amount', says: 'What was charged off, less what was recovered.' },
    { name: 'netShare', kind: 'share', says: 'The net amount of what was lent, in hundredths of a percent, rounded.' },
    ...ages.map(
      (age): Column => ({
        name: `netShareAfter${age}`,
        kind: 'share',
        says: `The same of what was lost until the end of the ${age}th month after the vintage. Null: it is not over yet.`,
      }),
    ),
  ],
  drawn: ['netShare'],
  errors: [generalLedgerErrors.GeneralLedgerNotKept],
  async compute({ reader }, asked) {
    const asOf = await closedDay(reader, asked.asOf);
    const { names } = monthsUntil(asOf, asked.months);
    const [first = ''] = names;
    // The last day of a month ends it.
    const next = addDays(asOf, 1).slice(0, 7);
    const sums = await vintageSums(reader, { first, through: asOf });
    const rows = names.map((vintage) => {
      const its = sums.filter((sum) => sum.vintage === vintage);
      const add = (what: string, until: number): number =>
        its.reduce(
          (all, sum) => (sum.what === what && monthsBetween(vintage, sum.month) <= until ? all + sum.amount : all),
          0,
        );
      const ever = Number.MAX_SAFE_INTEGER;
      const netUntil = (until: number): number => add('allowance', until) + add('recoveries', until);
      const [lent, net] = [add('lent', ever), netUntil(ever)];
      const after = (age: number): number | null =>
        monthsBetween(vintage, next) > age ? shareOf(netUntil(age), lent) : null;
      return {
        vintage,
        lentAmount: lent,
        chargedOffAmount: add('allowance', ever),
        recoveredAmount: 0 - add('recoveries', ever),
        netAmount: net,
        netShare: shareOf(net, lent),
        ...Object.fromEntries(ages.map((age) => [`netShareAfter${age}`, after(age)])),
      };
    });
    return { asOf, rows };
  },
};
