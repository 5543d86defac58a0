// What events tell of a transaction. Fields are those of the interface (7.4).
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Static, type TObject, Type } from 'typebox';
import { type InstrumentInBrief, instrumentTypes } from '#capabilities/instruments/index.ts';
import { Amount, ExternalId, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import {
  externalIdMax,
  type PaymentReason,
  paymentReasons,
  TransactionState,
  type TransactionStatus,
  transactionTypes,
} from '../transactions/base/words.ts';
import type { LoanRow, TransactionRow } from './tables.ts';

export const transactionFields = {
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

export type ToldOfTransaction = Static<TObject<typeof transactionFields>>;

export const toldOfTransaction = (
  loan: Pick<LoanRow, 'external_id' | 'loan_type_id'>,
  row: TransactionRow,
  instrument: InstrumentInBrief | undefined,
): ToldOfTransaction => ({
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
  reason: (row.details as { readonly reason?: PaymentReason | null }).reason ?? null,
});
