// What money that is paid out does to its loan. Each kind of disbursement has one; whoever calls it does so once in a
// commit, and it writes the loan.
import type { Day } from '@tenor/engine/values/day.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { DisbursementKind } from '../../core/loan/disbursement-schemas.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { Collecting } from '../collecting/collect.ts';
import type { DisbursementRow } from './tables.ts';

export interface PaidOut {
  readonly work: Collecting;
  readonly tx: Tx;
  readonly held: HeldLoan;
  readonly row: DisbursementRow;
}

export interface Effect {
  readonly emits: readonly EventKind[];
  /** The money is there: it is owed from the day on. Gives what is to be kept of it. */
  begin(paid: PaidOut, on: Day): Promise<DisbursementRow['details']>;
  /** It never came, or came back. False: what has happened since stands in the way, and it stays on the books. */
  takeBack(paid: PaidOut): Promise<boolean>;
  /**
   * The bank took its return back: the borrower has the money, and owes it from its original day on. Returns undefined
   * if something that has happened since prevents that; then it stays off the books.
   */
  putBack(paid: PaidOut, on: Day): Promise<DisbursementRow['details'] | undefined>;
  /** It does not come back any more in the ordinary way. */
  confirm(paid: PaidOut): Promise<void>;
}

export type Effects = Readonly<Record<DisbursementKind, Effect>>;
