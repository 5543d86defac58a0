// Rates over an index that are reset on dates, as adjustable-rate contracts have them: within caps at each reset and for
// the life, whether or not the index has changed (rules.md 3.2a).

import { dateNumberOf, dayOfMonthIn, monthIn, monthsLater, quotient, yearIn } from '../time/calendar.ts';
import type { Day } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';

export interface RateResets {
  /** The first reset date; the others follow every so many months. */
  readonly first: Day;
  readonly everyMonths: number;
  /** The index of so many days before counts. */
  readonly lookbackDays: number;
  /** Index and spread together are rounded to a multiple of this, halves up; null: as they are. */
  readonly roundTo: Rate | null;
  /** How far a rate may move at the first reset, up or down; null: as at the others. */
  readonly firstCap: Rate | null;
  /** How far a rate may move at each other reset, up or down; null: as far as the index goes. */
  readonly periodicCap: Rate | null;
  /** How far a rate may lie above the first one of the loan, and below it. */
  readonly lifetimeCap: Rate | null;
  readonly lifetimeDrop: Rate | null;
}

/** No contract has more. */
const resetsMax = 1200;

const never = Number.MAX_SAFE_INTEGER;

/** Reset date k; the first one is number zero. */
function resetDate({ first, everyMonths }: RateResets, k: number): Day {
  if (k >= resetsMax) return never;
  const date = dateNumberOf(first);
  return monthsLater(yearIn(date), monthIn(date), k * everyMonths, dayOfMonthIn(date));
}

/** The number of the first reset date after the day. */
function numberAfter(resets: RateResets, day: Day): number {
  const [date, from] = [dateNumberOf(day), dateNumberOf(resets.first)];
  const months = (yearIn(date) - yearIn(from)) * 12 + monthIn(date) - monthIn(from);
  const k = quotient(Math.max(0, months), resets.everyMonths);
  return resetDate(resets, k) > day ? k : k + 1;
}

/** The first reset date after the day. */
export const nextReset = (resets: RateResets, after: Day): Day => resetDate(resets, numberAfter(resets, after));

/** Whether the index of the day counts on the day itself: on the first one of the loan, and on those of resets. */
export const isCountedOn = (resets: RateResets, start: Day, day: Day): boolean =>
  resets.lookbackDays === 0 && (day === start || nextReset(resets, day - 1) === day);

/** The caps and bounds as whole numbers of one scale. */
export interface ScaledResets {
  readonly dates: RateResets;
  /** The last day whose reset counts: who solves a payment knows none to come. */
  readonly through: Day;
  readonly roundTo: number | null;
  readonly firstCap: number | null;
  readonly periodicCap: number | null;
  readonly lifetimeCap: number | null;
  readonly lifetimeDrop: number | null;
}

/** A rate that runs for a while: as it is, or over the index. */
interface Running {
  readonly from: Day;
  readonly until: Day;
  readonly rate: number;
  readonly isSpread: boolean;
}

interface Indexed {
  /** The index on a day. */
  readonly indexOn: (day: Day) => number;
  /** The last day on which the index changes. */
  readonly lastChange: Day;
  /** Raised to the floor and lowered to the cap of the terms. */
  readonly bounded: (rate: number) => number;
}

/** What each rate is worth on a day on which something may change. */
interface Values {
  readonly day: Day;
  readonly of: ReadonlyMap<Running, number>;
}

/** `days`: those on which a rate begins or ends, the first day of the loan first. */
export function valuesByDay(
  rates: readonly Running[],
  days: readonly Day[],
  resets: ScaledResets,
  index: Indexed,
): Values[] {
  const start = days[0]!;
  const lastNews = index.lastChange + resets.dates.lookbackDays;
  const none: ReadonlyMap<Running, number> = new Map();
  let before = valuesOn(rates, start, { before: none, first: null, k: null }, resets, index);
  const first = lowestOf(before);
  const found: Values[] = [{ day: start, of: before }];
  let k = numberAfter(resets.dates, start);
  let next = dateOfReset(resets, k);
  for (let i = 1; ; ) {
    const day = Math.min(days[i] ?? never, next);
    if (day === never) return found;
    const isReset = day === next;
    const of = valuesOn(rates, day, { before, first, k: isReset ? k : null }, resets, index);
    found.push({ day, of });
    if (day === days[i]) i++;
    // Once a reset after the first one moves nothing, and nothing new is to come, no later one moves anything.
    const isAllKnown = isReset && k > 0 && i === days.length && day >= lastNews;
    if (isAllKnown && rates.every((rate) => of.get(rate) === before.get(rate))) return found;
    if (isReset) next = dateOfReset(resets, ++k);
    before = of;
  }
}

function dateOfReset({ dates, through }: ScaledResets, k: number): Day {
  const day = resetDate(dates, k);
  return day > through ? never : day;
}

interface Known {
  /** The values of the day before; none on the first day of the loan. */
  readonly before: ReadonlyMap<Running, number>;
  /** The lowest rate of the first day; null if none ran. */
  readonly first: number | null;
  /** The number of the reset of this day; null if it is none. */
  readonly k: number | null;
}

function valuesOn(
  rates: readonly Running[],
  day: Day,
  { before, first, k }: Known,
  resets: ScaledResets,
  index: Indexed,
): Map<Running, number> {
  const full = (rate: Running): number =>
    roundedTo(index.indexOn(day - resets.dates.lookbackDays) + rate.rate, resets.roundTo);
  const lowest = lowestOf(before);
  const begun = (rate: Running): number => lowest ?? index.bounded(full(rate));
  const values = new Map<Running, number>();
  for (const rate of rates) {
    if (day < rate.from || day > rate.until) continue;
    if (!rate.isSpread) {
      values.set(rate, rate.rate);
      continue;
    }
    const was = before.get(rate) ?? begun(rate);
    values.set(rate, k === null ? was : index.bounded(withinCaps(full(rate), was, { first, k }, resets)));
  }
  return values;
}

function withinCaps(full: number, was: number, { first, k }: Pick<Known, 'first' | 'k'>, resets: ScaledResets): number {
  const cap = k === 0 ? (resets.firstCap ?? resets.periodicCap) : resets.periodicCap;
  const moved = cap === null ? full : Math.max(was - cap, Math.min(was + cap, full));
  if (first === null) return moved;
  const below = resets.lifetimeCap === null ? moved : Math.min(moved, first + resets.lifetimeCap);
  return resets.lifetimeDrop === null ? below : Math.max(below, first - resets.lifetimeDrop);
}

function lowestOf(values: ReadonlyMap<Running, number>): number | null {
  let lowest: number | null = null;
  for (const value of values.values()) if (lowest === null || value < lowest) lowest = value;
  return lowest;
}

/** Halves go up, also below zero. */
function roundedTo(rate: number, unit: number | null): number {
  if (unit === null || unit === 0) return rate;
  return unit * Math.floor((2 * rate + unit) / (2 * unit));
}
