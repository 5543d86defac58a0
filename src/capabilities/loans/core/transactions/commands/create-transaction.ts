// Records money that came from outside, or a credit that the lender gives, in the books of its day.
import type { FactOf } from '@tenor/engine/account/facts.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { loanTypeVersion } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { start } from '#platform/states.ts';
import { pastDayOf } from '../../loan/past-day.ts';
import type { HeldLoan } from '../../loan/product.ts';
import { loanStates } from '../../loan/states.ts';
import type { LoanRow, TransactionRow } from '../../loan/tables.ts';
import { secondOf } from '../../loan/time-of-day.ts';
import { moneyDayOf, todayOf } from '../../loan/today.ts';
import { toldOfTransaction } from '../../loan/transaction-told.ts';
import { changeBooks } from '../change-books.ts';
import * as told from '../events.ts';
import { mustBeThere, type NamedInstrument, paymentTypeOf } from '../instrument-of.ts';
import { factOf, undoOf } from '../money-fact.ts';
import { newTransaction } from '../new-transaction.ts';
import { mustNotExceed } from '../not-more-than-owed.ts';
import { mustPayOff, type Quoted, quoteNamed } from '../quoted.ts';
import { type ChangedTransaction, isOfDownPayment, type TransactionCreate } from '../schemas.ts';
import { transactionStates, verbOfStatus } from '../states.ts';
import { claimTransactionId, createdBy, insertTransaction } from '../transaction.ts';

/** By type, the permission that it needs. */
export const createPermissions = {
  oneTime: 'transaction:create.onetimepayment',
  serviceCredit: 'transaction:create.servicecredit',
  downPayment: 'transaction:create.downpayment',
  downpayment: 'transaction:create.downpayment',
} as const;

/**
 * Makes an external payment or a credit. Errors: InvalidRequest, NotFound, LoanStatusForbids, DuplicateExternalId,
 * AmountExceedsOutstanding, PayoffQuoteDoesNotHold.
 */
export async function createTransaction(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  input: TransactionCreate,
  instrument: NamedInstrument,
): Promise<ChangedTransaction> {
  mustFitItsType(input);
  mustBeThere(input, instrument);
  await mustTakeMoney(tx, held.row);
  const on = dayOfMoney(held.row, ctx, input);
  const quote = await quoteNamed(tx, held, input, on);
  const named = { ...input, drawId: (await held.product.drawNamed(tx, held, input.drawId)) ?? null };
  const row = input.type === 'oneTime' ? aPayment(ctx, held, named, instrument, on) : aCredit(ctx, held, named, on);
  return recordTransaction(ctx, tx, held, row, input, { on, instrument, quote });
}

/** Whether the loan takes money at all. An amount above what is owed is refused elsewhere, also on a paid-off loan. */
export async function mustTakeMoney(
  tx: Reader,
  { status, loan_type_id, loan_type_version }: LoanRow,
  verb: 'pay' | 'settle' | 'promise' = 'pay',
): Promise<void> {
  if (!loanStates.depends(status, verb)) return loanStates.mustAllow(status, verb);
  const { settings } = await loanTypeVersion(tx, loan_type_id, loan_type_version);
  loanStates.mustAllow(status, verb, {
    takesMoneyAfterChargeOff: settings.delinquency.paymentAllowedWhenChargedOff,
  });
}

const beginning = ({ status }: TransactionCreate) => verbOfStatus[status ?? 'succeeded'];

/** Money without a date counts today, or tomorrow after the cut-off of the loan type; a given date counts as it is. */
export const dayOfMoney = (loan: LoanRow, { now }: CommandContext, { effectiveDate }: TransactionCreate): Day =>
  effectiveDate == null ? moneyDayOf(loan, now) : pastDayOf(loan, now, 'effectiveDate', effectiveDate);

export const aPayment = (
  ctx: CommandContext,
  held: HeldLoan,
  input: TransactionCreate,
  instrument: NamedInstrument,
  on: Day,
): TransactionRow =>
  newTransaction(ctx, held, {
    transaction_type: 'payment',
    status: transactionStates.move(start, beginning(input)).to,
    is_external: true,
    amount: input.amount,
    on,
    externalId: input.externalId,
    instrumentId: instrument?.id,
    metaData: input.metaData,
    details: {
      createdBy: createdBy(ctx.caller),
      reason: isOfDownPayment(input) ? 'downPayment' : 'oneTimePayment',
      paymentType: input.paymentDetails?.type ?? paymentTypeOf(instrument),
      enablePrepayments: input.enablePrepayments ?? false,
      ...ofDraw(held, input),
      ...(input.payoffQuoteId == null ? {} : { payoffQuoteId: input.payoffQuoteId }),
      failureReason: input.failureReason ?? null,
    },
  });

function aCredit(ctx: CommandContext, held: HeldLoan, input: TransactionCreate, on: Day): TransactionRow {
  const {
    type = null,
    sponsor = null,
    reason = null,
  } = input.serviceCreditsDetails ?? input.serviceCreditDetails ?? {};
  const time = input.effectiveTimeOfDay;
  return newTransaction(ctx, held, {
    transaction_type: 'serviceCredit',
    status: transactionStates.move(start, 'succeed').to,
    is_external: false,
    amount: input.amount,
    on,
    externalId: input.externalId,
    metaData: input.metaData,
    details: {
      createdBy: createdBy(ctx.caller),
      credit: { type, sponsor, reason },
      component: input.component ?? null,
      ...ofDraw(held, input),
      time: time == null ? null : secondOf(time),
    },
  });
}

/** Only a line names a draw, or null. */
export const ofDraw = (
  { product }: HeldLoan,
  { drawId }: Pick<TransactionCreate, 'drawId'>,
): { readonly drawId?: string | null } => (product.hasDraws ? { drawId: drawId ?? null } : {});

interface Recorded {
  readonly on: Day;
  readonly instrument: NamedInstrument;
  readonly quote: Quoted | undefined;
}

async function recordTransaction(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  row: TransactionRow,
  input: TransactionCreate,
  { on, instrument, quote }: Recorded,
): Promise<ChangedTransaction> {
  claimTransactionId(tx, row);
  tellCreated(ctx, held.row, row, input, instrument);
  const fact = factOf(row, row.id, on);
  const isFailed = beginning(input) === 'fail';
  const facts = isFailed ? [fact, failureOf(ctx, held, row)] : [fact];
  const shown = { instrument, previewMode: input.previewMode, isNew: true };
  return changeBooks(ctx, tx, held, facts, { row, write: insertTransaction }, shown, async (changed) => {
    if (isFailed) return;
    if (quote !== undefined) mustPayOff(held, changed, on, quote);
    else if (input.allowOverpayment !== true) await mustNotExceed(tx, held, changed, fact, row);
  });
}

/** A payment that came back has the same effect, whether it is sent in one step or in two. */
const failureOf = (ctx: CommandContext, { row: loan }: HeldLoan, row: TransactionRow): FactOf<'undo'> =>
  undoOf(loan, row, { reason: 'failed', today: todayOf(loan, ctx.now), nsfFee: true, more: 1 });

export function tellCreated(
  ctx: CommandContext,
  loan: LoanRow,
  row: TransactionRow,
  input: TransactionCreate,
  instrument: NamedInstrument,
): void {
  const fields = toldOfTransaction(loan, row, instrument);
  const came = transactionStates.move(start, beginning(input)).emits;
  const kinds = row.transaction_type === 'serviceCredit' ? [told.creditCreated] : [told.paymentInitiated, ...came];
  for (const kind of kinds) ctx.emit(kind, row.person_id, fields, told.aboutTransaction(row));
}

// ---- asked for ------------------------------------------------------------------------------------------------------

type Field = keyof TransactionCreate;

const ofPayments: readonly Field[] = [
  'paymentInstrumentId',
  'isExternal',
  'status',
  'failureReason',
  'scheduledDate',
  'achSameDay',
  'retryIfReturned',
  'authorization',
  'enablePrepayments',
  'payoffQuoteId',
  'paymentDetails',
];
const ofCredits: readonly Field[] = [
  'serviceCreditsDetails',
  'serviceCreditDetails',
  'effectiveTimeOfDay',
  'component',
];

/** Errors: InvalidRequest. */
export function mustFitItsType(input: TransactionCreate): void {
  if (input.amount <= 0) throw refuseField('amount', 'must be more than zero', 'an amount of at least 0.01');
  const isPayment = input.type !== 'serviceCredit';
  const strange = (isPayment ? ofCredits : ofPayments).find((field) => input[field] != null);
  if (strange !== undefined) {
    const other = isPayment ? 'serviceCredit' : 'oneTime';
    throw refuseField(strange, `goes with the type ${other}`, `nothing, or the type ${other}`);
  }
  const ofCollected = (['scheduledDate', 'achSameDay', 'retryIfReturned', 'authorization'] as const).find(
    (field) => input[field] != null && input[field] !== false,
  );
  if (ofCollected !== undefined) {
    throw refuseField(
      ofCollected,
      'is not for external payments',
      'nothing; effectiveDate for money that came earlier',
    );
  }
  if (input.failureReason != null && beginning(input) !== 'fail') {
    throw refuseField('failureReason', 'goes with the status failed', 'nothing, or the status failed');
  }
}
