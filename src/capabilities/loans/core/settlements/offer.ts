// What is offered: one sum by a day, or parts on days. It must be less than what pays the loan off.
import { type Cents, formatCents, zeroCents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem, problemIf, refuseField } from '#platform/errors.ts';
import type { HeldLoan } from '../loan/product.ts';
import { stateAsked } from '../timeline/asked-day.ts';
import { termsOf } from '../timeline/held-loan.ts';
import type { SettlementPart } from './base/settlement.ts';
import type { SettlementCreate } from './schemas.ts';

interface Offer {
  readonly amount: Cents;
  readonly parts: readonly SettlementPart[];
  readonly acceptBy: Day;
  readonly lastDay: Day;
  /** The field by which the amount was sent. */
  readonly path: 'amount' | 'schedule';
}

/** Errors: InvalidRequest. */
export function offerOf(sent: SettlementCreate, today: Day): Offer {
  const parts = partsOf(sent, today);
  mustHaveNone(problemsOf(sent, parts, today));
  const lastDay = dayOf(parts.at(-1)!.dueDate);
  const acceptBy = sent.acceptBy == null ? dayOf(parts[0]!.dueDate) : dayOf(sent.acceptBy);
  if (acceptBy < today || acceptBy > lastDay) {
    const expected = `a date from ${dateOf(today)} to ${dateOf(lastDay)}`;
    throw refuseField('acceptBy', 'does not lie between today and the last date', expected);
  }
  const amount = parts.reduce((sum, part) => sum + part.amount, 0) as Cents;
  return { amount, parts, acceptBy, lastDay, path: sent.schedule === undefined ? 'amount' : 'schedule' };
}

/** Errors: InvalidRequest. */
function partsOf({ amount, lastDate, schedule }: SettlementCreate, today: Day): readonly SettlementPart[] {
  if (schedule !== undefined) {
    const beside = (['amount', 'lastDate'] as const).filter((path) => ({ amount, lastDate })[path] !== undefined);
    mustHaveNone(beside.map((path) => ({ path, message: 'stands beside a schedule', expected: 'one of both' })));
    return schedule;
  }
  if (amount !== undefined) return [{ dueDate: lastDate ?? dateOf(today + usualDays), amount }];
  throw refuseField('amount', 'is required', 'an amount, or a schedule');
}

const usualDays = 30;
const daysAheadMax = 1830;

function problemsOf({ schedule }: SettlementCreate, parts: readonly SettlementPart[], today: Day): Problem[] {
  const pathOf = (i: number, field: 'dueDate' | 'amount'): string =>
    schedule === undefined ? { dueDate: 'lastDate', amount: 'amount' }[field] : `schedule[${i}].${field}`;
  return parts.flatMap(({ dueDate, amount }, i) => {
    const first = i === 0 ? today : dayOf(parts[i - 1]!.dueDate) + 1;
    const isFitting = dayOf(dueDate) >= first && dayOf(dueDate) <= today + daysAheadMax;
    return [
      ...(isFitting ? [] : [wrongDay(pathOf(i, 'dueDate'), first, today)]),
      ...problemIf(amount <= 0, pathOf(i, 'amount'), 'must be more than zero', 'an amount of at least 0.01'),
    ];
  });
}

const wrongDay = (path: string, first: Day, today: Day): Problem => ({
  path,
  message: 'comes too early, or too late',
  expected: `a date from ${dateOf(first)} to ${dateOf(today + daysAheadMax)}`,
});

/** What pays the loan off today. */
export async function owedToday(reader: Reader, held: HeldLoan, today: Day): Promise<Cents> {
  const state = await stateAsked(reader, held, { day: today, knownAt: undefined });
  return state === undefined ? zeroCents : held.product.payoffOf(termsOf(held.row), state).amount;
}

/** Errors: InvalidRequest. */
export function mustBeBelow(owed: Cents, { amount, path }: Offer): void {
  if (amount < owed) return;
  throw refuseField(
    path,
    `comes to no less than the ${formatCents(owed)} that are owed`,
    `less than ${formatCents(owed)}`,
  );
}
