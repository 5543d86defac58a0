// The amount that pays a loan off on a day.

import type { Payoff } from '../account/payoff.ts';
import { dateOf } from '../values/day.ts';
import { grouped, plain } from './amount-text.ts';
import { blank, linesOf, note, type Report, title } from './report.ts';

export function payoffReport(payoff: Payoff): Report {
  const { goodThrough, amount, principal, interest, fees, credit, unearned, perDiem } = payoff;
  const parts = [
    ['principal', grouped(principal)],
    ['interest', grouped(interest)],
    ['fees', grouped(fees)],
    ...(credit === 0 ? [] : [['customer credit', grouped(-credit)]]),
  ];
  const columns = [
    { title: '', side: 'left' },
    { title: '', side: 'right' },
  ] as const;
  const on = dateOf(goodThrough);
  return {
    lines: [
      title(`Payoff on ${on}`),
      blank,
      ...linesOf({ columns, rows: parts, total: ['to pay', grouped(amount)] }),
      ...(unearned === undefined
        ? []
        : [blank, note(`${grouped(unearned)} of the charge are not earned, and not owed`)]),
      ...(/[1-9]/.test(perDiem) ? [blank, note(`Each day adds ${perDiem}`)] : []),
    ],
    json: {
      on,
      amount: plain(amount),
      principal: plain(principal),
      interest: plain(interest),
      fees: plain(fees),
      credit: plain(credit),
      ...(unearned === undefined ? {} : { unearned: plain(unearned) }),
      perDiem,
    },
  };
}
