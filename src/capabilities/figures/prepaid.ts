// What was paid of loans in a month before it was due, and what of it is a prepayment: a pure rule over what each was and is.
import { type Bucket, isOpen } from './buckets.ts';

/** What a loan with a schedule keeps, in cents. */
export interface Ahead {
  /** Principal that instalments asked for since the books began, less what was re-aged. */
  readonly cameDue: number;
  /** Principal that payments took before it was due, and what of it makes no later payment smaller. */
  readonly paidBeforeDue: number;
  readonly paidBeyond: number;
  readonly paidAhead: number;
  /** What of it goes beyond the payments that come due by the end of the next month. */
  readonly excess: number;
}

export interface AheadAtEnd extends Ahead {
  /** No payment comes due after the next month. */
  readonly endsByThen: boolean;
}

interface Place<A> {
  readonly bucket: Bucket;
  readonly principal: number;
  readonly ahead: A | null;
}

export interface Prepaying {
  /** How many loans were open when the month began; `opening` is their principal. */
  readonly loans: number;
  readonly opening: number;
  readonly scheduled: number;
  readonly paidOffLoans: number;
  readonly paidOff: number;
  readonly partLoans: number;
  readonly part: number;
}

/** `kept` goes with the loan to the next month: of one that was paid off, what was counted for it. */
interface Counted {
  readonly of: Prepaying;
  readonly kept: Ahead;
}

/**
 * Undefined: it is not counted, because no month had ended with it, it is over, or it has no schedule. What was paid before it
 * was due is a prepayment as far as it goes beyond the next payments, or pays the loan off before its last due dates. All
 * else of it was a payment some days early, and counts as scheduled.
 */
export function prepayingOf(was: Place<Ahead> | undefined, is: Place<AheadAtEnd>): Counted | undefined {
  if (was === undefined || was.ahead === null || is.ahead === null) return undefined;
  const wasOpen = isOpen(was.bucket);
  if (!wasOpen && !isOpen(is.bucket)) return undefined;
  const { endsByThen, ...ahead } = is.ahead;
  const early = ahead.paidBeforeDue - was.ahead.paidBeforeDue;
  const beyond = ahead.paidBeyond - was.ahead.paidBeyond;
  const isPaidOff = is.bucket === 'paidOff';
  const cameBack = was.bucket === 'paidOff';
  const paidOff = isPaidOff ? (endsByThen ? 0 : early) : cameBack ? between(early, ahead.excess - was.ahead.excess) : 0;
  // A month with fewer due dates than the one before raises the excess of somebody who pays ahead evenly.
  const grown = between(ahead.paidAhead - was.ahead.paidAhead, ahead.excess - was.ahead.excess);
  const part = isPaidOff || cameBack ? 0 : beyond + between(early - beyond, grown);
  return {
    of: {
      loans: wasOpen ? 1 : 0,
      opening: wasOpen ? was.principal : 0,
      scheduled: ahead.cameDue - was.ahead.cameDue + early - paidOff - part,
      paidOffLoans: paidOff > 0 ? 1 : 0,
      paidOff,
      partLoans: part > 0 ? 1 : 0,
      part,
    },
    kept: isPaidOff ? { ...ahead, excess: paidOff } : ahead,
  };
}

/** What of a change lies between nothing and the bound, which may be negative. */
const between = (bound: number, change: number): number =>
  Math.max(Math.min(0, bound), Math.min(Math.max(0, bound), change));

const nothing: Prepaying = {
  loans: 0,
  opening: 0,
  scheduled: 0,
  paidOffLoans: 0,
  paidOff: 0,
  partLoans: 0,
  part: 0,
};

export const sumOf = (all: readonly Prepaying[]): Prepaying =>
  all.reduce(
    (sum, one) => ({
      loans: sum.loans + one.loans,
      opening: sum.opening + one.opening,
      scheduled: sum.scheduled + one.scheduled,
      paidOffLoans: sum.paidOffLoans + one.paidOffLoans,
      paidOff: sum.paidOff + one.paidOff,
      partLoans: sum.partLoans + one.partLoans,
      part: sum.part + one.part,
    }),
    nothing,
  );

const inHundredths = 10_000n;
const monthsOfYear = 12n;

/** What a month's share of prepayments comes to in a year, in hundredths of a percent, rounded; null: it is no share. */
export function yearlyShare(part: number, whole: number): number | null {
  if (whole <= 0 || part < 0) return null;
  const [of, left] = [BigInt(whole) ** monthsOfYear, BigInt(Math.max(0, whole - part)) ** monthsOfYear];
  return Number((2n * inHundredths * (of - left) + of) / (2n * of));
}
