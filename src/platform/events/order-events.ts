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
import { nameOf, readShapes, rememberShapes, shapesOfRows, writeShapes } from './number-shapes.ts';
import { keyOf } from './placed-events.ts';
import type { Shape } from './shapes.ts';
import { placedColumns, typeOfPlaced } from './tables.ts';
import { forgetWaiting, readWaiting, type Told, type Waiting } from './waiting-commits.ts';

/** So many rows of events get their places in one commit. */
const batch = 500;

/**
 * Orders all that is committed now, or what is about one subject: then one node of a cluster is asked for it, and what
 * others have told waits for the relay. While a node is lost, all means what the others tell. Returns the number of
 * events.
 */
export function orderEvents(database: RealmDatabase, mode: Mode, subjectId?: string): Promise<number> {
  if (subjectId !== undefined) return orderInBatches(database, mode, subjectId);
  return besideLostNodes(database, mode, 'waiting_commits', (one) => orderInBatches(database, mode, one));
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
  const { commits, isAll } = await readWaiting(reads, batch, subjectId);
  // The row of the last place, which another process may hold, is not asked for in vain.
  if (commits.length === 0) return { count: 0, isAll: true };
  const count = await transact((tx) => place(database, mode, tx, commits));
  await forgetWaiting(database, mode, commits);
  return { count, isAll };
}

async function place(
  database: RealmDatabase,
  mode: Mode,
  tx: UnscopedTx,
  commits: readonly Waiting[],
): Promise<number> {
  const positions = commits.map(({ position }) => position);
  const { known, unknown } = shapesOfRows(database, mode, commits.flatMap(asTold));
  const [[[last], placed], { read, last: lastShape }] = await Promise.all([
    tx.together(lockedLast(tx.db, {}), withPlace(tx.db, { positions })),
    readShapes(tx, unknown),
  ]);
  rememberShapes(database, mode, read);
  // A process that read them too may have given them their places.
  const taken = new Set(placed.map(keyOf));
  const told = commits.filter((one) => !taken.has(keyOf(one))).flatMap(asTold);
  if (last === undefined || told.length === 0) return 0;
  const found = new Map([...known, ...read.map((one) => [nameOf(one), one.shape] as const)]);
  const fresh = freshShapes(told, found, lastShape);
  let next = last.last_sequence + 1;
  const rows = told.map((one) => {
    const row = { ...one, place: next, shape: found.get(nameOf(one)) ?? fresh.get(nameOf(one))?.shape };
    next += one.types.length;
    return row;
  });
  writeShapes(tx, [...fresh.values()]);
  tx.write(insertPlaces(tx.db, { rows: JSON.stringify(rows) }));
  tx.write(
    tx.db
      .updateTable('event_places')
      .set({ last_sequence: next - 1 })
      .where('name', '=', 'events'),
  );
  return next - 1 - last.last_sequence;
}

const asTold = ({ told }: Waiting): Told[] => (told === null ? [] : [told]);

/** The shapes of the rows for which none is found, numbered after the last one. */
function freshShapes(told: readonly Told[], found: ReadonlyMap<string, number>, last: number) {
  const fresh = new Map<string, Shape & { readonly shape: number; readonly company_id: string }>();
  for (const one of told) {
    const name = nameOf(one);
    if (found.has(name) || fresh.has(name)) continue;
    const { company_id, types, naming } = one;
    fresh.set(name, { shape: last + fresh.size + 1, company_id, types, naming });
  }
  return fresh;
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

const withPlace = prepared((db, placeholder: PlaceholderOf<{ positions: readonly number[] }>) =>
  db
    .selectFrom('placed_commits')
    .select(['subject_id', 'position'])
    .where('position', '=', sql<number>`any(${placeholder('positions')}::bigint[])`),
);

const insertPlaces = prepared((db, placeholder: PlaceholderOf<{ rows: string }>) =>
  db
    .insertInto('placed_commits')
    .columns(placedColumns)
    .expression(
      db
        .selectFrom(
          sql`json_to_recordset(${placeholder('rows')}::json)`.as<'given'>(
            sql`given(${sql.join(
              placedColumns.map((column) => sql`${sql.ref(column)} ${sql.raw(typeOfPlaced(column))}`),
            )})`,
          ),
        )
        .select(placedColumns as never) as never,
    ),
);

/**
 * How many of the first thousand rows of events have no place yet: if many wait for more than a moment, no relay leads.
 */
export async function countUnordered(database: RealmDatabase, mode: Mode): Promise<number> {
  const { db, rows } = database.unscoped(mode);
  return (await rows(db.selectFrom('waiting_commits').select('position').limit(1_000))).length;
}
