// What is queued, as workers claim it: a narrow row beside the message, which is there until the message has an outcome.
import { microsOfInstant } from '@tenor/engine/values/instant.ts';
import type { NotNull } from 'kysely';
import type { LeavingOfContacted } from '#capabilities/compliance/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { partRead } from '#platform/db/as-one-statement.ts';
import { typesOf } from '#platform/db/define-table.ts';
import { type PlaceholderOf, prepared, preparedInsert } from '#platform/db/prepared.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { claimedRows } from '#platform/work/claimed/claimed-rows.ts';
import { type MessageRow, queuedMessages } from '../tables.ts';

export const outgoingRows = claimedRows({
  name: 'outgoing_messages',
  job: 'communications.send',
  table: 'queued_messages',
  stated: queuedMessages,
  // A line for each channel: emails do not wait behind a receiver of texts that hangs.
  named: ['person_id', 'id', 'channel'],
  goWhenEnded: true,
  alarmTries: 5,
  why: 'last_failure',
});

/** The machine's clock of a change. */
export const machineOf = ({ machineNow }: Pick<CommandContext, 'machineNow'>) => ({
  micros: () => Number(microsOfInstant(machineNow())),
});

/** Workers find it from then on, once `outgoingRows.enqueue` has called them. */
export function putInQueue(ctx: Pick<CommandContext, 'machineNow'>, tx: Tx, row: MessageRow): void {
  const { person_id, id, channel, interaction_id, tries, last_failure } = row;
  const named = { person_id, id, channel, interaction_id, tries, last_failure };
  const work = { ...named, contact_id: null, started_at: null, ...outgoingRows.putIn(machineOf(ctx)) };
  tx.write(insertQueued(tx.db, work));
}

const insertQueued = preparedInsert(
  'queued_messages',
  queuedMessages.all.filter((column) => column !== 'company_id'),
);

/** Nobody sends it. The caller has locked the person, and knows that no worker is at it. */
export function takeFromQueue(tx: Tx, row: MessageRow): void {
  tx.write(outgoingRows.changed(tx.db, row, outgoingRows.ended));
}

/** The messages of borrowers that workers are at, and since when. */
export const leavingOfContacted: LeavingOfContacted = partRead(
  (db, isOneOfThem) =>
    db
      .selectFrom('queued_messages')
      .select(['person_id', 'interaction_id', 'started_at'])
      .$narrowType<{ started_at: NotNull }>()
      .where(isOneOfThem('person_id'))
      .where('started_at', 'is not', null)
      .where('holder', 'is not', null),
  { columns: typesOf(queuedMessages, ['person_id', 'interaction_id', 'started_at']), values: {} },
);

type Key = { readonly personId: string; readonly id: string };

const holderOf = prepared((db, placeholder: PlaceholderOf<Key>) =>
  db
    .selectFrom('queued_messages')
    .select('holder')
    .where('person_id', '=', placeholder('personId'))
    .where('id', '=', placeholder('id')),
);

/** Whether a worker is at it: then it may be leaving the house. The caller has locked the person. */
export async function isBeingSent(reader: Reader, { person_id: personId, id }: MessageRow): Promise<boolean> {
  return ((await reader.row(holderOf(reader.db, { personId, id })))?.holder ?? null) !== null;
}
