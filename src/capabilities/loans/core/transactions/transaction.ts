// A transaction as it is stored, found and shown.
import type { Component } from '@tenor/engine/account/terms.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { InstrumentInBrief } from '#capabilities/instruments/index.ts';
import { failureRule } from '#capabilities/moving-money/index.ts';
import type { Caller } from '#platform/command/context.ts';
import { typesOf } from '#platform/db/define-table.ts';
import { lean } from '#platform/db/lean-json.ts';
import { type PlaceholderOf, prepared, preparedInsert } from '#platform/db/prepared.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import { claimExternalId, idOfReference } from '#platform/resource/external-ids.ts';
import { shownMetaData } from '#platform/resource/meta-data.ts';
import { paidWith } from '../loan/paid-with.ts';
import { type TransactionRow, transactions } from '../loan/tables.ts';
import type { PaymentReason, TransactionStatus } from './base/words.ts';
import { cancelWords } from './cancel-words.ts';
import { type Collected, collectedOf, notCollected, nothingCollected } from './collected.ts';
import { reversalIdsOf } from './reversal-ids.ts';
import type { PaymentType, Transaction } from './schemas.ts';

export const transactionKind = 'transaction';

export interface CreatedBy {
  /** Left out for an API key. */
  readonly type?: 'user' | 'provider' | 'system';
  readonly id: string;
  /** Null of a user: see http/name-users.ts. */
  readonly name: string | null;
}

export const createdBy = ({ actor: { type, id }, name }: Caller): CreatedBy =>
  type === 'key' ? { id, name } : { type, id, name: type === 'user' ? null : name };

/** Fields that only one kind of transaction has, or that no query needs. */
export interface TransactionDetails {
  readonly createdBy: CreatedBy;
  readonly reason: PaymentReason | null;
  readonly paymentType: PaymentType | null;
  readonly enablePrepayments: boolean;
  readonly credit: CreditDetails | null;
  /** For a service credit: what it pays. */
  readonly component: Component | null;
  /** The second of the day at which it counts, if that does not follow from when it was recorded. */
  readonly time: number | null;
  readonly failureReason: string | null;
  readonly cancelReason: string | null;
  readonly reversedByTransactionId: string | null;
  readonly reversedTransactionId: string | null;
  /** Set on both sides of a reversal by money: how the two stand. */
  readonly reversal?: Reversal;
  readonly contactId: string | null;
  /** Only on a line: the draw that it pays first, or null. */
  readonly drawId?: string | null;
  readonly payoffQuoteId?: string;
  /** How many facts the loan had: it keeps the order of money that came in one instant. */
  readonly order: number;
  /** Set when the service moves the money. */
  readonly collected?: Collected;
  /** Set when a plan of autopay has released it. */
  readonly autopay?: { readonly planId: string; readonly paymentIds: readonly string[] };
  /** From before the migration of the loan: it has no fact, and is no part of the books. */
  readonly isPast?: boolean;
}

interface Reversal {
  readonly reversed: TransactionStatus;
  readonly reversing: TransactionStatus;
  /** The provider's id of what took it back. */
  readonly providerId: string | null;
}

interface CreditDetails {
  readonly type: string | null;
  readonly sponsor: string | null;
  readonly reason: string | null;
}

export const noDetails: Omit<TransactionDetails, 'createdBy'> = {
  reason: null,
  paymentType: null,
  enablePrepayments: false,
  credit: null,
  component: null,
  time: null,
  failureReason: null,
  cancelReason: null,
  reversedByTransactionId: null,
  reversedTransactionId: null,
  contactId: null,
  order: 0,
};

/** Whole again: a row has nothing of what is empty. */
export const detailsOf = ({ details }: Pick<TransactionRow, 'details'>): TransactionDetails => ({
  ...noDetails,
  ...(details as TransactionDetails),
});

export const isReimbursement = (row: TransactionRow): boolean => detailsOf(row).reason === 'reimbursement';

/** What is financed is net of it already: it is on no loan's ledger. */
export const isDownPayment = (row: TransactionRow): boolean => detailsOf(row).reason === 'downPayment';

// ---- found ----------------------------------------------------------------------------------------------------------

/** By its id alone, of a loan that is not known yet. */
export const findTransactionOf = (reader: Reader, personId: string, id: string): Promise<TransactionRow | undefined> =>
  reader.row(ofPerson(reader.db, { personId, id }));

const ofPerson = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; id: string }>) =>
    db
      .selectFrom('transactions')
      .selectAll()
      .where('person_id', '=', placeholder('personId'))
      .where('id', '=', placeholder('id')),
  { personId: 'text', id: 'text' },
);

type Ids = { readonly personId: string; readonly loanId: string };

const byId = prepared((db, placeholder: PlaceholderOf<Ids & { id: string }>) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    .where('id', '=', placeholder('id')),
);

/** By id or `ext-` reference, among the transactions of one loan. */
export async function findTransaction(reader: Reader, ids: Ids, reference: string): Promise<TransactionRow> {
  const id = await idOfReference(reader, transactionKind, reference);
  const row = id === undefined ? undefined : await reader.row(byId(reader.db, { ...ids, id }));
  if (row !== undefined) return row;
  throw new Refusal(errors.NotFound, `This loan has no transaction ${reference}.`, { data: { path: 'transactionId' } });
}

// ---- written --------------------------------------------------------------------------------------------------------

const insert = preparedInsert('transactions', [
  'person_id',
  'id',
  'loan_id',
  'position',
  'external_id',
  'transaction_type',
  'status',
  'is_external',
  'amount',
  'effective_on',
  'original_effective_on',
  'instrument_id',
  'fact_id',
  'paid_principal',
  'paid_interest',
  'paid_fees',
  'paid_over',
  'applied_at',
  'release_at',
  'details',
  'timestamps',
  'meta_data',
  'created_at',
]);

/** Claim its external id before: a client that sends it twice must get that refusal before any other. */
export function insertTransaction(tx: Tx, { company_id: _, updated_at: __, ...row }: TransactionRow): void {
  tx.write(insert(tx.db, { ...row, ...leanTexts(row) } as never), redraw('transactions_pkey'));
}

/** Nothing that is empty, and no instant that the row has already. */
function leanTexts({ details, timestamps, created_at }: Pick<TransactionRow, 'details' | 'timestamps' | 'created_at'>) {
  const { collected, ...others } = details as TransactionDetails;
  const moments = Object.entries(timestamps).map(([name, at]) => [name, at === created_at ? null : at]);
  return {
    details: JSON.stringify({
      ...lean(others, noDetails),
      ...(collected && { collected: lean(collected, nothingCollected) }),
    }),
    timestamps: JSON.stringify(Object.fromEntries(moments)),
  };
}

export const claimTransactionId = (tx: Tx, row: Pick<TransactionRow, 'person_id' | 'id' | 'external_id'>): void => {
  if (row.external_id === null) return;
  claimExternalId(tx, { kind: transactionKind, subjectId: row.person_id, objectId: row.id }, row.external_id);
};

const updated = [
  'external_id',
  'status',
  'amount',
  'effective_on',
  'fact_id',
  'paid_principal',
  'paid_interest',
  'paid_fees',
  'paid_over',
  'applied_at',
  'release_at',
  'details',
  'timestamps',
  'meta_data',
  'updated_at',
] as const;

const update = prepared(
  (db, placeholder: PlaceholderOf<Readonly<Record<string, unknown>>>) =>
    db
      .updateTable('transactions')
      .set(Object.fromEntries(updated.map((column) => [column, placeholder(column)])))
      .where('person_id', '=', placeholder('person_id') as string)
      .where('id', '=', placeholder('id') as string),
  typesOf(transactions, ['person_id', 'id', ...updated]),
);

/** The loan's version guards it: a command reads the loan before it, and writes the loan as well. */
export function writeTransaction(tx: Tx, row: TransactionRow): void {
  tx.write(update(tx.db, { ...row, ...leanTexts(row) }));
}

// ---- shown ----------------------------------------------------------------------------------------------------------

/** Shows transactions with the instruments that they were paid with: one look-up for all. */
export async function presentTransactions(reader: Reader, rows: readonly TransactionRow[]): Promise<Transaction[]> {
  const [instruments, reversals] = await Promise.all([paidWith(reader, rows), reversalIdsOf(reader, rows)]);
  return eachInSlices(rows, (row) => presentTransaction(row, instruments(row), reversals(row)));
}

export async function presentOne(reader: Reader, row: TransactionRow): Promise<Transaction> {
  const [shown] = await presentTransactions(reader, [row]);
  return shown as Transaction;
}

/** `reversedBy` is the external id of what reversed it. */
export function presentTransaction(
  row: TransactionRow,
  instrument: InstrumentInBrief | undefined,
  reversedBy: string | null = null,
): Transaction {
  const details = detailsOf(row);
  const canceled = details.cancelReason === null ? undefined : cancelWords(details.cancelReason);
  const amount = row.amount as Cents;
  return {
    id: row.id,
    object: 'transaction',
    externalId: row.external_id,
    companyId: row.company_id,
    loanId: row.loan_id,
    drawId: details.drawId ?? null,
    mainBorrowerId: row.person_id,
    transactionType: row.transaction_type,
    status: row.status,
    isExternal: row.is_external,
    isVirtual: isVirtual(row),
    scheduledAmount: collectedOf(row)?.asked ?? amount,
    actualAmount: amount,
    paidPrincipalAmount: row.paid_principal as Cents,
    paidInterestAmount: row.paid_interest as Cents,
    paidFeesAmount: row.paid_fees as Cents,
    paidOverAmount: row.paid_over as Cents,
    currency: 'USD',
    paymentDetails: paymentDetailsOf(row, instrument),
    // Clients expect it on a payment too, with the reason of the payment.
    serviceCreditDetails: details.credit ?? { type: null, sponsor: null, reason: details.reason },
    failureReason: details.failureReason,
    cancelReason: details.cancelReason,
    cancelShortDescription: canceled?.short ?? null,
    cancelLongDescription: canceled?.long ?? null,
    reversedByTransactionId: details.reversedByTransactionId,
    reversedByTransactionExternalId: reversedBy,
    reversedTransactionId: details.reversedTransactionId,
    ...reversalOf(row),
    enablePrepayments: details.enablePrepayments,
    payoffQuoteId: details.payoffQuoteId ?? null,
    createdBy: { id: details.createdBy.id, name: details.createdBy.name },
    metaData: shownMetaData(row.meta_data),
    timestamps: timestampsOf(row),
    autopayPlanId: details.autopay?.planId ?? null,
    autopayPaymentIds: details.autopay ? [...details.autopay.paymentIds] : null,
    ...notCollected,
    ...collectedFields(row),
  };
}

/** It takes another one back, and no money moves by it. */
function isVirtual(row: TransactionRow): boolean {
  const one = collectedOf(row);
  return detailsOf(row).reversedTransactionId !== null && (one === null || one.deed === 'void');
}

/** How the two sides of a reversal stand. A service credit is reversed at once. */
function reversalOf(row: TransactionRow) {
  const { reversedTransactionId, reversedByTransactionId, reversal } = detailsOf(row);
  return {
    reversedTransactionStatus: reversedTransactionId === null ? null : (reversal?.reversed ?? 'succeeded'),
    reversingTransactionStatus:
      reversedByTransactionId === null && reversedTransactionId === null
        ? null
        : (reversal?.reversing ?? (reversedByTransactionId === null ? null : 'succeeded')),
  };
}

/** What goes together with money that the service moves. */
function collectedFields(row: TransactionRow): Partial<Transaction> {
  const one = collectedOf(row);
  if (one === null) return {};
  const { failureReason } = detailsOf(row);
  const words = failureReason === null ? undefined : failureRule(failureReason);
  const isAch = one.rail === 'ach';
  return {
    chargebackDetails: {
      amount: one.chargebacks.reduce((sum, { amount, status }) => sum + (status === 'won' ? 0 : amount), 0) as Cents,
      chargebacks: one.chargebacks.map((chargeback) => ({ ...chargeback, originalTransactionId: row.id })),
    },
    failureDescriptionShort: words?.short ?? null,
    failureDescriptionLong: words?.long ?? null,
    achReturnCode: isAch ? one.code : null,
    achConfirmed: isAch && one.isConfirmed,
    achSameDay: one.wantsSameDay,
    achProcessedSameDay: one.isSameDay,
    avsResult: one.said?.avsResult ?? null,
    processingFeeAmount: one.said?.processingFee?.amount ?? null,
    processingFeeType: one.said?.processingFee?.type ?? null,
    processorTransactionId: one.providerId,
    processorReconciliationId: one.said?.reconciliationId ?? null,
    processorMerchantId: one.said?.merchantId ?? null,
    processorFailureDetails: one.said?.failureDetails ?? null,
    processorReversalId: detailsOf(row).reversal?.providerId ?? null,
    processorFailureReason: one.code,
    waitsFor: row.status === 'scheduled' && one.approvalId != null ? 'approval' : null,
    paymentApprovalId: one.approvalId ?? null,
    parentTransactionId: one.retryOf,
    retryAttempt: one.retryAttempt,
    retryOriginalTransactionId: one.retryOf,
  };
}

/** Money goes from the instrument; a reimbursement goes to it. */
function paymentDetailsOf(
  row: TransactionRow,
  instrument: InstrumentInBrief | undefined,
): Transaction['paymentDetails'] {
  const { paymentType: type, reason } = detailsOf(row);
  const [from, to] = isReimbursement(row) ? [undefined, instrument] : [instrument, undefined];
  const [fromId, toId] = isReimbursement(row) ? [null, row.instrument_id] : [row.instrument_id, null];
  return {
    type,
    reason,
    fromInstrumentId: fromId,
    fromInstrument: inBrief(from),
    toInstrumentId: toId,
    toInstrument: to === undefined ? null : inBrief(to),
  };
}

/** Clients read what is in it of each payment of a list, also of a credit, which no instrument paid. */
const inBrief = (instrument: InstrumentInBrief | undefined) => ({
  instrumentType: instrument?.instrument_type ?? null,
  accountNumberLastFour: instrument?.last_four ?? null,
  routingNumber: instrument?.routing_number ?? null,
  paymentNetworkName: instrument?.network_name ?? null,
});

function timestampsOf(row: TransactionRow): Transaction['timestamps'] {
  const moment = (name: string): Instant | null => {
    const at = row.timestamps[name];
    return at === undefined ? null : (at ?? row.created_at);
  };
  return {
    effectiveDate: row.effective_on,
    originalEffectiveDate: row.original_effective_on,
    // A payment that was not scheduled is made on its first day, wherever a correction moves it.
    scheduledDate: row.transaction_type === 'payment' ? row.original_effective_on : null,
    displayDate: row.effective_on,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: null,
    initiatedAt: moment('initiatedAt'),
    pendingAt: moment('pendingAt'),
    succeededAt: moment('succeededAt'),
    failedAt: moment('failedAt'),
    canceledAt: moment('canceledAt'),
    inDisputeAt: moment('inDisputeAt'),
    chargebackAt: moment('chargebackAt'),
    appliedAt: row.applied_at,
  };
}
