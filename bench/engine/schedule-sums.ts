// Whether a schedule adds up as it is printed, in cents.
import { generator } from '../people.ts';
import type { Row, Scheduler } from './libraries.ts';
import type { PlainLoan } from './loans.ts';

interface ScheduleSums {
  readonly all: number;
  /** The principal of the rows adds up to the amount lent. */
  readonly principal: number;
  /** Nothing is left after the last row. */
  readonly last: number;
  /** The payment of each row is its interest plus its principal. */
  readonly rows: number;
}

/** 1,000 to 50,000 at 3 to 30 % over half a year to seven years; the same in every run. */
export function randomLoans(count: number): PlainLoan[] {
  const draw = generator(1_149);
  const between = (min: number, max: number): number => min + Math.floor(draw() * (max - min + 1));
  return Array.from({ length: count }, () => ({
    principal: between(100_000, 5_000_000) / 100,
    percent: between(300, 3_000) / 100,
    months: between(6, 84),
  }));
}

export function checkSums({ rows }: Scheduler, loans: readonly PlainLoan[]): ScheduleSums {
  const found = { all: 0, principal: 0, last: 0, rows: 0 };
  for (const loan of loans) {
    const printed = rows(loan).map(inCents);
    const sum = printed.reduce((total, row) => total + row.principal, 0);
    const isPrincipal = sum === inCent(loan.principal);
    const isLast = printed.at(-1)?.balance === 0;
    const isEveryRow = printed.every(({ payment, interest, principal }) => payment === interest + principal);
    found.principal += Number(isPrincipal);
    found.last += Number(isLast);
    found.rows += Number(isEveryRow);
    found.all += Number(isPrincipal && isLast && isEveryRow);
  }
  return found;
}

const inCent = (dollars: number): number => Math.round(Number(dollars.toFixed(2)) * 100);

const inCents = ({ payment, interest, principal, balance }: Row): Row => ({
  payment: inCent(payment),
  interest: inCent(interest),
  principal: inCent(principal),
  balance: inCent(balance),
});
