// What later capabilities do in the commit that records an interaction, or takes a later report of it. Interactions of a
// book that is taken over are not told: what was known when they took place was known to somebody else.
import type { PersonRow } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { InteractionRow } from './tables.ts';

interface ReportedInteraction {
  readonly owner: PersonRow;
  readonly row: InteractionRow;
  /** As it was known before; null: it was just recorded. */
  readonly before: InteractionRow | null;
}

export interface InteractionListener {
  readonly mayEmit: readonly EventKind[];
  /** The row is written in the same commit, so a read of the transaction may find it already. */
  reported(ctx: CommandContext, tx: Tx, reported: ReportedInteraction): Promise<void>;
}

/** Tells all of them, and returns the row. */
export async function tellReported(
  listeners: readonly InteractionListener[],
  ctx: CommandContext,
  tx: Tx,
  reported: ReportedInteraction,
): Promise<InteractionRow> {
  for (const one of listeners) await one.reported(ctx, tx, reported);
  return reported.row;
}
