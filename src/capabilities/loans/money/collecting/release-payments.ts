// Scheduled payments become orders as their instants come. All that was asked when they were made is asked again, in
// the commit that makes the order; what fails by then is canceled and says why.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { InstrumentInBrief } from '#capabilities/instruments/index.ts';
import { instrumentErrors } from '#capabilities/instruments/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { type ErrorKind, errors, Refusal } from '#platform/errors.ts';
import { start } from '#platform/states.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { TransactionRow } from '../../core/loan/tables.ts';
import { type Collected, collectedOf, withCollected } from '../../core/transactions/collected.ts';
import { touchLoan } from '../../core/transactions/commands/update-transaction.ts';
import { transactionErrors } from '../../core/transactions/errors.ts';
import { paymentPostponed } from '../../core/transactions/events.ts';
import { collectedStates } from '../../core/transactions/states.ts';
import { detailsOf, insertTransaction, writeTransaction } from '../../core/transactions/transaction.ts';
import { waitsForBalance } from './balance-check.ts';
import { type Consent, type HeldInstrument, instrumentOfLoan, mustBeCollectible, type Way, wayOf } from './checks.ts';
import { type Collecting, moved, orderPayment, tell } from './collect.ts';
import { isPaidSince, owedOf, underWay } from './on-the-way.ts';

/** Why a scheduled payment is canceled, by the refusal that it meets. */
const reasonOf = new Map<ErrorKind, string>([
  [loanErrors.LoanStatusForbids, 'loanStatus'],
  [errors.NotFound, 'instrumentInactive'],
  [transactionErrors.InstrumentCannotBeCharged, 'instrumentInactive'],
  [instrumentErrors.PaymentProcessorNotConfigured, 'processorNotConfigured'],
  [transactionErrors.AuthorizationMissing, 'authorizationMissing'],
  [transactionErrors.DebitsStopped, 'blocked'],
]);

interface Found {
  readonly instrument: InstrumentInBrief;
  readonly way: Way;
  readonly consent: Consent;
  readonly owed: Cents;
}

/** Releases a payment whose instant has come; the caller holds its loan. */
export async function releasePayment(ctx: Collecting, tx: Tx, held: HeldLoan, row: TransactionRow): Promise<void> {
  const found = await checked(ctx, tx, held, row);
  if (typeof found === 'string') return dropPayment(ctx, tx, held, row, found);
  // Money that has come in meanwhile is what a retry, or a payment of autopay that waited, was to bring.
  const isOnce = collectedOf(row)?.retryOf != null || detailsOf(row).autopay != null;
  const isSuperseded = isOnce && (found.owed < row.amount || (await isPaidSince(tx, row)));
  if (found.owed === 0 || isSuperseded)
    return dropPayment(ctx, tx, held, row, isSuperseded ? 'superseded' : 'nothingDue');
  const amount = Math.min(row.amount, found.owed);
  const waits = await waitsForBalance(ctx, tx, { loan: held.row, row, ...found, amount });
  if (waits === 'lowBalance') return dropPayment(ctx, tx, held, row, waits);
  if (waits !== undefined) return postpone(ctx, tx, held, waits, found.instrument);
  const move = collectedStates.move(row.status, 'order');
  const lowered = { ...withCollected(row, found.consent), amount };
  const order = await orderWithinLimits(ctx, tx, lowered, found.way);
  if (order === undefined) return dropPayment(ctx, tx, held, row, 'limit');
  const released = { ...moved(order, move.to, ctx.now), release_at: null };
  writeTransaction(tx, released);
  touchLoan(tx, held.row);
  tell(ctx, held.row, released, found.instrument, move.emits);
}

type Waits = Exclude<Awaited<ReturnType<typeof waitsForBalance>>, string | undefined>;

/** The payment keeps waiting. An event says so only when it waits for another banking day, not for an answer. */
function postpone(ctx: Collecting, tx: Tx, held: HeldLoan, { row, is }: Waits, instrument: InstrumentInBrief): void {
  writeTransaction(tx, row);
  touchLoan(tx, held.row);
  if (is === 'postponed') tell(ctx, held.row, row, instrument, [paymentPostponed]);
}

/**
 * A new debit of an instant that has come becomes an order, or is scheduled while the balance of its account is asked
 * for. Undefined: nothing is owed; a text says why there is none.
 */
export async function orderDebit(
  ctx: Collecting,
  tx: Tx,
  held: HeldLoan,
  row: TransactionRow,
  known: Known,
): Promise<TransactionRow | string | undefined> {
  const found = await checked(ctx, tx, held, row, known);
  if (typeof found === 'string') return found;
  if (found.owed === 0) return undefined;
  const lowered = { ...withCollected(row, found.consent), amount: Math.min(row.amount, found.owed) as Cents };
  const waits = await waitsForBalance(ctx, tx, { loan: held.row, ...found, row: lowered, amount: lowered.amount });
  if (waits === 'lowBalance') return waits;
  const made = waits ? scheduledFrom(waits.row) : await orderWithinLimits(ctx, tx, lowered, found.way);
  if (made === undefined) return 'limit';
  insertTransaction(tx, made);
  touchLoan(tx, held.row);
  tell(ctx, held.row, made, found.instrument, collectedStates.move(start, waits ? 'schedule' : 'order').emits);
  return made;
}

/** From now on it is released like each scheduled payment. */
const scheduledFrom = (row: TransactionRow): TransactionRow => ({
  ...withCollected(row, { scheduledFor: row.effective_on }),
  status: collectedStates.move(start, 'schedule').to,
  timestamps: {},
});

/** Read in this very commit. */
interface Known {
  readonly source: HeldInstrument;
  readonly way: Way;
}

/** What the order needs, or why there is none. */
async function checked(
  ctx: Collecting,
  tx: Tx,
  held: HeldLoan,
  row: TransactionRow,
  known?: Known,
): Promise<Found | string> {
  try {
    const { instrument } = known?.source ?? (await instrumentOfLoan(tx, held.row, row.instrument_id as string));
    if (instrument.debits_blocked_at !== null) return 'blocked';
    const consent = await mustBeCollectible(ctx, tx, held, row, instrument);
    const way = known?.way ?? (await wayOf(ctx, tx, instrument, (collectedOf(row) as Collected).deed));
    return { instrument, way, consent, owed: await owedOf(tx, held, row, await underWay(tx, held.row)) };
  } catch (error) {
    const reason = error instanceof Refusal ? reasonOf.get(error.kind) : undefined;
    if (reason === undefined) throw error;
    return reason;
  }
}

/** Undefined: it is more than the company lets move; nothing is written then. */
async function orderWithinLimits(
  ctx: Collecting,
  tx: Tx,
  row: TransactionRow,
  way: Way,
): Promise<TransactionRow | undefined> {
  try {
    return await orderPayment(ctx, tx, row, way);
  } catch (error) {
    if (error instanceof Refusal && error.kind === errors.InvalidRequest) return undefined;
    throw error;
  }
}

/** Cancels what is scheduled for a reason of its own. */
export function dropPayment(ctx: Dropping, tx: Tx, held: HeldLoan, row: TransactionRow, cancelReason: string): void {
  touchLoan(tx, held.row);
  dropWithLoan(ctx, tx, held, row, cancelReason);
}

export type Dropping = Pick<Collecting, 'now' | 'emit'>;

/** The same in a commit that writes the loan itself. */
export function dropWithLoan(
  ctx: Dropping,
  tx: Tx,
  { row: loan }: HeldLoan,
  row: TransactionRow,
  cancelReason: string,
): void {
  const move = collectedStates.move(row.status, 'drop');
  const dropped = { ...moved(row, move.to, ctx.now), release_at: null, details: { ...row.details, cancelReason } };
  writeTransaction(tx, dropped);
  tell(ctx, loan, dropped, undefined, move.emits);
}
