// Business time. In live mode it is the machine's; in a test realm it may have been set, and then stands still until it
// is moved. Facts, createdAt, effectiveAt and daily work are dated by it; tokens, limits and retries never are.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type MachineClock, machineNow } from '#platform/clock.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';

export async function businessNow(reader: Reader, clock: MachineClock): Promise<Instant> {
  if (reader.realm.mode === 'live') return machineNow(clock);
  const row = await reader.row(reader.db.selectFrom('test_clocks').select('now_at'));
  return row?.now_at ?? machineNow(clock);
}

/**
 * The instant of a command. A test realm's clock row is held until the commit, so that no write can straddle a move of
 * the clock: while it advances, others are refused with 423.
 */
export async function commandNow(tx: Tx, clock: MachineClock, movesClock: boolean): Promise<Instant> {
  if (tx.realm.mode === 'live') return machineNow(clock);
  const select = tx.db.selectFrom('test_clocks').select(['now_at', 'operation_id']);
  const row = await tx.row(movesClock ? select.forUpdate() : select.forShare());
  if (row?.operation_id && !movesClock) {
    throw new Refusal(errors.Locked, 'The test clock of this company is being advanced.', {
      data: { operationId: row.operation_id },
      headers: { 'retry-after': '1' },
    });
  }
  return row?.now_at ?? machineNow(clock);
}

/** Every company has its clock row from the start, so that there is always something to hold. */
export function addClock(tx: Tx): void {
  tx.write(tx.db.insertInto('test_clocks').values({ now_at: null, operation_id: null }));
}
