// A supercase that follows from what a register says.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { supercase } from './supercase.ts';
import type { SupercaseRow } from './tables.ts';

/** What the making of one tells. */
export const supercaseCreated = supercase.events.slice(0, 1);

export function openSupercase(ctx: CommandContext, tx: Tx, sent: Parameters<typeof supercase.add>[2]): SupercaseRow {
  const row = supercase.add(ctx, tx, sent, { status_updated_at: ctx.now, ...madeBy(ctx.caller.actor) });
  supercase.tell(ctx, 'created', row);
  return row;
}
