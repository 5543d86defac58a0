// What is owed on a draw: its balances, and its part of the obligations of its line.
import { ifEndedNow } from '@tenor/engine/line/preview.ts';
import { readLine } from '@tenor/engine/line/read.ts';
import type { LineObligation } from '@tenor/engine/line/state.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { obligationsOfHeld } from '../../core/charges/obligations.ts';
import { listObligations, type Narrow, readObligation } from '../../core/charges/present-obligations.ts';
import type { Obligations, ObligationView } from '../../core/charges/schemas.ts';
import { noAmounts } from '../../core/loan/amounts.ts';
import { shownBalances } from '../../core/loan/balance-fields.ts';
import { leaseOf } from '../../core/loan/lock.ts';
import { figuresSince } from '../../core/loan/moments.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { amountsOf, lineTermsOf, ownState } from '../../core/products/lines.ts';
import { askedDay, stateAsked } from '../../core/timeline/asked-day.ts';
import { findDraw } from './draw.ts';
import type { DrawBalances } from './schemas.ts';

interface BalancesQuery {
  readonly toEffectiveDate?: CivilDate;
  readonly knownAt?: Instant;
}

/** Errors: NotFound, InvalidRequest. */
export async function readDrawBalances(
  ctx: ReadContext,
  held: HeldLoan,
  reference: string,
  { toEffectiveDate: date, knownAt }: BalancesQuery,
): Promise<DrawBalances> {
  const now = await ctx.now();
  const { id } = await findDraw(ctx.reader, held, reference);
  const asked = askedDay(held, now, { path: 'toEffectiveDate', date, knownAt });
  const found = await stateAsked(ctx.reader, held, asked);
  const state = found && ownState(found);
  const terms = state && lineTermsOf(held.row);
  const isBegun = state !== undefined && terms !== undefined;
  const amounts = isBegun ? amountsOf(terms, state, id) : noAmounts;
  const draw = isBegun ? readLine(terms, state).draws.find((one) => one.draw === id) : undefined;
  const { paidBalances: _, creditBalance: __, ...shown } = shownBalances(amounts, null);
  return {
    ...shown,
    isLocked: leaseOf(held.row, ctx.machineMicros()) !== undefined,
    calculatedAt: figuresSince(held.row, now),
    effectiveDate: dateOf(asked.day),
    creditLimitAmount: draw?.limit ?? null,
    availableCreditAmount: draw?.available ?? zeroCents,
    disputedAmount: draw?.disputed ?? zeroCents,
  } as DrawBalances;
}

type Filter = Parameters<typeof listObligations>[2];

/** Errors: NotFound, InvalidRequest. */
export async function listDrawObligations(
  ctx: ReadContext,
  held: HeldLoan,
  reference: string,
  filter: Filter,
): Promise<Obligations> {
  const { id } = await findDraw(ctx.reader, held, reference);
  const find = obligationsOfHeld(ctx.reader, held, await ctx.now());
  const found = await listObligations(find, ctx.machineMicros(), filter, ofDraw(held, id));
  const overdue = found.obligations.filter(({ isOverdue }) => isOverdue);
  const overdueAmount = overdue.reduce((sum, { remainingAmount }) => sum + remainingAmount, 0) as Cents;
  const isOverdue = overdueAmount > 0;
  return { ...found, isOverdue, overdueAmount, daysOverdue: isOverdue ? found.daysOverdue : 0 };
}

/** Errors: NotFound. */
export async function readDrawObligation(
  ctx: ReadContext,
  held: HeldLoan,
  reference: string,
  asked: { readonly id: string; readonly knownAt: Instant | undefined },
): Promise<ObligationView> {
  const { id } = await findDraw(ctx.reader, held, reference);
  return readObligation(obligationsOfHeld(ctx.reader, held, await ctx.now()), asked, ofDraw(held, id));
}

/** What money fulfilled is not divided by its kind: the line alone knows that. */
const ofDraw = ({ row }: HeldLoan, draw: string): Narrow => ({
  kept(obligation) {
    const o = obligation as LineObligation;
    const part = o.parts.find((one) => one.draw === draw);
    if (part === undefined) return undefined;
    const amount = part.interest + part.principal + part.feesDue;
    const narrow: LineObligation = {
      ...o,
      amount,
      parts: [part],
      fees: [],
      overLimit: 0,
      minimumShown: amount,
      full: part.full,
      fulfilled: { all: part.fulfilled, full: part.fulfilled, atStatement: part.atStatement },
      byPayments: 0,
      byCredits: 0,
      byOverpayments: 0,
      capitalised: 0,
    };
    return narrow;
  },
  next(state, next) {
    const part = ifEndedNow(lineTermsOf(row), ownState(state)).obligation.parts.find((one) => one.draw === draw);
    const amount = part === undefined ? 0 : part.interest + part.principal + part.feesDue;
    return { ...next, amount };
  },
});
