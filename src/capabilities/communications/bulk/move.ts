// A bulk sending goes from state to state: by a person, by the capability that gave its rows, or by the work on it.
import type { MovingContext } from '#capabilities/cases/index.ts';
import { workNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import { machineOf } from '../outgoing/message-rows.ts';
import { bulkSendingChanged, tellBulk } from './events.ts';
import { bulkSendingRows } from './rows.ts';
import type { BulkSource } from './source.ts';
import { bulkSendingStates } from './states.ts';
import type { BulkSendingRow } from './tables.ts';

const verbs = { running: 'resume', paused: 'pause', canceled: 'cancel' } as const;

type Moving = Pick<MovingContext, 'now' | 'machineNow' | 'position' | 'emit' | 'actor'>;

/** Whoever resumes it is responsible from then on. The row is locked. Errors: InvalidRequest (state). */
export function moveBulk(ctx: Moving, tx: Tx, row: BulkSendingRow, asked: keyof typeof verbs): BulkSendingRow {
  if (row.state === asked) return row;
  const verb = verbs[asked];
  const state = bulkSendingStates.move(row.state, verb).to;
  const goesOn = verb === 'resume';
  const changes = {
    state,
    paused_because: null,
    act_at: null,
    updated_at: ctx.now,
    ...(goesOn ? responsible(ctx) : {}),
    ...(goesOn ? bulkSendingRows.putIn(machineOf(ctx)) : bulkSendingRows.ended),
  };
  tx.write(bulkSendingRows.update(tx.db, row).set(changes));
  if (goesOn) bulkSendingRows.enqueue(tx, ctx.position, row);
  const moved = { ...row, ...changes };
  tellBulk(ctx.emit, row.company_id, moved);
  return moved;
}

export const responsible = ({ actor: { type, id } }: Pick<MovingContext, 'actor'>) => ({
  responsible_type: type,
  responsible_id: id,
});

interface InWork {
  readonly tools: WorkTools;
  readonly sources: readonly BulkSource[];
}

export const finish = ({ tools, sources }: InWork, tx: Tx, row: BulkSendingRow): Promise<Partial<BulkSendingRow>> =>
  movedByWork({ tools, sources }, tx, row, (now) => ({
    state: bulkSendingStates.move(row.state, 'finish').to,
    finished_at: now,
  }));

export const pauseByWork = (
  { tools, sources }: InWork,
  tx: Tx,
  row: BulkSendingRow,
  because: NonNullable<BulkSendingRow['paused_because']>,
): Promise<Partial<BulkSendingRow>> =>
  movedByWork({ tools, sources }, tx, row, () => ({
    state: bulkSendingStates.move(row.state, 'pause').to,
    paused_because: because,
  }));

async function movedByWork(
  { tools: { clock, vault, position }, sources }: InWork,
  tx: Tx,
  row: BulkSendingRow,
  changesAt: (now: BulkSendingRow['created_at']) => Partial<BulkSendingRow>,
): Promise<Partial<BulkSendingRow>> {
  const now = await workNow(tx, clock);
  const changes = { ...changesAt(now), updated_at: now };
  const moved = { ...row, ...changes };
  const { realm } = tx;
  const source = sources.find(({ name }) => name === row.source);
  const declared = [bulkSendingChanged, ...(source?.mayEmit ?? [])];
  await recordingByHand({ realm, now, position, declared }, tx, async (emit) => {
    tellBulk(emit, realm.companyId, moved);
    await source?.changed?.({ now, vault, position, emit }, tx, moved);
  });
  return changes;
}
