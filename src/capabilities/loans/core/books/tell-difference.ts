// The events of a loan follow from its books: events that a replay no longer has are retracted, new ones are emitted.

import type { LoanEvent } from '@tenor/engine/account/records.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Steps } from '@tenor/engine/values/steps.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { takeBack } from '#platform/events/take-back.ts';
import type { BookStep, State } from '../loan/books.ts';
import { obligationId, periodId } from '../loan/derived-id.ts';
import {
  balanceChanged,
  interestAccrued,
  kindOfLedgerEvent,
  obligationChanged,
  overdueUpdated,
  paymentApplied,
  tellStatus,
  toldOfLoan,
} from '../loan/events.ts';
import { instantOf } from '../loan/moments.ts';
import type { HeldLoan, LoanProduct } from '../loan/product.ts';
import type { LoanRow } from '../loan/tables.ts';
import { startOfDay } from '../loan/today.ts';
import { termsOf } from '../timeline/held-loan.ts';
import { type AppliedPayments, appliedKey } from './applied-payments.ts';
import { comeOfBooks, goneOfBooks } from './events-of-books.ts';
import type { LoanContext, Replayed } from './replayed.ts';
import { transactionOf } from './write-splits.ts';

type ToTell = Replayed & { readonly held: HeldLoan };

/** Marks the events that the replay no longer has. */
export async function takeBackGone(
  ctx: LoanContext,
  tx: Tx,
  { id, person_id }: LoanRow,
  { held, difference }: Pick<ToTell, 'held' | 'difference'>,
): Promise<void> {
  const gone = goneOfBooks(held.product, difference);
  if (gone.length === 0) return;
  const facts = gone.map((event) => ({ type: event.type, cause: causeOf({ id }, event) }));
  await takeBack(ctx, tx, person_id, { facts, ...daysAround(gone) });
}

/** `loan` is the row after the change; the events are the difference of the two replays. */
export function* tellDifference(
  ctx: LoanContext,
  loan: LoanRow,
  change: ToTell,
  applied: AppliedPayments,
): Steps<void> {
  const { difference, after } = change;
  const { product, row } = change.held;
  const come = comeOfBooks(product, difference);
  const { start, all } = change;
  const hasInterest = come.some(({ type }) => type === interestAccrued.type);
  const interestOf = hasInterest
    ? yield* product.periodInterest(termsOf(row), { from: start.from, after, all })
    : () => zeroCents;
  const obligations = obligationsByKey(after);
  const steps = Map.groupBy(after.records.steps, ({ on }) => on);
  for (const event of come) {
    const fields = {
      ...toldOfLoan(loan),
      ...obligationOf(loan, obligations, event),
      ...moneyOf(loan, steps.get(event.on), event, applied),
      ...accrualOf(interestOf, event),
      ...(event.draw === undefined ? {} : { drawId: event.draw }),
    };
    ctx.emit(kindOfLedgerEvent(event.type), loan.person_id, fields, {
      effectiveAt: instantOf(ctx.now, loan, event),
      about: aboutOf(loan, event),
      cause: causeOf(loan, event),
    });
    yield;
  }
  tellStatus(ctx, change.held.row, loan);
  tellBalances(ctx, loan, change);
}

/**
 * The event of changed balances is dated now, also when a payment of an earlier day changed them. It is never retracted:
 * if they change again, there is another event.
 */
function tellBalances(
  { emit }: LoanContext,
  loan: LoanRow,
  { held, difference, before, after }: Pick<ToTell, 'held' | 'difference' | 'before' | 'after'>,
): void {
  const about = { about: { loanId: loan.id } };
  const [was, is] = [overdueIn(held.product, before), overdueIn(held.product, after)];
  if (was > 0 && is > 0 && was !== is) {
    emit(overdueUpdated, loan.person_id, { ...toldOfLoan(loan), amount: is, currency: 'USD' }, about);
  }
  if (difference.postings.length > 0) emit(balanceChanged, loan.person_id, toldOfLoan(loan), about);
}

const overdueIn = (product: LoanProduct, state: State): Cents =>
  state.position.obligations.reduce((sum, one) => {
    const { isOverdue, open } = product.obligation(state, one);
    return sum + (isOverdue ? open : 0);
  }, 0) as Cents;

type ObligationsByKey = ReadonlyMap<string, State['position']['obligations'][number]>;

const obligationsByKey = ({ records, position }: State): ObligationsByKey =>
  new Map([...records.obligations, ...position.obligations].reverse().map((one) => [one.key, one]));

/** The obligation of the event: the cause contains its key, after the word for what happened to it. */
function obligationOf({ id }: LoanRow, obligations: ObligationsByKey, { type, cause }: LoanEvent) {
  if (type !== obligationChanged.type) return {};
  const found = obligations.get(cause.replace(/^(due|overdue):/, ''));
  return found === undefined
    ? { obligationId: null, dueDate: null }
    : { obligationId: obligationId(id, found), dueDate: dateOf(found.dueDate) };
}

function moneyOf(
  loan: LoanRow,
  stepsOfDay: readonly BookStep[] | undefined,
  { type, cause }: LoanEvent,
  applied: AppliedPayments,
) {
  if (type !== paymentApplied.type) return {};
  const step = stepsOfDay?.find((one) => one.cause.endsWith(`:${cause}`));
  const told = applied.get(appliedKey(loan, transactionOf(cause)));
  return { ...told, amount: step?.amount ?? told?.amount ?? zeroCents, currency: 'USD' };
}

/** The interest of the days before the due date. */
function accrualOf(interestOf: (dueDate: Day) => Cents, { type, on }: LoanEvent) {
  if (type !== interestAccrued.type) return {};
  return { amount: interestOf(on), currency: 'USD', accrualDate: dateOf(on - 1) };
}

function aboutOf({ id: loanId }: LoanRow, { type, cause }: LoanEvent) {
  if (type === paymentApplied.type) return { loanId, transactionId: transactionOf(cause) };
  if (type === interestAccrued.type)
    return { loanId, periodId: periodId(loanId, Number(cause.slice(cause.indexOf(':') + 1))) };
  return { loanId };
}

/** A time in which the days of the events lie, whatever the zone. */
function daysAround(events: readonly LoanEvent[]): { from: Instant; until: Instant } {
  const days = events.map(({ on }) => on);
  const [first, last] = [Math.min(...days), Math.max(...days)];
  return { from: startOfDay(first - 1, 'UTC'), until: startOfDay(last + 2, 'UTC') };
}

/** Unique for a type of event and a person. */
export const causeOf = ({ id }: Pick<LoanRow, 'id'>, { on, cause, draw }: LoanEvent): string =>
  `${id} ${dateOf(on)} ${cause}${draw === undefined ? '' : ` ${draw}`}`;
