import type { OrderReport, Taking } from '#capabilities/moving-money/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import type { TransactionRow } from '../../../core/loan/tables.ts';
import type { NamedInstrument } from '../../../core/transactions/instrument-of.ts';

/** An outcome, with the transaction that it is of. */
export interface Taken {
  readonly work: Taking;
  readonly tx: Tx;
  readonly held: HeldLoan;
  readonly row: TransactionRow;
  readonly instrument: NamedInstrument;
  readonly outcome: OrderReport;
}
