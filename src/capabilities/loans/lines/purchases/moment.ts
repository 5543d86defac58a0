// When a purchase counts. Every purchase has its instant, so that the books do not follow the order of arrival: what was
// said decides, and only where nothing was said does the present.
import { type CivilDate, parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { addSeconds, compare, type Instant, parseInstant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';
import { refuseField } from '#platform/errors.ts';
import { pastDayOf } from '../../core/loan/past-day.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { secondOfDay, todayOf } from '../../core/loan/today.ts';
import type { PurchaseRow } from './tables.ts';

type PurchaseMoment = Pick<PurchaseRow, 'purchase_date' | 'effective_at' | 'time_of_day' | 'fact_number'>;

interface SaidMoment {
  readonly purchaseDate?: string | null | undefined;
  readonly effectiveAt?: Instant | null | undefined;
  /** The moment of its status: when it was authorized, or settled. */
  readonly statusAt?: Instant | null | undefined;
}

/** A day, or a moment of it. */
type When = { readonly date: CivilDate; readonly at: Instant | null };

const midnight = /^\d{4}-\d\d-\d\d(?:[Tt ]00:00(?::00(?:\.0+)?)?(?:[Zz]|[+-]\d\d:?\d\d)?)?$/;

interface NamedMoments {
  readonly purchaseDate?: string | null | undefined;
  readonly timestamps?: Readonly<Record<string, Instant | null | undefined>> | null | undefined;
}

/** The days that a request names, as they are written. */
export const daysNamedBy = ({ purchaseDate, timestamps }: NamedMoments): CivilDate[] =>
  [purchaseDate, ...Object.values(timestamps ?? {})].flatMap((text) => parseCivilDate(text?.slice(0, 10) ?? '') ?? []);

/** A date, or a date-time at midnight, is a day as written: many clients have no other way to send one. */
function whenSaid(text: string, zone: string): When {
  const date = parseCivilDate(text);
  if (date !== undefined && midnight.test(text)) return { date, at: null };
  const at = parseInstant(text);
  if (at === undefined) throw refuseField('purchaseDate', 'is no date', 'a date such as 2026-01-31, or a date-time');
  return { date: dateInZone(at, zone), at };
}

/** When a draw began. */
export interface DrawBegun {
  readonly on: Day;
  readonly at: Instant | null;
}

/** Errors: InvalidRequest (purchaseDate, timestamps). */
export function momentOf(loan: LoanRow, now: Instant, said: SaidMoment, draw: DrawBegun): PurchaseMoment {
  const bought = said.purchaseDate == null ? undefined : whenSaid(said.purchaseDate, loan.zone);
  const { path, when } = whenCounted(loan, said, bought);
  if (when === undefined) return asOfNow(loan, now, bought?.date);
  const on = pastDayOf(loan, now, path, when.date);
  if (on < draw.on) throw tooEarly(path, draw);
  if (when.at !== null && isAhead(now, when.at, path)) return asOfNow(loan, now, bought?.date);
  const purchase_date = bought?.date ?? when.date;
  if (when.at !== null) return { purchase_date, ...atInstant(loan, when.at, path, on, draw) };
  if (on === todayOf(loan, now)) return asOfNow(loan, now, purchase_date);
  if (on === draw.on && draw.at !== null) return { purchase_date, ...asRecorded(loan, draw.at) };
  return { purchase_date, ...atNoon(loan, when.date) };
}

interface PastMoment {
  readonly path: string;
  readonly on: Day;
  readonly moment: PurchaseMoment;
}

/**
 * The moment of a purchase from before the line was taken over: the request always says something of it. Errors:
 * InvalidRequest.
 */
export function pastMomentOf(loan: LoanRow, said: SaidMoment): PastMoment {
  const bought = said.purchaseDate == null ? undefined : whenSaid(said.purchaseDate, loan.zone);
  const { path, when } = whenCounted(loan, said, bought);
  if (when === undefined) throw refuseField('purchaseDate', 'is required', 'the date on which it was bought');
  const on = dayOf(when.date);
  const purchase_date = bought?.date ?? when.date;
  if (when.at === null) return { path, on, moment: { purchase_date, ...atNoon(loan, when.date) } };
  const time_of_day = secondOfDay(loan, when.at);
  // At its midnight the books may begin: it comes after that.
  const fact_number = time_of_day === 0 ? null : 0;
  return { path, on, moment: { purchase_date, effective_at: when.at, time_of_day, fact_number } };
}

const atNoon = ({ zone }: LoanRow, date: CivilDate) => ({
  effective_at: instantOfLocal({ date, time: '12:00:00', zone }),
  time_of_day: null,
  fact_number: null,
});

function whenCounted(
  { zone }: LoanRow,
  { effectiveAt, statusAt }: SaidMoment,
  bought: When | undefined,
): { readonly path: string; readonly when: When | undefined } {
  const asWhen = (at: Instant): When => ({ date: dateInZone(at, zone), at });
  if (effectiveAt != null) return { path: 'timestamps.effectiveAt', when: asWhen(effectiveAt) };
  if (bought?.at != null) return { path: 'purchaseDate', when: bought };
  const status = statusAt == null ? undefined : asWhen(statusAt);
  if (bought !== undefined) return { path: 'purchaseDate', when: status?.date === bought.date ? status : bought };
  return { path: 'timestamps', when: status };
}

const asOfNow = (loan: LoanRow, now: Instant, date?: CivilDate): PurchaseMoment => ({
  purchase_date: date ?? dateOf(todayOf(loan, now)),
  ...asRecorded(loan, now),
});

/** The second is not known: within it the order of recording decides. */
const asRecorded = (loan: LoanRow, at: Instant) => ({
  effective_at: at,
  time_of_day: secondOfDay(loan, at),
  fact_number: null,
});

function atInstant(loan: LoanRow, at: Instant, path: string, on: Day, draw: DrawBegun) {
  const time = secondOfDay(loan, at);
  if (on !== draw.on || draw.at === null) return { effective_at: at, time_of_day: time, fact_number: 0 };
  const begun = secondOfDay(loan, draw.at);
  if (time < begun) throw tooEarly(path, draw);
  // In the very second in which the draw began, it comes after that.
  return { effective_at: at, time_of_day: time, fact_number: time === begun ? null : 0 };
}

/** Clocks differ a little: what comes from one that is ahead is bought now. */
const aheadSecondsMax = 60;

function isAhead(now: Instant, at: Instant, path: string): boolean {
  if (compare(at, now) <= 0) return false;
  if (compare(at, addSeconds(now, aheadSecondsMax)) <= 0) return true;
  throw refuseField(path, 'has not come yet', `${now} or earlier`);
}

const tooEarly = (path: string, { on, at }: DrawBegun) =>
  refuseField(path, 'lies before the activation of the draw', `${at ?? dateOf(on)} or later`);

/** The day on which it counts. */
export const dayOfPurchase = ({ effective_at }: Pick<PurchaseRow, 'effective_at'>, { zone }: Pick<LoanRow, 'zone'>) =>
  dayOf(dateInZone(effective_at, zone));

interface SaidAnew {
  readonly purchaseDate?: string | null | undefined;
  readonly timestamps?:
    | { readonly effectiveAt?: Instant | null; readonly settledAt?: Instant | null }
    | null
    | undefined;
  /** Whether it goes on the books with this change. */
  readonly isPosted: boolean;
}

/** After a change: what is posted counts from now on if nothing else is said; all else keeps its moment. */
export function momentAfter(
  loan: LoanRow,
  now: Instant,
  before: PurchaseRow,
  { purchaseDate, timestamps, isPosted }: SaidAnew,
  draw: DrawBegun,
): PurchaseMoment {
  const { effectiveAt, settledAt } = timestamps ?? {};
  const date = purchaseDate == null || isSame(loan, before, purchaseDate) ? undefined : purchaseDate;
  const at = effectiveAt === before.effective_at ? undefined : effectiveAt;
  if (isPosted) {
    const moment = momentOf(loan, now, { purchaseDate: date, effectiveAt: at, statusAt: settledAt }, draw);
    return date === undefined ? { ...moment, purchase_date: before.purchase_date } : moment;
  }
  if (date === undefined && at == null) {
    const { purchase_date, effective_at, time_of_day, fact_number } = before;
    return { purchase_date, effective_at, time_of_day, fact_number };
  }
  const moment = momentOf(loan, now, { purchaseDate: date, effectiveAt: at }, draw);
  return date === undefined ? { ...moment, purchase_date: before.purchase_date } : moment;
}

/** Clients send back what they were shown. */
export function isSame({ zone }: LoanRow, { purchase_date, effective_at }: PurchaseRow, text: string): boolean {
  const { date, at } = whenSaid(text, zone);
  return at === null ? date === purchase_date : at === effective_at;
}
