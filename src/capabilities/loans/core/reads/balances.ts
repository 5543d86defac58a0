// What a loan owes and has paid, on a day. For today it costs no more than reading the loan's row.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { accruedBeforeYear } from '../books/year-mark.ts';
import { noAmounts } from '../loan/amounts.ts';
import { shownBalances, unroundedAmounts } from '../loan/balance-fields.ts';
import type { State } from '../loan/books.ts';
import { fraction, minus, wholeCents } from '../loan/exact-amounts.ts';
import { leaseOf } from '../loan/lock.ts';
import { figuresSince } from '../loan/moments.ts';
import type { HeldLoan } from '../loan/product.ts';
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

export async function readBalances(ctx: ReadContext, query: BalancesQuery, held: HeldLoan): Promise<Balances> {
  const now = await ctx.now();
  const { toEffectiveDate: date, knownAt } = query;
  const asked = askedDay(held, now, { path: 'toEffectiveDate', date, knownAt });
  const state = await stateAsked(ctx.reader, held, asked);
  const amounts = state === undefined ? noAmounts : held.product.amounts(termsOf(held.row), state);
  const isYearAsked = query.skipYtd !== true && query.fast !== true;
  let accruedInYear = isYearAsked ? wholeCents(0) : null;
  if (isYearAsked && state !== undefined && state.position.standing !== 'pending') {
    const { accrued, scale } = await accruedBeforeYear(ctx.reader, held, state, asked);
    accruedInYear = minus(amounts.accruedTotal, fraction(termsOf(held.row), scale, accrued));
  }
  return {
    isLocked: leaseOf(held.row, ctx.machineMicros()) !== undefined,
    calculatedAt: figuresSince(held.row, now),
    effectiveDate: dateOf(asked.day),
    ...(shownBalances(amounts, accruedInYear) as OwnBalances),
    ...(limitsShown(held, state) ?? noLimits),
    unroundedAmounts: query.isRounded === false ? unroundedAmounts(amounts, accruedInYear) : null,
  };
}
