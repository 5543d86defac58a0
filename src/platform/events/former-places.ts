// Beside a process of the release before, which knows nothing of waiting_events and placed_events: it writes an event
// without a place and gives places by events.sequence. What it did is taken over here before places are given, so that
// there is one order. The next release needs none of this.
import { sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase, UnscopedTx } from '#platform/db/realm-database.ts';
import { placedColumns } from './tables.ts';
import { type Asked, narrow, type Waiting } from './waiting-events.ts';

const lastTakenOver = (db: Builder) =>
  db.selectFrom('placed_events').select(sql<number>`coalesce(max(sequence), 0)`.as('sequence'));

/** Whether there is something to take over: two looks at the ends of indexes. */
const hasPlaced = (db: Builder) =>
  sql<boolean>`(${db.selectFrom('events').select(sql`max(sequence)`.as('last'))}) > (${lastTakenOver(db)})`;

const hasWritten = (db: Builder) =>
  sql<boolean>`(${db.selectFrom('events').select(sql`min(position)`.as('first')).where('sequence', 'is', null)}) is not null`;

/** Its follower's row is there as long as such a process may run: a database of several nodes has none. */
const mayBeBeside = new WeakMap<RealmDatabase, Map<Mode, Promise<boolean>>>();

/** Asked of the database once. */
export function mayBeBesideFormer({ db, rows }: Asked, database: RealmDatabase, mode: Mode): Promise<boolean> {
  const known = mayBeBeside.get(database) ?? new Map<Mode, Promise<boolean>>();
  mayBeBeside.set(database, known);
  const itsFollower = db.selectFrom('event_places').select('name').where('name', '=', 'webhooks');
  const may = known.get(mode) ?? rows(itsFollower).then((found) => found.length > 0);
  known.set(mode, may);
  may.catch(() => known.delete(mode));
  return may;
}

/** Whether it has placed events, or written some that have no place yet. */
export const formerReleaseWorks = async ({ db, rows }: Asked): Promise<boolean> =>
  (await rows(hasWorked(db, {}))).length > 0;

const hasWorked = prepared((db) =>
  db.selectNoFrom(sql<boolean>`true`.as('works')).where(sql<boolean>`(${hasPlaced(db)} or ${hasWritten(db)})`),
);

export const formerlyWritten = prepared((db) => db.selectNoFrom(sql<boolean>`true`.as('writes')).where(hasWritten(db)));

/** Places become visible in their order there too, and numbers are drawn from one row: so none is passed over. */
export const takeOver = prepared((db) =>
  db
    .insertInto('placed_events')
    .columns(['sequence', ...placedColumns])
    .expression(
      db
        .selectFrom('events')
        .select(['sequence', ...placedColumns])
        .where(hasPlaced(db))
        .where('sequence', '>', lastTakenOver(db)) as never,
    ),
);

export const formerlyWaiting = prepared((db, placeholder: PlaceholderOf<{ limit: number }>) =>
  db
    .selectFrom('events')
    .select(['subject_id', 'id', 'position', narrow.as('narrow')])
    .where('sequence', 'is', null)
    .orderBy('position')
    .orderBy('subject_id')
    .orderBy('id')
    .limit(placeholder('limit')),
);

/** They have their places here: no process of the release before is to give them others. */
export function markFormer(tx: UnscopedTx, placed: readonly Waiting[]): void {
  if (placed.length === 0) return;
  const [subjects, ids] = [placed.map((one) => one.subject_id), placed.map((one) => one.id)];
  tx.write(
    tx.db
      .updateTable('events')
      .set({ sequence: 0 })
      .where(sql<boolean>`(subject_id, id) in (select * from unnest(${subjects}::text[], ${ids}::text[]))`),
  );
}
