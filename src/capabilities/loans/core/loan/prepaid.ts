// What of the principal of a loan was paid before its schedule asked for it.
import type { Day } from '@tenor/engine/values/day.ts';

/** Amounts since the books began, in cents. */
export interface Prepaid {
  /** Principal that instalments asked for, less what was re-aged. */
  readonly cameDue: number;
  /** Principal that payments took before it was due, and what of it does not count as paid ahead. */
  readonly paidBeforeDue: number;
  readonly paidBeyond: number;
  readonly paidAhead: number;
  /** What of it goes beyond the payments that come due by a day. */
  readonly excess: number;
  /** No payment comes due after that day. */
  readonly endsByThen: boolean;
}

/** `P` are positions of its product. */
export interface Prepayments<P> {
  /** `by`: the day up to which what is paid ahead is a payment some days early. */
  prepaid(position: P, by: Day): Prepaid;
}
