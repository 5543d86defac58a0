// Collects a payment now, or schedules it for a day.
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { authorizationOfCall } from '#capabilities/moving-money/index.ts';
import { person } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { asLoanContext } from '../../../core/books/change-loan.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import type { LoanRow } from '../../../core/loan/tables.ts';
import { moneyDayOf, todayOf } from '../../../core/loan/today.ts';
import { mustTakeMoney, ofDraw } from '../../../core/transactions/commands/create-transaction.ts';
import { mustHaveNothingOfLedger, mustTakeDownPayments } from '../../../core/transactions/down-payment.ts';
import type { NamedInstrument } from '../../../core/transactions/instrument-of.ts';
import { quoteNamed } from '../../../core/transactions/quoted.ts';
import {
  type ChangedTransaction,
  isOfDownPayment,
  type TransactionCreate,
} from '../../../core/transactions/schemas.ts';
import { createdBy, presentTransaction } from '../../../core/transactions/transaction.ts';
import { agreementNamed } from '../agreement-named.ts';
import { type HeldInstrument, instrumentOfLoan, mustBeUsable, wayOf } from '../checks.ts';
import { type Collecting, collect } from '../collect.ts';

export const asCollecting = (ctx: CommandContext): Collecting => ({ ...ctx, ...asLoanContext(ctx) });

/**
 * Errors: InvalidRequest, NotFound (instrument, draw), PaymentProcessorNotConfigured, LoanStatusForbids,
 * InstrumentCannotBeCharged, AuthorizationMissing, TwinPayment, TooManyPaymentsUnderWay, AmountExceedsOutstanding, DuplicateExternalId, and those
 * of the consent.
 */
export async function collectPayment(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  input: TransactionCreate & { readonly force: boolean },
  named: NamedInstrument,
): Promise<ChangedTransaction> {
  if (input.amount <= 0) throw refuseField('amount', 'must be more than zero', 'an amount of at least 0.01');
  mustFitCollecting(input);
  if (isOfDownPayment(input)) mustHaveNothingOfLedger(input);
  const source = await sourceOf(tx, held.row, input.paymentInstrumentId, named);
  const way = await wayOf(ctx, tx, source.instrument, 'debit');
  if (isOfDownPayment(input)) mustTakeDownPayments(held);
  else await mustTakeMoney(tx, held.row);
  mustBeUsable(ctx, held.row, source.instrument);
  const { on, isScheduled } = dayAsked(held.row, ctx, input);
  if (isScheduled) mustBeOfNow(input);
  const quote = await quoteNamed(tx, held, input, on);
  const drawId = (await held.product.drawNamed(tx, held, input.drawId)) ?? null;
  const agreementDocumentId = await agreementNamed(ctx, tx, held.row, {
    holderId: source.holderId,
    reference: input.authorization?.agreementDocumentId,
    path: 'authorization.agreementDocumentId',
  });
  const authorizationId = await authorizationOfCall(ctx, tx, {
    giver: (await person.find(tx, source.holderId, false)).subject,
    instrumentId: source.instrument.id,
    loanId: held.row.id,
    amount: input.amount,
    date: dateOf(on),
    given: { ...input.authorization, agreementDocumentId },
  });
  const row = await collect(asCollecting(ctx), tx, held, {
    amount: input.amount,
    on,
    isScheduled,
    source,
    way,
    authorizationId,
    createdBy: createdBy(ctx.caller),
    reason: isOfDownPayment(input) ? 'downPayment' : 'oneTimePayment',
    wantsSameDay: input.achSameDay ?? false,
    mayRetry: input.retryIfReturned ?? false,
    enablePrepayments: input.enablePrepayments ?? false,
    ...ofDraw(held, { drawId }),
    externalId: input.externalId,
    metaData: input.metaData,
    isForced: input.force,
    ...(quote && { quote }),
  });
  const shown = presentTransaction(row, source.instrument);
  return { ...shown, id: input.previewMode ? null : shown.id, difference: null };
}

async function sourceOf(
  tx: Tx,
  loan: LoanRow,
  reference: string | null | undefined,
  named: NamedInstrument,
): Promise<HeldInstrument> {
  if (reference != null) return instrumentOfLoan(tx, loan, reference, named);
  throw refuseField(
    'paymentInstrumentId',
    'is needed',
    'the instrument to collect by, or isExternal with the value true',
  );
}

/** What is owed on a later day nobody knows when the quote is looked at. Errors: InvalidRequest. */
function mustBeOfNow({ payoffQuoteId }: TransactionCreate): void {
  if (payoffQuoteId == null) return;
  throw refuseField('payoffQuoteId', 'goes with a payment of now', 'nothing, or no scheduledDate');
}

const yearDays = 366;

/** Money of today counts by the rules of receipt of the loan type; that of a later day counts on it. */
function dayAsked(loan: LoanRow, { now }: CommandContext, { scheduledDate }: TransactionCreate) {
  const today = todayOf(loan, now);
  const received = { on: moneyDayOf(loan, now), isScheduled: false };
  if (scheduledDate == null) return received;
  const day: Day = dayOf(scheduledDate);
  const last = today + yearDays;
  if (day === today) return received;
  if (day > today && day <= last) return { on: day, isScheduled: true };
  const wrong = day < today ? 'lies in the past' : 'is more than a year ahead';
  throw refuseField('scheduledDate', wrong, `a date from ${dateOf(today)} to ${dateOf(last)}`);
}

/** What goes only with money that comes from outside. Errors: InvalidRequest. */
function mustFitCollecting(input: TransactionCreate): void {
  const wrong = (['status', 'failureReason', 'effectiveDate', 'allowOverpayment'] as const).find((field) => {
    const sent = input[field];
    return sent != null && sent !== false;
  });
  if (wrong !== undefined) {
    const expected =
      wrong === 'effectiveDate' ? 'nothing, or scheduledDate' : 'nothing, or isExternal with the value true';
    throw refuseField(wrong, 'goes with external payments', expected);
  }
  if (input.paymentDetails?.type != null) {
    throw refuseField(
      'paymentDetails.type',
      'follows from the instrument',
      'nothing, or isExternal with the value true',
    );
  }
}
