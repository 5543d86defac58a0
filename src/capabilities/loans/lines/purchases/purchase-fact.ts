// A purchase on the timeline: its present fact, what undoes it, and the facts that name it.
import type { LineFact, LineFactOf, PurchaseNamed } from '@tenor/engine/line/facts.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { startOf } from '../../core/loan/past-day.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { secondOfDay } from '../../core/loan/today.ts';
import { feesOfFact } from './charged-with.ts';
import { dayOfPurchase } from './moment.ts';
import { isAuthorized, isOff, isOpen, isSettled, isWon, takesBack } from './states.ts';
import type { DisputeRow, PurchaseRow } from './tables.ts';

/** The id of the fact after the row's present one: that of the row, with a number once it was changed. */
export function nextFactId({ id }: { readonly id: string }, present: string | null): string {
  if (present === null) return id;
  const [, number = '1'] = present.split('.');
  return `${id}.${Number(number) + 1}`;
}

/** From before the books: what follows from it is in the balances with which they began. */
export const isPast = ({ details }: Pick<PurchaseRow, 'details'>): boolean => details.isPast === true;

/**
 * What is on the timeline: a hold, a posted purchase, or what takes one back. Undefined: nothing. An authorization that
 * was released or replaced is there still: what ended its hold came later.
 */
export function factKindOf({
  type,
  status,
  fact_id,
  details,
}: Pick<PurchaseRow, 'type' | 'status' | 'fact_id' | 'details'>) {
  if (isPast({ details })) return undefined;
  if (isOff(status)) return fact_id === null ? undefined : 'authorization';
  if (type !== 'regular') return isAuthorized(status) ? undefined : 'purchaseCredit';
  return isAuthorized(status) ? 'authorization' : 'purchase';
}

/** `original`: what a refund takes back. */
export function factOf(loan: LoanRow, row: PurchaseRow, original: PurchaseRow | undefined): LineFact | undefined {
  const kind = factKindOf(row);
  if (kind === undefined) return undefined;
  const base = { ...placeOf(loan, row), id: row.fact_id as string, draw: row.draw_id, amount: row.amount as Cents };
  if (kind === 'authorization') return { ...base, kind };
  const status = isSettled(row.status) ? 'settled' : 'pending';
  if (kind === 'purchase') {
    const { holdFact } = row.details;
    const fees = feesOfFact(row);
    const charged = fees.length === 0 ? {} : { fees };
    const authorization = holdFact === undefined ? null : { id: holdFact, endsHold: true };
    return { ...base, ...charged, kind, status, authorization };
  }
  const type = row.type === 'refund' ? 'refund' : 'cashBack';
  return { ...base, kind, type, status, original: original === undefined ? null : named(loan, original) };
}

function placeOf(loan: LoanRow, row: PurchaseRow) {
  const { effective_at: at, time_of_day: time, fact_number: number } = row;
  const second = time === null ? {} : { time };
  return { on: dayOfPurchase(row, loan), at, ...second, ...(number === null ? {} : { number }) };
}

/** As a fact names a purchase; one from before the books has no fact there, and none is looked for. */
const named = (loan: LoanRow, row: PurchaseRow): PurchaseNamed => ({
  id: row.fact_id ?? row.id,
  draw: row.draw_id,
  on: dayOfPurchase(row, loan),
  amount: row.amount as Cents,
});

/** `on`: the day of the fact that it undoes. */
export const undoOf = (of: string, on: Day, { id, today }: { readonly id: string; readonly today: Day }): LineFact => ({
  kind: 'undo',
  id,
  of,
  on,
  reason: 'canceled',
  happenedOn: today,
  amount: null,
  nsfFee: false,
});

// ---- disputes -------------------------------------------------------------------------------------------------------

export const disputeFact = (loan: LoanRow, row: DisputeRow, of: PurchaseRow): LineFactOf<'dispute'> => ({
  kind: 'dispute',
  id: row.fact_id,
  ...whenIn(loan, row.timestamps.submittedAt as Instant),
  purchase: named(loan, of),
  amount: row.amount as Cents,
});

export function outcomeFact(loan: LoanRow, row: DisputeRow, of: PurchaseRow): LineFact | undefined {
  const { status, outcome_fact_id: id } = row;
  if (isOpen(status) || id === null) return undefined;
  if (tookBackRecord(row, of)) return fromTheFirstDay(loan, row, of, id);
  const purchase = named(loan, of);
  const ended = whenIn(loan, row.timestamps[`${status}At`] as Instant);
  // What was won never was, whenever that came out: from a checkpoint before the purchase it must be read with it.
  const when = isWon(status) && purchase.on > ended.on ? { on: purchase.on } : ended;
  return {
    kind: 'disputeOutcome',
    id,
    ...when,
    dispute: row.fact_id,
    amount: row.amount as Cents,
    purchase,
    outcome: status,
  };
}

/**
 * A won dispute of a purchase from before the books: there is no purchase that could be left out of them, so that its
 * amount is taken back on their first day. The fact of the dispute is undone.
 */
export const tookBackRecord = ({ status }: Pick<DisputeRow, 'status'>, of: PurchaseRow): boolean =>
  isPast(of) && !isOpen(status) && takesBack(status);

const fromTheFirstDay = (
  loan: LoanRow,
  { amount }: DisputeRow,
  of: PurchaseRow,
  id: string,
): LineFactOf<'purchaseCredit'> => ({
  kind: 'purchaseCredit',
  id,
  on: startOf(loan) as Day,
  draw: of.draw_id,
  type: 'refund',
  status: 'settled',
  amount: amount as Cents,
  original: named(loan, of),
});

/** What is done by a command counts at its second. */
const whenIn = (loan: LoanRow, at: Instant) => ({
  on: dayOf(dateInZone(at, loan.zone)),
  time: secondOfDay(loan, at),
  at,
});

export const outcomeFactId = ({ fact_id }: Pick<DisputeRow, 'fact_id'>): string => `${fact_id}-outcome`;
