// What was lent and lost on a day, by the month in which the loans began: from the same sums as the entries.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Sum } from './journal.ts';

export interface Vintage {
  readonly day: CivilDate;
  readonly vintage: string;
  readonly what: 'lent' | 'allowance' | 'recoveries';
  /** Cents: debits are positive. */
  readonly amount: number;
}

export function vintagesOf(sums: readonly Sum[]): Vintage[] {
  const of = sums.flatMap(({ day, vintage, source, amount }) =>
    vintage == null ? [] : [{ day, vintage, what: whatOf(source), amount }],
  );
  return [...Map.groupBy(of, ({ day, vintage, what }) => `${vintage} ${day} ${what}`).values()].map((same) => {
    const [first] = same as [Vintage];
    return { ...first, amount: same.reduce((sum, { amount }) => sum + amount, 0) };
  });
}

const whatOf = (source: string): Vintage['what'] =>
  source === 'allowance' || source === 'recoveries' ? source : 'lent';
