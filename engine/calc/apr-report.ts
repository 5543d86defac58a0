// What a loan costs in a year, as it is disclosed: Regulation Z, closed-end credit.

import { amountFinanced, apr, type CashFlow, type Credit, financeCharge } from '../apr.ts';
import type { ScheduleRow } from '../schedule-of.ts';
import type { Terms } from '../terms.ts';
import { type Cents, cents, sumCents } from '../values/cents.ts';
import { type Day, dateOf } from '../values/day.ts';
import { grouped, percent, plain } from './amount-text.ts';
import { blank, linesOf, type Report, title } from './report.ts';

/**
 * The borrower gets the principal and the planned advances, pays what the schedule says, and an origination fee that
 * is taken at the start: deducted, or charged apart. One that is financed is in the payments.
 */
export function creditOf(terms: Terms, rows: readonly ScheduleRow[], activatedOn: Day): Credit {
  const { origination } = terms.fees;
  const isPrepaid = origination?.charged === 'deducted' || origination?.charged === 'apart';
  const prepaid: readonly CashFlow[] = isPrepaid ? [{ on: activatedOn, amount: origination.amount }] : [];
  return {
    advances: [{ on: activatedOn, amount: terms.principal }, ...terms.payments.plannedAdvances],
    payments: [...prepaid, ...rows.map(({ on, amount }) => ({ on, amount: cents(amount) }))],
  };
}

export function aprReport(terms: Terms, rows: readonly ScheduleRow[], activatedOn: Day): Report {
  const credit = creditOf(terms, rows, activatedOn);
  const { nominal, effective, disclosed, unitPeriod } = apr(credit, terms.interest.rates[0]?.rate);
  const financed: Cents = amountFinanced(credit);
  const charge = financeCharge(credit);
  const total = sumCents(credit.payments.filter(({ on }) => on > activatedOn).map(({ amount }) => amount));
  const rowsShown = [
    ['annual percentage rate', `${disclosed} %`, `(${percent(nominal, 6)})`],
    ['effective yearly rate', percent(effective, 4)],
    ['finance charge', grouped(charge)],
    ['amount financed', grouped(financed)],
    ['total of payments', grouped(total)],
  ];
  const columns = [
    { title: '', side: 'left' },
    { title: '', side: 'right' },
    { title: '', side: 'left' },
  ] as const;
  return {
    lines: [
      title(`From ${dateOf(activatedOn)}, ${rows.length} payments`),
      blank,
      ...linesOf({ columns, rows: rowsShown }),
    ],
    json: {
      apr: nominal,
      disclosedPercent: disclosed,
      effective,
      financeCharge: plain(charge),
      amountFinanced: plain(financed),
      totalOfPayments: plain(total),
      unitPeriod: { interval: unitPeriod.interval, multiple: unitPeriod.multiple },
    },
  };
}
