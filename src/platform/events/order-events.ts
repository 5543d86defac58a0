// Gives committed events their places in the one order of a mode. Only this file does it, and holds the row of the last
// place until its commit: so places become visible in their order, and a reader that has seen one has seen all before
// it. An event of a slow transaction gets its place when it has committed, not when it began.
//
// The places lie on one node, so it is an ordinary commit on a cluster too. What waits lies with its subjects, on all
// nodes: it is read before and deleted after, each by itself, and both may be repeated.
import { sql } from 'kysely';
import { besideLostNodes } from '#platform/db/cluster/beside-lost-nodes.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase, UnscopedTx } from '#platform/db/realm-database.ts';
import { placedColumns, typeOfPlaced } from './tables.ts';
import { forgetWaiting, readWaiting, renameWaiting, type Waiting, type WaitingRead } from './waiting-events.ts';

/** About so many events get their places in one commit. */
const batch = 1_000;

/**
 * Orders all that is committed now, or what is about one subject: then one node of a cluster is asked for it, and what
 * others have told waits for the relay. While a node is lost, all means what the others tell. Returns the number of
 * events.
 */
export function orderEvents(database: RealmDatabase, mode: Mode, subjectId?: string): Promise<number> {
  if (subjectId !== undefined) return orderInBatches(database, mode, subjectId);
  return besideLostNodes(database, mode, 'waiting_events', (one) => orderInBatches(database, mode, one));
}

async function orderInBatches(database: RealmDatabase, mode: Mode, subjectId: string | undefined): Promise<number> {
  for (let total = 0; ; ) {
    const { count, isAll } = await orderBatch(database, mode, subjectId);
    total += count;
    // What has come meanwhile is gathered for the next round.
    if (isAll) return total;
  }
}

interface Ordered {
  /** The number of events that have got their places. */
  readonly count: number;
  readonly isAll: boolean;
}

async function orderBatch(database: RealmDatabase, mode: Mode, subjectId: string | undefined): Promise<Ordered> {
  const { transact, ...reads } = database.unscoped(mode);
  const read = await readWaiting(reads, batch, subjectId);
  // The row of the last place, which another process may hold, is not asked for in vain.
  if (read.events.length === 0) return { count: 0, isAll: true };
  const { events, isAll, given, twins } = await transact((tx) => place(tx, read));
  await settle(database, mode, events, twins);
  return { count: given.length, isAll: isAll && twins.length === 0 };
}

interface Given extends WaitingRead {
  readonly given: readonly Waiting[];
  /** Another event shows the id that they have. They, and what comes after them, get their places another time. */
  readonly twins: readonly Waiting[];
}

async function place(tx: UnscopedTx, read: WaitingRead): Promise<Given> {
  const ids = read.events.map(({ id }) => id);
  const [[last], shown] = await tx.together(lockedLast(tx.db, {}), shownIds(tx.db, { ids }));
  const sorted = { ...read, ...withoutPlace(read.events, shown) };
  const { given } = sorted;
  if (last === undefined || given.length === 0) return sorted;
  const { last_sequence } = last;
  tx.write(insertPlaces(tx.db, { last: last_sequence, events: `[${given.map(({ narrow }) => narrow).join()}]` }));
  tx.write(
    tx.db
      .updateTable('event_places')
      .set({ last_sequence: last_sequence + given.length })
      .where('name', '=', 'events'),
  );
  return sorted;
}

type Shown = Pick<Waiting, 'subject_id' | 'id'>;

/** Events to be given a place now: a process that read them too may have done it, and an id may be taken. */
function withoutPlace(events: readonly Waiting[], shown: readonly Shown[]): Pick<Given, 'given' | 'twins'> {
  const subjectOf = new Map(shown.map(({ subject_id, id }) => [id, subject_id]));
  const given: Waiting[] = [];
  const twins = new Map<string, Waiting>();
  for (const event of events) {
    const holder = subjectOf.get(event.id);
    if (event.narrow === null || holder === event.subject_id || twins.has(event.subject_id)) continue;
    if (holder !== undefined) {
      twins.set(event.subject_id, event);
      continue;
    }
    subjectOf.set(event.id, event.subject_id);
    given.push(event);
  }
  return { given, twins: [...twins.values()] };
}

/** What is left to do once the places can be seen. Commits with a twin wait on, and what comes after them. */
async function settle(
  database: RealmDatabase,
  mode: Mode,
  events: readonly Waiting[],
  twins: readonly Waiting[],
): Promise<void> {
  for (const twin of twins) await renameWaiting(database, mode, twin);
  const from = new Map(twins.map(({ subject_id, position }) => [subject_id, position]));
  const placed = events.filter((one) => one.position < (from.get(one.subject_id) ?? Number.POSITIVE_INFINITY));
  await forgetWaiting(database, mode, placed);
}

/** A process that stands still while it holds the row loses its session, before others give up waiting for it. */
const holdsAtMostMs = 1_500;

/** Only one at a time gives places; the next one waits here, and then sees all places that were given. */
const lockedLast = prepared((db) =>
  db
    .selectFrom('event_places')
    .select('last_sequence')
    .select(sql`set_config('idle_in_transaction_session_timeout', ${sql.lit(String(holdsAtMostMs))}, true)`.as('holds'))
    .where('name', '=', 'events')
    .forUpdate(),
);

const shownIds = prepared((db, placeholder: PlaceholderOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('placed_events')
    .select(['subject_id', 'id'])
    .where('id', '=', sql<string>`any(${placeholder('ids')}::text[])`),
);

const insertPlaces = prepared((db, placeholder: PlaceholderOf<{ events: string; last: number }>) =>
  db
    .insertInto('placed_events')
    .columns(['sequence', ...placedColumns])
    .expression(
      db
        .selectFrom(
          sql<{ nth: number }>`rows from (json_to_recordset(${placeholder('events')}::json) as (${sql.join(
            placedColumns.map((column) => sql`${sql.ref(column)} ${sql.raw(typeOfPlaced(column))}`),
          )})) with ordinality`.as<'given'>(
            sql`given(${sql.join([...placedColumns, 'nth'].map((one) => sql.ref(one)))})`,
          ),
        )
        .select(sql<number>`${placeholder('last')}::bigint + nth`.as('place'))
        .select(placedColumns as never) as never,
    ),
);

/**
 * How many events of the first thousand waiting changes have no place yet: if many wait for more than a moment, no relay
 * leads.
 */
export async function countUnordered(database: RealmDatabase, mode: Mode): Promise<number> {
  const { db, rows } = database.unscoped(mode);
  return (await rows(db.selectFrom('waiting_events').select('ids').limit(1_000))).reduce(
    (sum, { ids }) => sum + ids.length,
    0,
  );
}
