// A payment that the service collects, from the request to the order. What is ordered is told to nobody outside before
// the commit that has the transaction, its attempt and the frozen body of the order.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { giveOrder, type Leave, type Ordering } from '#capabilities/moving-money/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { MetaData } from '#platform/input/metadata.ts';
import { start } from '#platform/states.ts';
import { mustHaveBegun, replayed } from '../../core/books/change-loan.ts';
import type { LoanContext } from '../../core/books/replayed.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { LoanRow, TransactionRow } from '../../core/loan/tables.ts';
import { secondOfDay, todayOf } from '../../core/loan/today.ts';
import { toldOfTransaction } from '../../core/loan/transaction-told.ts';
import { payoffOn } from '../../core/payoff-quotes/holds.ts';
import type { PaymentReason } from '../../core/transactions/base/words.ts';
import { type Collected, collectedOf, nothingCollected, withCollected } from '../../core/transactions/collected.ts';
import { touchLoan } from '../../core/transactions/commands/update-transaction.ts';
import { transactionErrors } from '../../core/transactions/errors.ts';
import { aboutTransaction } from '../../core/transactions/events.ts';
import { type NamedInstrument, paymentTypeOf } from '../../core/transactions/instrument-of.ts';
import { factOf } from '../../core/transactions/money-fact.ts';
import { momentsOf, newTransaction } from '../../core/transactions/new-transaction.ts';
import { amountExceeds } from '../../core/transactions/not-more-than-owed.ts';
import { mustPayOff, type Quoted } from '../../core/transactions/quoted.ts';
import { collectedStates } from '../../core/transactions/states.ts';
import {
  type CreatedBy,
  claimTransactionId,
  insertTransaction,
  type TransactionDetails,
} from '../../core/transactions/transaction.ts';
import { type HeldInstrument, mustBeCollectible, type Way } from './checks.ts';
import { entryAt, releaseAt } from './entry-day.ts';
import { isToUs, owedOf, twinOf, underWay } from './on-the-way.ts';

/** What work on payments needs: of a command, of the day, or of what a provider tells. */
export type Collecting = LoanContext & Ordering;

interface NewDebit {
  readonly amount: Cents;
  /** The day on which it counts. */
  readonly on: Day;
  readonly isScheduled: boolean;
  readonly source: HeldInstrument;
  readonly way: Way;
  readonly authorizationId: string | null;
  readonly createdBy: CreatedBy;
  readonly reason: PaymentReason;
  readonly wantsSameDay: boolean;
  readonly mayRetry: boolean;
  readonly enablePrepayments: boolean;
  readonly drawId?: string | null;
  readonly externalId?: string | null | undefined;
  readonly metaData?: MetaData | null | undefined;
  readonly autopay?: TransactionDetails['autopay'];
  readonly retry?: { readonly of: string; readonly attempt: number };
  /** It pays the amount of a quote, which may be more than is owed before its last day. */
  readonly quote?: Quoted;
  /** The same payment once more is meant. */
  readonly isForced?: boolean;
}

/**
 * Makes the payment, scheduled or ordered at once, in the caller's commit. Errors: LoanStatusForbids, NotFound,
 * InstrumentCannotBeCharged, AuthorizationMissing, TwinPayment, TooManyPaymentsUnderWay, AmountExceedsOutstanding,
 * DuplicateExternalId, NothingToDo.
 */
export async function collect(ctx: Collecting, tx: Tx, held: HeldLoan, debit: NewDebit): Promise<TransactionRow> {
  const { row: loan } = held;
  const { instrument } = debit.source;
  const row = newDebit(ctx, held, debit);
  mustHaveBegun(loan, [factOf(row, row.id, debit.on)]);
  claimTransactionId(tx, row);
  const consent = await mustBeCollectible(ctx, tx, held, row, instrument);
  if (debit.isForced !== true) await mustHaveNoTwin(tx, row, ctx.now);
  const others = await underWay(tx, loan);
  mustHaveRoom(others);
  await mustBeOwed(tx, held, row, others, debit.quote);
  const agreed = withCollected(row, consent);
  const made = debit.isScheduled ? agreed : await orderPayment(ctx, tx, agreed, debit.way);
  insertTransaction(tx, made);
  touchLoan(tx, loan);
  tell(ctx, loan, made, instrument, collectedStates.move(start, debit.isScheduled ? 'schedule' : 'order').emits);
  return made;
}

/**
 * What a quote asks for is owed by its last day; that it is more than is owed on its own day is agreed. Errors:
 * AmountExceedsOutstanding, PayoffQuoteDoesNotHold.
 */
async function mustBeOwed(
  tx: Tx,
  held: HeldLoan,
  row: TransactionRow,
  others: readonly TransactionRow[],
  quote: Quoted | undefined,
): Promise<void> {
  const owed = await owedOf(tx, held, row, others);
  if (owed < row.amount && quote === undefined) throw amountExceeds(owed, row.effective_on);
  if (quote === undefined) return;
  const on = dayOf(row.effective_on);
  mustPayOff(held, await replayed(tx, held, [factOf(row, row.id, on)], on), on, quote);
  const ordered = others.filter((one) => one.status === 'initiated' && isToUs(one));
  const most = (await payoffOn(tx, held, quote.goodThrough)) - ordered.reduce((sum, { amount }) => sum + amount, 0);
  if (row.amount > most) throw amountExceeds(Math.max(0, most) as Cents, row.effective_on);
}

export function newDebit(ctx: Pick<Collecting, 'now' | 'position'>, held: HeldLoan, debit: NewDebit): TransactionRow {
  const { amount, on, isScheduled, source, way, wantsSameDay, retry } = debit;
  const { row: loan } = held;
  const planned = { rail: way.rail, on, amount, wantsSameDay };
  const release = isScheduled ? releaseAt(way.carrier.provider.can, planned, loan) : null;
  const collected: Collected = {
    ...nothingCollected,
    deed: 'debit',
    rail: way.rail,
    carrierId: way.carrier.id,
    holderId: source.holderId,
    asked: amount,
    scheduledFor: isScheduled ? dateOf(on) : null,
    wantsSameDay,
    authorizationId: debit.authorizationId,
    mayRetry: debit.mayRetry,
    ...(debit.reason === 'downPayment' ? { isDown: true } : {}),
    retryOf: retry?.of ?? null,
    retryAttempt: retry?.attempt ?? null,
  };
  const details: Partial<TransactionDetails> & Pick<TransactionDetails, 'createdBy'> = {
    createdBy: debit.createdBy,
    reason: debit.reason,
    paymentType: paymentTypeOf(source.instrument),
    enablePrepayments: debit.enablePrepayments,
    ...(debit.drawId === undefined ? {} : { drawId: debit.drawId }),
    ...(debit.autopay && { autopay: debit.autopay }),
    ...(debit.quote && { payoffQuoteId: debit.quote.id }),
    // It counts at the time at which it was authorized; of a day that had not begun then, from its beginning.
    time: on === todayOf(loan, ctx.now) ? secondOfDay(loan, ctx.now) : 0,
    collected,
  };
  const made = newTransaction(ctx, held, {
    transaction_type: 'payment',
    status: collectedStates.move(start, isScheduled ? 'schedule' : 'order').to,
    is_external: false,
    amount,
    on,
    externalId: debit.externalId,
    instrumentId: source.instrument.id,
    metaData: debit.metaData,
    releaseAt: release,
    details,
  });
  return { ...made, fact_id: null };
}

const descriptionOf = ({ deed, retryAttempt, isDown }: Collected): string => {
  if (deed === 'debit' && retryAttempt !== null) return 'RETRY PYMT';
  if (deed === 'debit') return isDown === true ? 'DOWN PMT' : 'LOAN PMT';
  return deed === 'reversal' ? 'REVERSAL' : 'REFUND';
};

interface Resting {
  /** The provider's id of the order that this one takes back. */
  readonly of?: string | null;
  /** Only a credit has one. */
  readonly leave?: Leave | 'givesBack';
}

/** The order goes into the caller's commit; the caller writes the row. */
export async function orderPayment(
  ctx: Collecting,
  tx: Tx,
  row: TransactionRow,
  { carrier, rail }: Way,
  { of = null, leave }: Resting = {},
): Promise<TransactionRow> {
  const one = collectedOf(row) as Collected;
  const amount = row.amount as Cents;
  const planned = { rail, on: dayOf(row.effective_on), amount, wantsSameDay: one.wantsSameDay };
  const entry = entryAt(carrier.provider.can, planned, ctx.now);
  const { sec, isRecurring, authorizationId } = one;
  const attemptId = await giveOrder(ctx, tx, carrier, {
    subject: { kind: one.isDown === true ? 'downPayment' : 'transaction', id: row.id },
    personId: row.person_id,
    number: 1,
    instrumentId: row.instrument_id as string,
    holderId: one.holderId,
    rail,
    deed: one.deed,
    amount,
    ...entry,
    entry: { sec, isRecurring, description: descriptionOf(one), id: row.id, name: '' },
    authorizationId,
    of,
    ...(leave && { leave }),
    sendAt: null,
  });
  return withCollected(row, { ...entry, carrierId: carrier.id, attemptId });
}

/** Each new payment looks at those before it. */
const underWayMax = 100;

/** Errors: TooManyPaymentsUnderWay. */
function mustHaveRoom({ length }: readonly TransactionRow[]): void {
  if (length < underWayMax) return;
  throw new Refusal(
    transactionErrors.TooManyPaymentsUnderWay,
    `${underWayMax} payments of this loan wait to be collected.`,
    { data: { path: 'scheduledDate', expected: `fewer than ${underWayMax} payments that wait` } },
  );
}

/** Errors: TwinPayment. */
async function mustHaveNoTwin(tx: Tx, row: TransactionRow, now: Instant): Promise<void> {
  const twin = await twinOf(tx, row, now);
  if (twin === undefined) return;
  throw new Refusal(transactionErrors.TwinPayment, `The same payment was made today: ${twin.id}.`, {
    data: { path: 'force', expected: 'true, for a second one', transactionId: twin.id },
  });
}

/** The row in its next status. */
export const moved = (row: TransactionRow, to: TransactionRow['status'], now: Instant): TransactionRow => ({
  ...row,
  status: to,
  timestamps: { ...row.timestamps, ...momentsOf(to, now) },
  updated_at: now,
});

export function tell(
  { emit }: Pick<LoanContext, 'emit'>,
  loan: LoanRow,
  row: TransactionRow,
  instrument: NamedInstrument,
  kinds: readonly EventKind[],
): void {
  const told = toldOfTransaction(loan, row, instrument);
  for (const kind of kinds) emit(kind as never, row.person_id, told as never, aboutTransaction(row));
}
