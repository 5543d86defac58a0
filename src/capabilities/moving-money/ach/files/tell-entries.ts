// The orders of a closed file are told that they are accepted, loan by loan: a few in a commit, which also says how far it
// has come. The file does not leave before all of them have heard it.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { recordBreak } from '#capabilities/bank-books/index.ts';
import type { NamedActor } from '#platform/actor.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { togetherOrOneByOne } from '#platform/work/one-by-one.ts';
import type { EntryRow, FileRow } from '../../orders/ach-entries/tables.ts';
import { lockAttempt } from '../../orders/attempts/attempt.ts';
import { type LastWrites, lastWrites } from '../../orders/attempts/last-writes.ts';
import { type OrderWork, whileTaking } from '../../orders/attempts/order-work.ts';
import { togetherMax } from '../../orders/attempts/send-many.ts';
import { type Report, takeReport } from '../../orders/attempts/take-report.ts';
import type { Taking } from '../../orders/attempts/taker.ts';
import type { Carrier } from '../../orders/companies-providers/carrier.ts';
import type { AchSettings } from '../../orders/providers/ach/settings.ts';
import { fileUpdate } from './file.ts';
import { releaseByRule } from './release.ts';

/** Entries that failed are tried again after this time. */
const againSeconds = 600;

interface Telling {
  readonly fileId: string;
  readonly carrier: Carrier;
  /** So many persons in a commit. */
  readonly personsMax: number;
  failed(attemptId: string, error: unknown): void;
}

type AcceptedEntry = Pick<EntryRow, 'person_id' | 'attempt_id' | 'trace' | 'settles_on'>;

/** Tells some. False: all have heard it, or somebody else tells them. */
export async function tellSome(work: OrderWork, telling: Telling): Promise<boolean> {
  let some: readonly AcceptedEntry[] = [];
  let failures = 0;
  const isTogether = await togetherOrOneByOne({
    together: () =>
      work.transact(async (tx, now) => {
        some = await tellTogether(work, tx, now, telling);
      }),
    things: () => some,
    one: (entry) => work.transact((tx, now) => tell(work, tx, now, entry, telling.carrier)),
    failed({ attempt_id }, error) {
      telling.failed(attempt_id, error);
      failures += 1;
    },
  });
  if (!isTogether) await work.transact(async (tx) => noteAccepted(tx, telling.fileId, some, failures));
  return some.length > 0;
}

async function tellTogether(
  work: OrderWork,
  tx: Tx,
  now: Instant,
  telling: Telling,
): Promise<readonly AcceptedEntry[]> {
  const { fileId, carrier, personsMax } = telling;
  const file = await tx.row(
    tx.db
      .selectFrom('ach_files')
      .selectAll()
      .where('id', '=', fileId)
      .where('act_at', '<=', now)
      .forUpdate()
      .skipLocked(),
  );
  if (file === undefined) return [];
  const some = await nextOf(tx, file, Math.min(togetherMax, personsMax));
  if (some.length === 0) {
    endTelling(work, tx, now, file, carrier.files as AchSettings);
    return [];
  }
  const last = lastWrites(tx, work);
  for (const entry of some) await tell(work, tx, now, entry, carrier, last);
  noteAccepted(tx, fileId, some, 0);
  last.write();
  return some;
}

/** In the order of their persons, in which everybody locks several. */
function nextOf(tx: Tx, { id, told_person_id, told_attempt_id }: FileRow, limit: number): Promise<AcceptedEntry[]> {
  let next = tx.db
    .selectFrom('ach_entries')
    .select(['person_id', 'attempt_id', 'trace', 'settles_on'])
    .where('file_id', '=', id)
    .orderBy('person_id')
    .orderBy('attempt_id')
    .limit(limit);
  if (told_person_id !== null)
    next = next.where(sql<boolean>`(person_id, attempt_id) > (${told_person_id}, ${told_attempt_id})`);
  return tx.rows(next);
}

function noteAccepted(tx: Tx, fileId: string, told: readonly AcceptedEntry[], failures: number): void {
  const last = told.at(-1);
  if (last === undefined) return;
  tx.write(
    fileUpdate(tx.db, fileId).set((eb) => ({
      told_person_id: last.person_id,
      told_attempt_id: last.attempt_id,
      told_failures: eb('told_failures', '+', failures),
    })),
  );
}

/** All were told. Where some failed it begins again, which changes nothing for those who have heard it. */
function endTelling(work: OrderWork, tx: Tx, now: Instant, file: FileRow, settings: AchSettings): void {
  const again = { told_person_id: null, told_attempt_id: null, told_failures: 0 };
  if (file.told_failures > 0) {
    tx.write(fileUpdate(tx.db, file.id).set({ ...again, act_at: addSeconds(now, againSeconds) }));
    return;
  }
  tx.write(fileUpdate(tx.db, file.id).set({ act_at: null }));
  releaseByRule(work, tx, now, file, settings);
}

function tell(
  work: OrderWork,
  tx: Tx,
  now: Instant,
  entry: AcceptedEntry,
  carrier: Carrier,
  last?: LastWrites,
): Promise<void> {
  const { person_id: personId, attempt_id: id, trace, settles_on: on } = entry;
  const actor: NamedActor = { type: 'provider', id: carrier.kind };
  const report: Report = { what: 'accepted', id: trace, at: now, amount: null, code: null, on };
  const telling = async (taking: Taking): Promise<void> => {
    const row = await lockAttempt(tx, { personId, id });
    if (row === undefined) return;
    const taken = await takeReport(taking, tx, row, report, { takers: work.takers, zone: carrier.provider.can.zone });
    if (typeof taken === 'object')
      recordBreak(tx, taking, taken, { personId, attemptId: id, amount: row.amount_cents });
  };
  return whileTaking(work, tx, { now, personId, actor }, telling, last);
}
