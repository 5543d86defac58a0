// The yearly cost of a loan as it is disclosed: Regulation Z, closed-end credit.

import { amountFinanced, apr, financeCharge } from '../disclosures/apr.ts';
import { creditOf } from '../disclosures/credit-of.ts';
import type { ScheduleRow } from '../installment/schedule-of.ts';
import type { Terms } from '../installment/terms.ts';
import { type Cents, sumCents } from '../values/cents.ts';
import { type Day, dateOf } from '../values/day.ts';
import { grouped, percent, plain } from './amount-text.ts';
import { blank, linesOf, type Report, title } from './report.ts';

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
