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
import { newEncryptionKey } from '#platform/ids.ts';
import { ofEach } from '#platform/of-each.ts';
import { keyOf } from './placed-events.ts';
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
  const shapes = numbered(database)[mode];
  const count = await transact((tx) => place(tx, commits, shapes));
  await forgetWaiting(database, mode, commits);
  return { count, isAll };
}

async function place(tx: UnscopedTx, commits: readonly Waiting[], shapes: Numbered): Promise<number> {
  const positions = commits.map(({ position }) => position);
  const companies = [...new Set(commits.flatMap(({ told }) => (told === null ? [] : [told.company_id])))];
  const [[last], placed, [highest], unread] = await tx.together(
    lockedLast(tx.db, {}),
    withPlace(tx.db, { positions }),
    highestShape(tx.db, {}),
    shapesOf(tx.db, { companies, after: companies.map((company) => shapes.readUpTo.get(company) ?? 0) }),
  );
  const lastShape = highest?.shape ?? 0;
  for (const { shape, ...said } of unread) shapes.byName.set(nameOf(said), shape);
  for (const company of companies) shapes.readUpTo.set(company, lastShape);
  // A process that read them too may have given them their places.
  const taken = new Set(placed.map(keyOf));
  const told = commits.filter((one) => !taken.has(keyOf(one))).flatMap(({ told }) => (told === null ? [] : [told]));
  if (last === undefined || told.length === 0) return 0;
  const fresh = freshShapes(told, shapes, lastShape);
  let next = last.last_sequence + 1;
  const rows = told.map((one) => {
    const row = { ...one, place: next, shape: shapes.byName.get(nameOf(one)) ?? fresh.get(nameOf(one))?.shape };
    next += one.types.length;
    return row;
  });
  if (fresh.size > 0) writeShapes(tx, [...fresh.values()]);
  tx.write(insertPlaces(tx.db, { rows: JSON.stringify(rows) }));
  tx.write(
    tx.db
      .updateTable('event_places')
      .set({ last_sequence: next - 1 })
      .where('name', '=', 'events'),
  );
  return next - 1 - last.last_sequence;
}

/** The shapes of the companies that have told of something, by name, as far as they were read. */
interface Numbered {
  readonly byName: Map<string, number>;
  /** By company: all of its shapes up to this number are known. */
  readonly readUpTo: Map<string, number>;
}

const none = (): Numbered => ({ byName: new Map(), readUpTo: new Map() });
const numbered = ofEach((_: RealmDatabase): Record<Mode, Numbered> => ({ live: none(), test: none() }));

const nameOf = ({ company_id, types, naming }: Pick<Told, 'company_id' | 'types' | 'naming'>): string =>
  `${company_id} ${naming} ${types.join()}`;

interface FreshShape {
  readonly shape: number;
  readonly company_id: string;
  readonly types: string[];
  readonly naming: string | null;
}

/** They are noted once they are read, and not when they are given: this commit may fail. */
function freshShapes(told: readonly Told[], shapes: Numbered, last: number): ReadonlyMap<string, FreshShape> {
  const fresh = new Map<string, FreshShape>();
  for (const one of told) {
    const name = nameOf(one);
    if (shapes.byName.has(name) || fresh.has(name)) continue;
    const { company_id, types, naming } = one;
    fresh.set(name, { shape: last + fresh.size + 1, company_id, types: [...types], naming });
  }
  return fresh;
}

/** A company whose first events get their places has a new shape, and gets the key of its ids with it. */
function writeShapes(tx: UnscopedTx, fresh: readonly FreshShape[]): void {
  tx.write(tx.db.insertInto('event_shapes').values(fresh));
  const companies = [...new Set(fresh.map(({ company_id }) => company_id))];
  const keys = companies.map((company_id) => ({ company_id, key: newEncryptionKey() }));
  tx.write(
    tx.db
      .insertInto('event_keys')
      .values(keys)
      .onConflict((conflict) => conflict.doNothing()),
  );
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

const highestShape = prepared((db) => db.selectFrom('event_shapes').select('shape').orderBy('shape', 'desc').limit(1));

/** Only of the companies at hand: the row of the last place is held meanwhile, however many others there are. */
const shapesOf = prepared(
  (db, placeholder: PlaceholderOf<{ companies: readonly string[]; after: readonly number[] }>) =>
    db
      .selectFrom('event_shapes')
      .innerJoin(
        sql<{
          of_company: string;
          after: number;
        }>`unnest(${placeholder('companies')}::text[], ${placeholder('after')}::int4[])`.as<'asked'>(
          sql`asked(of_company, after)`,
        ),
        (join) => join.onRef('company_id', '=', 'asked.of_company').onRef('shape', '>', 'asked.after'),
      )
      .select(['shape', 'company_id', 'types', 'naming']),
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
