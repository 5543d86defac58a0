// Business time. In live mode it is the machine's; in a test realm it may have been set, and then does not run until it
// is moved. Facts, createdAt, effectiveAt and daily work are dated by it; tokens, limits and retries never are.
import { type Instant, instantOfMicros } from '@tenor/engine/values/instant.ts';
import { type MachineClock, machineNow } from '#platform/clock.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { Reader, RealmDatabase, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';

const clockOf = prepared((db) => db.selectFrom('test_clocks').select('now_at'));
const heldClockOf = prepared((db) => db.selectFrom('test_clocks').select(['now_at', 'operation_id']).forShare());
const movedClockOf = prepared((db) => db.selectFrom('test_clocks').select(['now_at', 'operation_id']).forUpdate());

export async function businessNow(reader: Reader, clock: MachineClock): Promise<Instant> {
  if (reader.realm.mode === 'live') return machineNow(clock);
  const row = await reader.row(clockOf(reader.db, {}));
  return row?.now_at ?? machineNow(clock);
}

/**
 * While a test clock is advanced, what a command does would be dated by where the clock happens to stand. `dated`: that
 * matters, so the command is refused until the end. `undated`: nothing follows from its day, so it goes between two
 * moves. `moves`: it is about the clock itself.
 */
export type ClockUse = 'dated' | 'undated' | 'moves';

/**
 * The instant of a command. A test realm's clock row is locked until the commit, so that no write overlaps a move of
 * the clock. Errors: Locked.
 */
export async function commandNow(tx: Tx, clock: MachineClock, use: ClockUse): Promise<Instant> {
  if (tx.realm.mode === 'live') return machineNow(clock);
  const row = await tx.row((use === 'moves' ? movedClockOf : heldClockOf)(tx.db, {}));
  if (row?.operation_id && use === 'dated') {
    const move = await moveBy(tx, row.operation_id);
    throw new Refusal(errors.Locked, 'The test clock of this company is being advanced.', {
      data: {
        operationId: row.operation_id,
        lockedBy: row.operation_id,
        reason: move?.kind ?? null,
        lockedAt: move?.askedAt ?? null,
      },
      headers: { 'retry-after': '1' },
    });
  }
  return row?.now_at ?? machineNow(clock);
}

/**
 * The instant of work without a request. It may continue while the clock is moved, but its transaction never overlaps a
 * move.
 */
export async function workNow(tx: Tx, clock: MachineClock): Promise<Instant> {
  if (tx.realm.mode === 'live') return machineNow(clock);
  const row = await tx.row(heldClockOf(tx.db, {}));
  return row?.now_at ?? machineNow(clock);
}

export interface RealmNow {
  readonly companyId: string;
  readonly now: Instant;
}

/** All companies of a mode, except those whose clock is being moved: the move does their daily work. */
export async function realmsNow(database: RealmDatabase, mode: Mode, clock: MachineClock): Promise<RealmNow[]> {
  const { db, rows } = database.unscoped(mode);
  const machine = machineNow(clock);
  const clocks = await rows(
    db.selectFrom('test_clocks').select(['company_id', 'now_at']).where('operation_id', 'is', null),
  );
  return clocks.map(({ company_id: companyId, now_at }) => ({ companyId, now: now_at ?? machine }));
}

/**
 * The operation that moves the clock now, with the real time at which it was asked for. Until it ends no other command
 * can write in the realm.
 */
export async function clockMove(
  reader: Reader,
): Promise<{ readonly operationId: string; readonly kind: string; readonly askedAt: Instant } | undefined> {
  if (reader.realm.mode === 'live') return undefined;
  const [clock] = await reader.rows(reader.db.selectFrom('test_clocks').select('operation_id'));
  return clock?.operation_id ? moveBy(reader, clock.operation_id) : undefined;
}

/** Two reads and no join: on a cluster the clock lies with its company, and an operation by its id. */
async function moveBy(reader: Reader, operationId: string): ReturnType<typeof clockMove> {
  const row = await reader.row(
    reader.db.selectFrom('operations').select(['id', 'kind', 'position']).where('id', '=', operationId),
  );
  return row && { operationId: row.id, kind: row.kind, askedAt: instantOfMicros(BigInt(row.position)) };
}

/** Every company has its clock row from the start, so that there is always a row to lock. */
export function addClock(tx: Tx): void {
  tx.write(tx.db.insertInto('test_clocks').values({ now_at: null, operation_id: null }));
}
