// The figures of the day as columns of the standing, where queries can reckon with them: here they are taken apart and put
// together, and everybody else knows `DayFigures` alone. Zero is null, which takes no room. Interest is whole cents
// and a part over `part_of`; on a day until `owed_until` it is
//
//   accrued + daily * days + floor((accrued_part + daily_part * days) / part_of)      days: those since `owed_through`
import type { Exact } from '@tenor/engine/interest/exact.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Limits } from './amounts.ts';
import type { AmountsAtEnd, DayFigures } from './day-figures.ts';
import type { NextObligation } from './next-obligation.ts';
import { type PackedAmounts, packedAmounts, unpackedAmounts } from './packed-amounts.ts';
import { type FigureColumns, figureColumns } from './tables.ts';

/** The figures of a loan without books. */
export const noFigures = Object.fromEntries(figureColumns.map((column) => [column, null])) as FigureColumns;

export function columnsOf(figures: DayFigures | null): FigureColumns {
  if (figures === null) return noFigures;
  const { through, validUntil, oldestDueOn, nextDueOn, next, limits, daily, notDue, amounts } = figures;
  return {
    rules: figures.rules,
    owed_through: dateOf(through),
    owed_until: dateIf(validUntil),
    oldest_due_on: dateIf(oldestDueOn),
    next_due_on: dateIf(nextDueOn),
    past_due_days: orNull(figures.pastDueDays),
    daily_past_due_days: orNull(daily.pastDueDays),
    principal: orNull(figures.principal),
    interest: orNull(figures.interest),
    fees: orNull(figures.fees),
    due: orNull(figures.due),
    past_due: orNull(figures.pastDue),
    next_due: next?.amount ?? null,
    credit_limit: limits?.creditLimitAmount ?? null,
    accrued: orNull(amounts.accrued.whole),
    accrued_part: orNull(amounts.accrued.part),
    daily: orNull(daily.accrued.whole),
    daily_part: orNull(daily.accrued.part),
    part_of: figures.denominator,
    not_due: notDue?.map((one) => `${textOf(one.amount)} ${textOf(one.daily)}`).join(' ') ?? null,
    other_amounts: packedAmounts(othersOf(figures)),
  };
}

/** Null without books. `next` is kept with the state: the figures that are read without it have none. */
export function figuresOf(row: FigureColumns, next?: NextObligation | null): DayFigures | null {
  const { rules, owed_through: through, not_due: balances, part_of: denominator } = row;
  if (rules === null || through === null || denominator === null) return null;
  const { daily, ...amounts } = unpackedAmounts(row.other_amounts);
  const eachDay = { whole: row.daily ?? 0, part: row.daily_part ?? 0 };
  return {
    rules,
    through: dayOf(through),
    validUntil: dayIf(row.owed_until),
    principal: cents(row.principal),
    interest: cents(row.interest),
    fees: cents(row.fees),
    due: cents(row.due),
    pastDue: cents(row.past_due),
    pastDueDays: row.past_due_days ?? 0,
    oldestDueOn: dayIf(row.oldest_due_on),
    nextDueOn: dayIf(row.next_due_on),
    ...(next !== undefined && { next }),
    denominator,
    notDue: balances === null ? null : eachBalance(balances),
    amounts: amountsIn(amounts, { whole: row.accrued ?? 0, part: row.accrued_part ?? 0 }),
    limits: row.credit_limit === null ? null : limitsIn(amounts, row.credit_limit),
    daily: {
      accrued: eachDay,
      accruedTotal: together(eachDay, daily.accruedTotal),
      discountTotal: daily.discountTotal,
      pastDueDays: row.daily_past_due_days ?? 0,
    },
  };
}

const orNull = (amount: number): number | null => (amount === 0 ? null : amount);
const cents = (amount: number | null): Cents => (amount ?? 0) as Cents;
const dateIf = (day: Day | null): CivilDate | null => (day === null ? null : dateOf(day));
const dayIf = (date: CivilDate | null): Day | null => (date === null ? null : dayOf(date));
const textOf = ({ whole, part }: Exact): string => `${whole} ${part}`;

function eachBalance(text: string): NonNullable<DayFigures['notDue']> {
  const numbers = text === '' ? [] : text.split(' ').map(Number);
  return Array.from({ length: numbers.length / 4 }, (_, i) => {
    const [whole = 0, part = 0, dailyWhole = 0, dailyPart = 0] = numbers.slice(4 * i);
    return { amount: { whole, part }, daily: { whole: dailyWhole, part: dailyPart } };
  });
}

function othersOf({ amounts, daily, limits }: DayFigures): PackedAmounts {
  const { buckets, accrued: _, ...rest } = amounts;
  const { availableCreditAmount, utilizationAmount, heldAmount, unclearedAmount, overLimitAmount } = limits ?? noLimits;
  return {
    ...buckets,
    ...rest,
    daily: { accruedTotal: apart(daily.accruedTotal, daily.accrued), discountTotal: daily.discountTotal },
    available: availableCreditAmount,
    utilization: utilizationAmount,
    held: heldAmount,
    uncleared: unclearedAmount,
    overLimit: overLimitAmount,
  };
}

const noLimits = {
  availableCreditAmount: 0,
  utilizationAmount: 0,
  heldAmount: 0,
  unclearedAmount: 0,
  overLimitAmount: 0,
};

/** Number by number: it is no amount, and `together` undoes it. */
const apart = (a: Exact, b: Exact): Exact => ({ whole: a.whole - b.whole, part: a.part - b.part });
const together = (a: Exact, b: Exact): Exact => ({ whole: a.whole + b.whole, part: a.part + b.part });

const amountsIn = (
  { nonDue, due, overdue, chargedOff, paid, customerCredit, ...exact }: Omit<PackedAmounts, 'daily'>,
  accrued: Exact,
): AmountsAtEnd => ({
  buckets: { nonDue, due, overdue },
  chargedOff,
  paid,
  customerCredit,
  accrued,
  accruedTotal: exact.accruedTotal,
  discountTotal: exact.discountTotal,
  forgoneCap: exact.forgoneCap,
  forgoneRounding: exact.forgoneRounding,
});

const limitsIn = (amounts: Omit<PackedAmounts, 'daily'>, limit: number): Limits => ({
  creditLimitAmount: limit as Cents,
  availableCreditAmount: amounts.available as Cents,
  utilizationAmount: amounts.utilization as Cents,
  heldAmount: amounts.held as Cents,
  unclearedAmount: amounts.uncleared as Cents,
  overLimitAmount: amounts.overLimit as Cents,
});
