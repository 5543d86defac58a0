// The events of transactions, besides those of the books (payment.applied). Fields are those of the interface (7.4).
import type { Cents } from '@tenor/engine/values/cents.ts';
import { Type } from 'typebox';
import { type InstrumentInBrief, instrumentTypes } from '#capabilities/instruments/index.ts';
import type { About } from '#platform/events/emit.ts';
import { defineEvent, type EventKind, type FieldsOf } from '#platform/events/event-kind.ts';
import { Amount, ExternalId, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import type { LoanRow, TransactionRow } from '../loan/tables.ts';
import {
  externalIdMax,
  paymentReasons,
  TransactionState,
  type TransactionStatus,
  transactionTypes,
} from './schemas.ts';
import { detailsOf } from './transaction.ts';

const fields = {
  loanExternalId: ExternalId({ max: 255 }),
  loanTypeId: Text({ max: 12 }),
  transactionExternalId: ExternalId({ max: externalIdMax }),
  paymentInstrumentId: Nullable(Text({ max: 12 })),
  paymentInstrumentExternalId: ExternalId({ max: 50 }),
  paymentInstrumentType: Nullable(StringEnum(instrumentTypes)),
  amount: Amount,
  currency: Text({ max: 3 }),
  isExternal: Type.Boolean(),
  transactionType: StringEnum(transactionTypes),
  transactionStatus: TransactionState,
  reason: Nullable(StringEnum(paymentReasons)),
};

const ofTransaction = (type: string, summary: string) => defineEvent({ type, summary, subject: 'person', fields });

export const paymentInitiated = ofTransaction('payment.initiated', 'A payment was recorded.');
export const paymentSucceeded = ofTransaction('payment.succeeded', 'A payment succeeded.');
export const paymentFailed = ofTransaction('payment.failed', 'A payment failed: the books are as if it had not come.');
export const paymentCanceled = ofTransaction(
  'payment.canceled',
  'A payment that should not have been recorded was taken back.',
);
export const creditCreated = ofTransaction('servicecredit.created', 'A service credit was given.');
export const creditReversed = ofTransaction('servicecredit.reversed', 'A service credit was reversed.');
export const transactionBackdated = ofTransaction('transaction.backdated', 'A transaction was moved to another day.');
export const transactionUpdated = ofTransaction(
  'transaction.updated',
  'A transaction was changed, but not its status.',
);

export const transactionEvents: readonly EventKind[] = [
  paymentInitiated,
  paymentSucceeded,
  paymentFailed,
  paymentCanceled,
  creditCreated,
  creditReversed,
  transactionBackdated,
  transactionUpdated,
];

export const toldOfTransaction = (
  loan: LoanRow,
  row: TransactionRow,
  instrument: InstrumentInBrief | undefined,
): FieldsOf<typeof paymentInitiated> => ({
  loanExternalId: loan.external_id,
  loanTypeId: loan.loan_type_id,
  transactionExternalId: row.external_id,
  paymentInstrumentId: row.instrument_id,
  paymentInstrumentExternalId: instrument?.external_id ?? null,
  paymentInstrumentType: instrument?.instrument_type ?? null,
  amount: row.amount as Cents,
  currency: 'USD',
  isExternal: row.is_external,
  transactionType: row.transaction_type,
  transactionStatus: row.status as TransactionStatus,
  reason: detailsOf(row).reason,
});

export const aboutTransaction = (row: TransactionRow): { readonly about: About } => ({
  about: { loanId: row.loan_id, transactionId: row.id },
});
