// The case that is opened for a dispute. Cases are a later capability, so the app says how one is opened.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';

export interface DisputedPurchase {
  readonly personId: string;
  readonly loanId: string;
  readonly purchaseId: string;
  readonly disputeId: string;
  /** By when it must be decided, where that is known. */
  readonly decideBy: CivilDate | undefined;
}

export interface DisputeCases {
  /** What opening one may tell. */
  readonly mayEmit: readonly EventKind[];
  /** Opens a case in the commit of the dispute, and returns its id. */
  open(ctx: CommandContext, tx: Tx, disputed: DisputedPurchase): Promise<string>;
}
