// What our cash book expects at the bank, and how far the bank's day may lie from ours.
import { isOpen } from '@tenor/engine/time/calendar.ts';
import { addCents, type Cents, sumCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dayOf } from '@tenor/engine/values/day.ts';

export const expectedKinds = ['file', 'payout', 'payment', 'return', 'refund', 'external'] as const;

type ExpectedKind = (typeof expectedKinds)[number];

/** A line of the cash book that the bank should show. */
export interface Expected {
  readonly id: string;
  readonly kind: ExpectedKind;
  readonly on: CivilDate;
  /** Above zero: money comes in. */
  readonly amount: Cents;
  /** What the bank may name it by. */
  readonly keys: readonly string[];
  /** Lines of one group may come as one line of the bank, such as all returns of a file. */
  readonly group: string | null;
  /** The payment that a return or a refund takes back. */
  readonly of: string | null;
}

/** What a line of the bank can be: a line of the cash book, or all lines of a group. */
export interface Unit {
  readonly expected: readonly Expected[];
  readonly kind: ExpectedKind;
  readonly on: CivilDate;
  readonly amount: Cents;
  readonly keys: readonly string[];
}

export function unitsOf(expected: readonly Expected[]): Unit[] {
  const alone = expected.map((one) => ({ ...one, expected: [one] }));
  const groups = Map.groupBy(
    expected.filter(({ group }) => group !== null),
    ({ group }) => group as string,
  );
  const together = [...groups].flatMap(([group, members]) => {
    const [first] = members as [Expected];
    if (members.length === 1) return [];
    const amount = sumCents(members.map((one) => one.amount));
    return [{ expected: members, kind: first.kind, on: first.on, amount, keys: [group] }];
  });
  return [...alone, ...together];
}

const toleranceDays: Readonly<Partial<Record<ExpectedKind, number>>> = { payout: 2, external: 5 };

/** In banking days, either way. */
export const toleranceOf = (kind: ExpectedKind): number => toleranceDays[kind] ?? 0;

export function isNear(kind: ExpectedKind, a: CivilDate, b: CivilDate): boolean {
  if (a === b) return true;
  const [from, to] = a < b ? [a, b] : [b, a];
  const isFar = dayOf(to) - dayOf(from) > farDays;
  return !isFar && bankingDaysBetween(from, to) <= toleranceOf(kind);
}

/** No tolerance reaches so far, whatever holidays lie between. */
const farDays = 30;

/** How many banking days lie after `from`, `to` included. */
export function bankingDaysBetween(from: CivilDate, to: CivilDate): number {
  let count = 0;
  for (let day = dayOf(from) + 1; day <= dayOf(to); day += 1) if (isOpen(day)) count += 1;
  return count;
}

export const sumOf = (some: readonly { readonly amount: Cents }[]): Cents =>
  some.reduce((sum, { amount }) => addCents(sum, amount), 0 as Cents);
