// A plan of autopay as its dates and amounts need it: a rule for the days, a rule for the amounts, and how money moves.
import type { DueDays } from '@tenor/engine/time/due-dates.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Rail } from '#capabilities/moving-money/index.ts';
import type { AskedFor } from '../../core/loan/collected-by-plan.ts';
import type { CutOffs } from '../collecting/entry-day.ts';

/** On the due dates, or so many days before or after them; or on days of its own. */
export type DateRule = { readonly offsets: readonly number[] } | { readonly series: DueDays };

export interface AmountRule {
  readonly asks: AskedFor;
  /** Asked for besides at each due date. */
  readonly extra: Cents;
  /** At each due date, whatever comes due: only of a fixed amount. */
  readonly fixed: Cents | null;
  /** No single payment is more. */
  readonly max: Cents | null;
}

/** How the money moves, until when on a day it may be given to whoever moves it, and the zone of the loan. */
export interface Route {
  readonly rail: Rail;
  readonly can: CutOffs;
  readonly zone: string;
}

/** A payment of which the borrower was told beforehand. */
export interface Announced {
  readonly dueOn: Day;
  readonly ordinal: number;
  readonly amount: Cents;
  /** When the notice went out; null: nobody has said yet that it did. */
  readonly sentAt: Instant | null;
  readonly sentOn: Day | null;
  /** A smaller amount of which the borrower was told since. */
  readonly lastTold?: Cents;
}

export interface NoticeRule {
  /** What is not more needs no notice. */
  readonly above: Cents;
  readonly announced: readonly Announced[];
}

export interface Plan {
  readonly dates: DateRule;
  readonly amounts: AmountRule;
  readonly route: Route;
  /** Null: no payment varies so that it must be announced. */
  readonly notices: NoticeRule | null;
  readonly today: Day;
  /** What would have been released by then is not asked for any more. */
  readonly since: Instant;
}

/** An expected payment that was released, or that was canceled when its time came. */
export interface Decided {
  readonly dueOn: Day;
  readonly ordinal: number;
  /** Zero if it was canceled. */
  readonly amount: Cents;
  /** The part of the amount that was asked for besides. */
  readonly extra: Cents;
  /** Whether its money is with the loan, or on the way to it. */
  readonly isGood: boolean;
}
