// A supercase that follows from what a register says.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { madeBy } from '#platform/resource/made-by.ts';
import { supercase } from './supercase.ts';
import type { DisasterDetails, SupercaseRow } from './tables.ts';

/** What the making of one tells, and what is told of it later. */
export const supercaseEvents = supercase.events.slice(0, 2);

interface Declared {
  readonly details: DisasterDetails;
  readonly monitoringEndDate: CivilDate;
}

const columnsOf = ({ details, monitoringEndDate }: Declared) => ({
  fema_disaster_details: details,
  fema_monitoring_end_date: monitoringEndDate,
});

export function openSupercase(
  ctx: CommandContext,
  tx: Tx,
  sent: Parameters<typeof supercase.add>[2],
  declared: Declared,
): SupercaseRow {
  const more = { status_updated_at: ctx.now, ...madeBy(ctx.caller.actor), ...columnsOf(declared) };
  const row = supercase.add(ctx, tx, sent, more);
  supercase.tell(ctx, 'created', row);
  return row;
}

/** More was declared, or other. */
export async function describeSupercase(ctx: CommandContext, tx: Tx, id: string, declared: Declared): Promise<void> {
  const before = await supercase.find(tx, id);
  const row = { ...before, ...columnsOf(declared), updated_at: ctx.now };
  supercase.change(tx, before, row);
  supercase.tell(ctx, 'updated', row);
}
