// Which rate applies on which day: the list of the terms, rates and promos that come as facts, the index, the ceiling.
// All of them become one list of steps, each valid until the next.

import type { Day } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';
import { scaled } from './exact.ts';
import { type RateResets, type ScaledResets, valuesByDay } from './resets.ts';

export interface RateTerms {
  /** One after the other from activation; `days: null` lasts without end, and so does the last one in any case. */
  readonly rates: readonly RateEntry[];
  /** Each from activation for its days (null: without end); subtracted from the rate. */
  readonly promos: readonly PromoEntry[];
  /** Bounds of index plus spread. */
  readonly floor: Rate | null;
  readonly cap: Rate | null;
  /** How much index plus spread may change at one change of the index. */
  readonly stepCap: Rate | null;
  /** Dates on which rates over the index are reset; null or absent: they move when the index does. */
  readonly resets?: RateResets | null;
  /** The least rate of principal that is overdue, whatever promos there are; null or absent: the same as the rest. */
  readonly overdueRate?: Rate | null;
}

export interface RateEntry {
  readonly days: number | null;
  readonly rate: Rate;
  /** `spread` is added to the index rate of the day. */
  readonly type: 'absolute' | 'spread';
}

interface PromoEntry {
  readonly days: number | null;
  readonly rate: Rate;
}

export interface RateStep {
  readonly from: Day;
  /** The scaled rate after promos and ceiling. */
  readonly rate: number;
  /** The lowest rate before promos and ceiling. */
  readonly beforeDiscount: number;
  /** The rate after promos, before the ceiling. */
  readonly withoutCeiling: number;
  /** What principal that is overdue pays instead of `withoutCeiling`, and at most; absent: the same as the rest. */
  readonly overdue?: OverdueStep;
}

interface OverdueStep {
  readonly withoutCeiling: number;
  readonly ceiling: number;
}

/** The rates of principal that is overdue: the same step, if it has none of its own. */
export function whenOverdue(step: RateStep): RateStep {
  if (step.overdue === undefined || step.overdue.withoutCeiling === step.withoutCeiling) return step;
  const { withoutCeiling, ceiling } = step.overdue;
  const beforeDiscount = Math.max(step.beforeDiscount, withoutCeiling);
  return { from: step.from, rate: Math.min(withoutCeiling, ceiling), beforeDiscount, withoutCeiling };
}

/** Where a charge is fixed at the start no rate counts, but the ceiling of a day and the rate of what is overdue. */
export const withoutRates = (terms: RateTerms): RateTerms => ({
  ...terms,
  rates: [],
  promos: [],
  overdueRate: terms.overdueRate ?? ('0' as Rate),
});

/** The ceiling of a day without rates; null: there is none. */
export const ceilingOf = ({ overdue }: RateStep): number | null =>
  overdue === undefined || overdue.ceiling === forGood ? null : overdue.ceiling;

/** A change of the rate. */
export type RateChange =
  /**
   * From this day the index has the value `rate`, until the next one. The only fact that may precede the activation.
   */
  | { readonly kind: 'index'; readonly rate: Rate }
  /** A further rate from this day to `until` (included). `replaces` ends all earlier rates on the day before. */
  | {
      readonly kind: 'rate';
      readonly rate: Rate;
      readonly type: 'absolute' | 'spread';
      readonly until: Day | null;
      readonly replaces: boolean;
    }
  | { readonly kind: 'promo'; readonly rate: Rate; readonly until: Day | null }
  /** The rate of a day is at most this (Servicemembers Civil Relief Act: 0.06). */
  | { readonly kind: 'ceiling'; readonly rate: Rate; readonly until: Day | null };

export type RateFact = { readonly id: string; readonly on: Day } & RateChange;

interface Running {
  readonly from: Day;
  /** The last day, included. */
  until: Day;
  readonly rate: number;
  readonly isSpread: boolean;
}

const forGood = Number.MAX_SAFE_INTEGER;

interface Known {
  /** Steps that are known, and the first day that may differ: a fact applies from its day on. */
  readonly kept?: readonly RateStep[];
  readonly since?: Day;
  /** The last day on which a rate is reset. */
  readonly resetsThrough?: Day;
}

/** `facts` in their order; the days of terms count from `start`. */
export function rateSteps(
  terms: RateTerms,
  start: Day,
  facts: readonly RateFact[],
  scale: number,
  { kept = [], since = start, resetsThrough = forGood }: Known = {},
): RateStep[] {
  const table = tableOf(terms, start, facts, scale);
  const { rates, promos, ceilings, indexes } = table;
  const days = boundaries(start, [...rates, ...promos, ...ceilings], indexes);
  const steps = kept.filter(({ from }) => from < since);
  for (const { day, worthOf } of valuesOn(days, table, scaledResets(terms, scale, resetsThrough))) {
    if (day < since) continue;
    const step = stepOn(day, table, worthOf);
    const last = steps.at(-1);
    if (last === undefined || !isSame(last, step)) steps.push(step);
  }
  return steps;
}

interface DayValues {
  readonly day: Day;
  readonly worthOf: (rate: Running) => number;
}

/** The days on which something may change, with what each rate is worth then. */
function valuesOn(days: readonly Day[], table: RateTable, resets: ScaledResets | null): DayValues[] {
  const { rates, indexes, bounds } = table;
  if (resets === null) return days.map((day) => ({ day, worthOf: valueFor(day, table) }));
  const index = {
    indexOn: (day: Day) => indexOn(day, indexes),
    lastChange: indexes.at(-1)?.on ?? days[0]!,
    bounded: (rate: number) => bounded(rate, bounds),
  };
  return valuesByDay(rates, days, resets, index).map(({ day, of }) => ({ day, worthOf: (rate) => of.get(rate)! }));
}

const valueFor =
  (day: Day, { indexes, bounds }: RateTable) =>
  (rate: Running): number =>
    rate.isSpread ? spreadOn(day, rate, indexes, bounds) : rate.rate;

function scaledResets({ resets }: RateTerms, scale: number, through: Day): ScaledResets | null {
  if (resets == null) return null;
  const inScale = (rate: Rate | null): number | null => (rate === null ? null : scaled(rate, scale));
  return {
    dates: resets,
    through,
    roundTo: inScale(resets.roundTo),
    firstCap: inScale(resets.firstCap),
    periodicCap: inScale(resets.periodicCap),
    lifetimeCap: inScale(resets.lifetimeCap),
    lifetimeDrop: inScale(resets.lifetimeDrop),
  };
}

/** Whether the rate of the day follows the index: no fixed rate is as low, whatever promos and ceilings do. */
export function isVariableOn(
  day: Day,
  terms: RateTerms,
  start: Day,
  facts: readonly RateFact[],
  scale: number,
): boolean {
  const table = tableOf(terms, start, facts, scale);
  const running = table.rates.filter((rate) => runsOn(rate, day));
  const fixed = running.filter(({ isSpread }) => !isSpread);
  if (fixed.length === running.length) return false;
  const lowest = (rates: readonly Running[]): number =>
    stepOn(day, { ...table, rates }, valueFor(day, table)).beforeDiscount;
  return fixed.length === 0 || lowest(running) < lowest(fixed);
}

function tableOf(terms: RateTerms, start: Day, facts: readonly RateFact[], scale: number): RateTable {
  const rates = interestRates(terms, start, facts, scale);
  const promos = [
    ...terms.promos.map(({ days, rate }) => running(start, days === null ? forGood : start + days - 1, rate, scale)),
    ...facts.filter((fact) => fact.kind === 'promo').map((fact) => runningFact(fact, scale)),
  ];
  const ceilings = facts.filter((fact) => fact.kind === 'ceiling').map((fact) => runningFact(fact, scale));
  const indexes = facts
    .filter((fact) => fact.kind === 'index')
    .map(({ on, rate }) => ({ on, rate: scaled(rate, scale) }));
  const bounds: Bounds = {
    floor: terms.floor === null ? null : scaled(terms.floor, scale),
    cap: terms.cap === null ? null : scaled(terms.cap, scale),
    step: terms.stepCap === null ? null : scaled(terms.stepCap, scale),
  };
  const overdue = terms.overdueRate == null ? null : scaled(terms.overdueRate, scale);
  return { rates, promos, ceilings, indexes, bounds, overdue };
}

interface IndexValue {
  readonly on: Day;
  readonly rate: number;
}

interface Bounds {
  readonly floor: number | null;
  readonly cap: number | null;
  readonly step: number | null;
}

interface RateTable {
  readonly rates: readonly Running[];
  readonly promos: readonly Running[];
  readonly ceilings: readonly Running[];
  readonly indexes: readonly IndexValue[];
  readonly bounds: Bounds;
  readonly overdue: number | null;
}

function interestRates(terms: RateTerms, start: Day, facts: readonly RateFact[], scale: number): Running[] {
  let rates: Running[] = [];
  let from = start;
  terms.rates.forEach(({ days, rate, type }, i) => {
    const isLast = days === null || i === terms.rates.length - 1;
    const until = isLast ? forGood : from + days - 1;
    rates.push({ from, until, rate: scaled(rate, scale), isSpread: type === 'spread' });
    from = isLast ? forGood : until + 1;
  });
  rates = rates.filter((entry) => entry.from < forGood);
  for (const fact of facts) {
    if (fact.kind !== 'rate') continue;
    if (fact.replaces) rates = ended(rates, fact.on - 1);
    rates.push({ ...runningFact(fact, scale), isSpread: fact.type === 'spread' });
  }
  return rates;
}

function ended(rates: readonly Running[], lastDay: Day): Running[] {
  return rates.map((rate) => ({ ...rate, until: Math.min(rate.until, lastDay) }));
}

function running(from: Day, until: Day, rate: RateFact['rate'], scale: number): Running {
  return { from, until, rate: scaled(rate, scale), isSpread: false };
}

function runningFact(fact: Exclude<RateFact, { kind: 'index' }>, scale: number): Running {
  return running(fact.on, fact.until ?? forGood, fact.rate, scale);
}

function boundaries(start: Day, all: readonly Running[], indexes: readonly IndexValue[]): Day[] {
  const days = new Set<Day>([start]);
  for (const { from, until } of all) {
    if (from > start) days.add(from);
    if (until >= start && until < forGood) days.add(until + 1);
  }
  for (const { on } of indexes) if (on > start) days.add(on);
  return [...days].sort((a, b) => a - b);
}

/** The lowest rate, less the promos, at most the ceiling. */
function stepOn(
  day: Day,
  { rates, promos, ceilings, overdue }: RateTable,
  worthOf: (rate: Running) => number,
): RateStep {
  let lowest = forGood;
  for (const rate of rates) if (runsOn(rate, day)) lowest = Math.min(lowest, worthOf(rate));
  const beforeDiscount = lowest === forGood ? 0 : Math.max(0, lowest);
  let discount = 0;
  for (const promo of promos) if (runsOn(promo, day)) discount += promo.rate;
  const withoutCeiling = Math.max(0, beforeDiscount - discount);
  let ceiling = forGood;
  for (const one of ceilings) if (runsOn(one, day) && one.rate < ceiling) ceiling = one.rate;
  const step = { from: day, rate: Math.min(withoutCeiling, ceiling), beforeDiscount, withoutCeiling };
  if (overdue === null) return step;
  return { ...step, overdue: { withoutCeiling: Math.max(withoutCeiling, overdue), ceiling } };
}

const runsOn = ({ from, until }: Running, day: Day): boolean => from <= day && day <= until;

/** Index plus spread. With a step cap it follows all changes of the index since the spread began. */
function spreadOn(day: Day, spread: Running, indexes: readonly IndexValue[], bounds: Bounds): number {
  let value = bounded(indexOn(Math.min(spread.from, day), indexes) + spread.rate, bounds);
  if (bounds.step === null) return bounded(indexOn(day, indexes) + spread.rate, bounds);
  let before = 0;
  for (let i = 0; i < indexes.length; i++) {
    const { on, rate } = indexes[i]!;
    if (on > day) break;
    // If several are on one day, only the last one counts.
    if (indexes[i + 1]?.on === on) continue;
    const isChange = rate !== before;
    before = rate;
    if (!isChange || on <= spread.from) continue;
    value = bounded(Math.min(value + bounds.step, Math.max(value - bounds.step, rate + spread.rate)), bounds);
  }
  return value;
}

function bounded(rate: number, { floor, cap }: Bounds): number {
  const raised = floor === null ? rate : Math.max(rate, floor);
  return cap === null ? raised : Math.min(raised, cap);
}

/** The last value on or before the day; zero before the first. */
function indexOn(day: Day, indexes: readonly IndexValue[]): number {
  for (let i = indexes.length - 1; i >= 0; i--) if (indexes[i]!.on <= day) return indexes[i]!.rate;
  return 0;
}

function isSame(a: RateStep, b: RateStep): boolean {
  return (
    a.rate === b.rate &&
    a.beforeDiscount === b.beforeDiscount &&
    a.withoutCeiling === b.withoutCeiling &&
    a.overdue?.withoutCeiling === b.overdue?.withoutCeiling &&
    a.overdue?.ceiling === b.overdue?.ceiling
  );
}

/** The index of the step for the day. */
export function stepIndexOn(steps: readonly RateStep[], day: Day): number {
  let index = 0;
  while (index + 1 < steps.length && steps[index + 1]!.from <= day) index++;
  return index;
}
