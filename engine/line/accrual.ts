// Interest of a draw: balance times days, summed over each stretch of one rate, and only then multiplied. A purchase
// costs two additions, and nothing is rounded before interest is booked.

import { add, addProduct, type Exact, factorOf, nothing, rounded, scaleFor, subtract } from '../interest/exact.ts';
import { isVariableOn, rateSteps, stepIndexOn } from '../interest/rates.ts';
import { openPeriod, weightBetween } from '../time/day-count.ts';
import type { Day } from '../values/day.ts';
import type { Rate } from '../values/rate.ts';
import { countInterest, type Line, refine } from './line.ts';
import { interestOpenOf } from './owed.ts';
import type { Draw, LinePosition, LineRateFact, Stretch } from './state.ts';

/** Completes the interest of the days before `day`. To be called before the principal of the draw changes. */
export function accrue(line: Line, d: Draw, day: Day): void {
  const isDaily = compoundsOn(line, d);
  const billed = isDaily ? interestOpenOf(line, d) : 0;
  while (d.accruedTo < day) {
    const step = d.rateSteps[d.rateIndex]!;
    const next = d.rateSteps[d.rateIndex + 1];
    const end = next !== undefined && next.from < day ? next.from : day;
    const to = isDaily ? d.accruedTo + 1 : end;
    const { dayCount } = line.terms.interest;
    const weight = weightBetween(dayCount, d.accruedTo, to, openPeriod(line.position.periodStart));
    const stretch = stretchAt(d, step.rate);
    if (isDaily) earnOnInterest(line, d, stretch, { billed, weight });
    earn(line, d, stretch, weight);
    d.accruedTo = to;
    if (to === next?.from) d.rateIndex++;
  }
}

export function accrueAll(line: Line, day: Day): void {
  for (const d of line.position.draws) accrue(line, d, day);
}

function stretchAt(d: Draw, rate: number): Stretch {
  const open = d.stretches.at(-1);
  if (open?.rate === rate) return open;
  const stretch = { from: d.accruedTo, rate, weight: 0, sum: 0, fresh: 0 };
  d.stretches.push(stretch);
  return stretch;
}

function earn(line: Line, d: Draw, stretch: Stretch, weight: number): void {
  stretch.weight += weight;
  const balance = balanceOf(line, d);
  if (balance === 0) return;
  if (line.terms.cycleRateMax !== null) d.balanceDays += balance * weight;
  if (d.memo !== null) addProduct(d.memo, balance, factorOf(stretch.rate, weight), line.denominator);
  else if (!d.hasGrace) stretch.sum = summed(line, d, stretch, stretch.sum, balance * weight);
  if (d.terms.grace !== null) stretch.fresh += boughtSince(d) * weight;
}

/** Not in grace, not while interest is deferred, and not once the line is charged off. */
export const compoundsOn = ({ terms, position: p }: Line, d: Draw): boolean =>
  terms.interest.accrual === 'compoundDaily' &&
  p.standing !== 'chargedOff' &&
  !d.hasGrace &&
  d.memo === null &&
  d.terms.purpose !== 'static';

interface OfDay {
  /** Interest that is billed and open. */
  readonly billed: number;
  readonly weight: number;
}

/** What unpaid interest earns on a day. What is billed is whole cents, like principal. */
function earnOnInterest(line: Line, d: Draw, stretch: Stretch, { billed, weight }: OfDay): void {
  const { whole, part } = earnedByUnbooked(line, d, stretch.rate, weight);
  const sum = { ...(stretch.onInterest ?? nothing()) };
  add(sum, whole, part, line.denominator);
  stretch.onInterest = sum;
  stretch.sum = summed(line, d, stretch, stretch.sum, billed * weight);
}

/**
 * Interest that has accrued is not rounded, but the interest of a day on it is cut to a millionth of a cent: else its
 * fractions would grow without end.
 */
export function earnedByUnbooked(line: Line, d: Draw, rate: number, weight: number): Exact {
  const { whole, part } = notBooked(line, d);
  if (whole < 0) return nothing();
  const one = BigInt(line.denominator);
  const ofDay = (BigInt(whole) * one + BigInt(part)) * BigInt(rate) * BigInt(weight);
  const millionths = Number((ofDay * 1_000_000n) / (one * one));
  const cents = Math.floor(millionths / 1_000_000);
  return { whole: cents, part: (millionths - cents * 1_000_000) * (line.denominator / 1_000_000) };
}

/** A sum beyond exact whole numbers becomes interest at once: it takes balances of billions. */
function summed(line: Line, d: Draw, { rate }: Stretch, sum: number, more: number): number {
  if (sum + more <= Number.MAX_SAFE_INTEGER) return sum + more;
  addProduct(d.carried, sum, rate, line.denominator);
  return more;
}

/** The balance that accrues, whether or not grace keeps it from doing so. */
function balanceOf({ terms, position: p }: Line, d: Draw): number {
  if (d.terms.purpose === 'static') return 0;
  if (p.standing !== 'chargedOff') return d.principalOwed;
  return terms.delinquency.accrualAfterChargeOff ? d.chargedOff.principal : 0;
}

/** What was bought since the statement and has not been paid: what is paid counts for the statement first (7.4). */
function boughtSince({ opening, bought, repaid }: Draw): number {
  return Math.max(0, bought - Math.max(0, repaid - opening));
}

/** Interest earned and not booked, exact, as far as it may be booked. */
export function accruedOf(line: Line, d: Draw): Exact {
  const interest = notBooked(line, d);
  cutToRoom(line, interest, roomOf(line));
  return interest;
}

/** What all draws have accrued, in the order in which a statement books them. */
export const accruedOfAll = (line: Line): Exact[] =>
  withinRoom(
    line,
    line.position.draws.map((d) => notBooked(line, d)),
  );

/** An amount of each draw, in their order: together they stay below the cap. */
export function withinRoom(line: Line, amounts: Exact[]): Exact[] {
  let room = roomOf(line);
  for (const interest of amounts) {
    cutToRoom(line, interest, room);
    room -= Math.max(0, interest.whole);
  }
  return amounts;
}

/** What the cap on all interest keeps from being booked: so far, and of what has accrued. */
export function forgoneByCapOf(line: Line, d: Draw, accrued: Readonly<Exact>): Exact {
  const byCap = notBooked(line, d);
  subtract(byCap, accrued.whole, accrued.part, line.denominator);
  add(byCap, d.forgoneByCap.whole, d.forgoneByCap.part, line.denominator);
  return byCap;
}

export function notBooked(line: Line, d: Draw): Exact {
  const interest = earnedInPeriod(line, d);
  subtract(interest, d.taken, 0, line.denominator);
  return interest;
}

/** What may still be booked of all draws together before the cap on all interest is reached. */
export function roomOf({ terms, position: p }: Line): number {
  const cap = terms.interest.totalCap;
  if (cap === null) return Number.MAX_SAFE_INTEGER;
  return Math.max(
    0,
    p.draws.reduce((room, { booked }) => room - booked, cap as number),
  );
}

/** Takes away what may not be booked, and returns it. */
function cutToRoom({ denominator }: Line, interest: Exact, room: number): Exact {
  if (interest.whole < room) return nothing();
  const beyond = { ...interest };
  subtract(beyond, room, 0, denominator);
  Object.assign(interest, { whole: room, part: 0 });
  return beyond;
}

export function earnedInPeriod(line: Line, d: Draw): Exact {
  const interest = { ...d.carried };
  for (const stretch of d.stretches) addInterest(line, interest, stretch);
  return interest;
}

function addInterest(line: Line, to: Exact, { rate, sum, onInterest }: Stretch): void {
  if (sum > 0) addProduct(to, sum, rate, line.denominator);
  if (onInterest !== undefined) add(to, onInterest.whole, onInterest.part, line.denominator);
}

/** The interest of its days is booked elsewhere, or never was. */
export function emptyStretches({ stretches }: Draw): void {
  for (const stretch of stretches) {
    stretch.sum = 0;
    delete stretch.onInterest;
  }
}

export const interestOf = (line: Line, stretch: Stretch): Exact => {
  const interest = nothing();
  addInterest(line, interest, stretch);
  return interest;
};

/** Takes the interest of the period out of the accumulator; returns whole cents. The fraction is forgone. */
export function bookAccrued(line: Line, d: Draw, isByAverage = false): number {
  return endAccrual(line, d, isByAverage ? earnedByAverage(line, d) : earnedInPeriod(line, d), (exact) =>
    Math.max(0, rounded(exact, line.denominator, line.terms.interest.rounding)),
  );
}

/** At a statement: nothing of it is booked. */
export function waiveAccrued(line: Line, d: Draw): number {
  return endAccrual(line, d, earnedInPeriod(line, d), () => 0);
}

/** What has accrued and is not booked will never be collected. */
export function forgoAccrued(line: Line, d: Draw, on: Day): void {
  countInterest(line, d.taken, on);
  waiveAccrued(line, d);
}

/** The accumulator is empty again: of what was earned and not taken one part is booked, the rest is forgone. */
function endAccrual(line: Line, d: Draw, earned: Exact, booking: (exact: Exact) => number): number {
  const { denominator } = line;
  add(d.earned, earned.whole, earned.part, denominator);
  const rest = { ...earned };
  subtract(rest, d.taken, 0, denominator);
  const beyond = cutToRoom(line, rest, roomOf(line));
  add(d.forgoneByCap, beyond.whole, beyond.part, denominator);
  const interest = booking(rest);
  subtract(rest, interest, 0, denominator);
  add(d.forgone, rest.whole, rest.part, denominator);
  d.booked += interest;
  d.carried = nothing();
  d.taken = 0;
  d.discount = discountSoFar(line, d);
  emptyStretches(d);
  return interest;
}

/** What promos and ceilings kept from accruing, on balances as they were day by day. */
export function discountSoFar(line: Line, d: Draw): Exact {
  const discount = { ...d.discount };
  for (const { from, rate, sum } of d.stretches) {
    const less = rateBeforeDiscount(d, from) - rate;
    if (less > 0 && sum > 0) addProduct(discount, sum, less, line.denominator);
  }
  return discount;
}

export const rateBeforeDiscount = ({ rateSteps: steps }: Draw, day: Day): number =>
  steps[stepIndexOn(steps, day)]!.beforeDiscount;

/** By the average daily balance: each stretch at its average, rounded half-up to cents, times its days. */
function earnedByAverage(line: Line, d: Draw): Exact {
  const interest = { ...d.carried };
  for (const stretch of d.stretches) {
    if (stretch.weight === 0) continue;
    addProduct(interest, averageOf(stretch), factorOf(stretch.rate, stretch.weight), line.denominator);
  }
  return interest;
}

/** In cents, rounded half-up: days as the day count weighs them. */
export const averageOf = ({ sum, weight }: Pick<Stretch, 'sum' | 'weight'>): number =>
  weight === 0 ? 0 : Math.floor((2 * sum + weight) / (2 * weight));

/** Begins a period: the stretches of the one before are over. */
export function startStretches(line: Line, d: Draw): void {
  for (const stretch of d.stretches) {
    d.factor += stretch.rate * stretch.weight;
    addInterest(line, d.carried, stretch);
  }
  d.stretches = [];
}

/** While it has grace, its interest is deferred, or what was charged off does not accrue. */
export function earnsNothing({ terms, position: p }: Line, { hasGrace, memo }: Draw): boolean {
  if (p.standing === 'chargedOff' && !terms.delinquency.accrualAfterChargeOff) return true;
  return hasGrace || memo !== null;
}

/** Counts the days so far on which disputed amounts would have earned. */
export function countDisputes(line: Line): void {
  const { position: p } = line;
  if (p.disputes.length === 0) return;
  p.disputes = p.disputes.map((one) => {
    const d = line.byId.get(one.draw)!;
    const now = factorSoFar(d);
    return { ...one, since: now, factor: earnsNothing(line, d) ? one.factor : one.factor + now - one.since };
  });
}

/** The days of disputes from here on may cost interest again: the draw earns it again. */
export function restartDisputes({ position: p }: Line, d: Draw): void {
  if (p.disputes.length === 0) return;
  const since = factorSoFar(d);
  p.disputes = p.disputes.map((one) => (one.draw === d.id ? { ...one, since } : one));
}

/** Rate times weight of all days so far: the interest of one cent, over the denominator. */
export function factorSoFar(d: Draw): number {
  let factor = d.factor;
  for (const { rate, weight } of d.stretches) factor += rate * weight;
  return factor;
}

// --- Rates ---

/** The rate of a day, after promos and ceiling; nothing while interest is deferred, or where none accrues. */
export function rateOn(d: Draw, day: Day): number {
  if (d.memo !== null || d.terms.purpose === 'static') return 0;
  return d.rateSteps[stepIndexOn(d.rateSteps, day)]!.rate;
}

/** The rate of the day and those that are known to follow; of a programme of deferred interest those beneath it. */
export function ratesToCome({ terms, rateSteps }: Draw, day: Day): { readonly from: Day; readonly rate: number }[] {
  if (terms.purpose === 'static') return [{ from: day, rate: 0 }];
  return rateSteps.slice(stepIndexOn(rateSteps, day)).map(({ from, rate }) => ({ from, rate }));
}

const rateFactsOf = ({ rateFacts }: LinePosition, d: Draw): readonly LineRateFact[] =>
  rateFacts.filter(({ draw }) => draw === null || draw === d.id);

export const isVariable = (p: LinePosition, d: Draw, day: Day): boolean =>
  isVariableOn(day, d.terms.rates, d.activatedOn, rateFactsOf(p, d), p.scale);

export function setRates(line: Line, d: Draw): void {
  const { rates } = d.terms;
  const facts = rateFactsOf(line.position, d).map((fact) => endedEarly(d, fact));
  const promos = rates.promos.map((promo, i) => {
    const end = d.endedPromos.find((ended) => ended.promo === i)?.on;
    if (end === undefined) return promo;
    const days = end - d.activatedOn;
    return { ...promo, days: promo.days === null ? days : Math.min(promo.days, days) };
  });
  d.rateSteps = rateSteps({ ...rates, promos }, d.activatedOn, facts, line.position.scale);
  d.rateIndex = stepIndexOn(d.rateSteps, d.accruedTo);
}

function endedEarly(d: Draw, fact: LineRateFact): LineRateFact {
  const end = d.endedPromos.find(({ promo }) => promo === fact.id)?.on;
  if (end === undefined || fact.kind === 'index') return fact;
  return { ...fact, until: Math.min(fact.until ?? end - 1, end - 1) };
}

/** A rate with many decimals refines every exact amount. */
export function takeScaleOf(line: Line, rates: readonly (Rate | null)[]): void {
  if (rates.some((rate) => rate !== null && scaleFor(rate) > line.position.scale)) {
    refine(line);
    for (const d of line.position.draws) setRates(line, d);
  }
}
