// What a loan owes and has paid, on a day. For today its figures say it, as long as nothing has come since.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { accruedBeforeYear, yearMarkDay } from '../books/year-mark.ts';
import { type FiguredLoan, figuresToday, wholeLoan } from '../lifecycle/figured-loan.ts';
import type { Limits } from '../loan/amounts.ts';
import { type Amounts, noAmounts } from '../loan/amounts.ts';
import { shownBalances, unroundedAmounts } from '../loan/balance-fields.ts';
import type { State } from '../loan/books.ts';
import { amountsOn } from '../loan/day-figures.ts';
import { type Fraction, minus, wholeCents } from '../loan/exact-amounts.ts';
import { leaseOf } from '../loan/lock.ts';
import { figuresSince } from '../loan/moments.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { LoanRow } from '../loan/tables.ts';
import { askedDay, stateAsked } from '../timeline/asked-day.ts';
import { termsOf } from '../timeline/held-loan.ts';
import type { Balances } from './schemas.ts';

interface BalancesQuery {
  readonly isRounded?: boolean;
  readonly skipYtd?: boolean;
  readonly fast?: boolean;
  readonly toEffectiveDate?: CivilDate;
  readonly knownAt?: Instant;
}

type OwnBalances = Omit<Balances, 'isLocked' | 'calculatedAt' | 'effectiveDate' | keyof typeof noLimits>;

const noLimits = {
  creditLimitAmount: null,
  availableCreditAmount: null,
  utilizationAmount: null,
  heldAmount: null,
  unclearedAmount: null,
  overLimitAmount: null,
};

/** A draft has no terms. */
const limitsShown = ({ product, row }: HeldLoan, state: State | undefined) =>
  row.terms === null ? null : product.limits(termsOf(row), state);

/** What is shown of the day, however it was found. */
interface Seen {
  readonly loan: Pick<LoanRow, 'zone' | 'lease' | 'next_action_at' | 'created_at' | 'updated_at'>;
  readonly day: Day;
  readonly amounts: Amounts;
  readonly limits: Limits | null;
  readonly accruedInYear: Fraction | null;
}

export async function readBalances(ctx: ReadContext, query: BalancesQuery, loan: FiguredLoan): Promise<Balances> {
  const now = await ctx.now();
  const seen = (await byFigures(ctx, query, loan, now)) ?? (await byReplay(ctx, query, loan, now));
  const { amounts, accruedInYear } = seen;
  return {
    isLocked: leaseOf(seen.loan, ctx.machineMicros()) !== undefined,
    calculatedAt: figuresSince(seen.loan, now),
    effectiveDate: dateOf(seen.day),
    ...(shownBalances(amounts, accruedInYear) as OwnBalances),
    ...(seen.limits ?? noLimits),
    unroundedAmounts: query.isRounded === false ? unroundedAmounts(amounts, accruedInYear) : null,
  };
}

const isYearAsked = ({ skipYtd, fast }: BalancesQuery): boolean => skipYtd !== true && fast !== true;

/** Today only: another day may have facts of its own. Undefined if the figures do not tell of it. */
async function byFigures(
  { reader }: ReadContext,
  query: BalancesQuery,
  loan: FiguredLoan,
  now: Instant,
): Promise<Seen | undefined> {
  if (query.toEffectiveDate !== undefined || query.knownAt !== undefined) return undefined;
  const found = await figuresToday(reader, loan, now);
  if (found === undefined) return undefined;
  const { day, figures } = found;
  const { limits } = figures;
  const amounts = amountsOn(figures, day);
  if (!isYearAsked(query)) return { loan, day, amounts, limits, accruedInYear: null };
  const mark = loan.year_mark;
  if (loan.started_on === null || mark?.rules !== figures.rules) return undefined;
  if (mark.day !== yearMarkDay(day, dayOf(loan.started_on))) return undefined;
  return { loan, day, amounts, limits, accruedInYear: minus(amounts.accruedTotal, mark.accrued) };
}

async function byReplay({ reader }: ReadContext, query: BalancesQuery, loan: FiguredLoan, now: Instant): Promise<Seen> {
  const { toEffectiveDate: date, knownAt } = query;
  const held = await wholeLoan(reader, loan);
  const asked = askedDay(held, now, { path: 'toEffectiveDate', date, knownAt });
  const state = await stateAsked(reader, held, asked);
  const amounts = state === undefined ? noAmounts : held.product.amounts(termsOf(held.row), state);
  let accruedInYear = isYearAsked(query) ? wholeCents(0) : null;
  if (accruedInYear !== null && state !== undefined && state.position.standing !== 'pending') {
    accruedInYear = minus(amounts.accruedTotal, await accruedBeforeYear(reader, held, state, asked));
  }
  return { loan: held.row, day: asked.day, amounts, limits: limitsShown(held, state), accruedInYear };
}
