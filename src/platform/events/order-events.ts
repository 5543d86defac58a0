// Gives committed events their places in the one order of a mode. Only this file does it, and holds the row of the last
// place until its commit: so places become visible in their order, and a reader that has seen one has seen all before
// it. An event of a slow transaction gets its place when it has committed, not when it began.
import { sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase, UnscopedTx } from '#platform/db/realm-database.ts';
import { plannedAfresh } from '#platform/db/statements.ts';
import { newId } from '#platform/ids.ts';
import { formerlyWaiting, formerReleaseWorks, mark, takeOver } from './former-places.ts';
import { theEvent } from './placed-events.ts';
import { placedColumns } from './tables.ts';

/** The most rows of waiting_events that are taken in one commit. */
const batch = 500;

/** Orders all that is committed now. Returns the number of events. */
export async function orderEvents(database: RealmDatabase, mode: Mode): Promise<number> {
  const { db, rows, transact } = database.unscoped(mode);
  // Usually nothing waits. Then the row of the last place, which another process may hold, is not asked for.
  if ((await rows(anyWaiting(db, {}))).length === 0) return 0;
  for (let total = 0; ; ) {
    const found = await transact(orderBatch);
    total += found;
    // What has come meanwhile is gathered for the next round.
    if (found < batch) return total;
  }
}

interface Waiting {
  readonly subject_id: string;
  readonly id: string;
  /** It was written by a process of the release before. */
  readonly isFormer: boolean;
}

async function orderBatch(tx: UnscopedTx): Promise<number> {
  const [[last], , taken, former] = await tx.together(
    lockedLast(tx.db, {}),
    takeOver(tx.db, {}),
    plannedAfresh(takeWaiting(tx.db, {})),
    formerlyWaiting(tx.db, { limit: batch }),
  );
  // Within a subject positions rise in the order of its commits, so a batch never leaves out an earlier event of it.
  const waiting = [
    ...taken.map((row) => ({ ...row, isFormer: false })),
    ...former.map(({ id, ...row }) => ({ ...row, ids: [id], isFormer: true })),
  ].sort((a, b) => a.position - b.position);
  const events = waiting.flatMap(({ subject_id, ids, isFormer }) => ids.map((id) => ({ subject_id, id, isFormer })));
  if (last === undefined || events.length === 0) return 0;
  await place(tx, last.last_sequence, events);
  return events.length;
}

async function place(tx: UnscopedTx, last: number, events: readonly Waiting[]): Promise<void> {
  const given = await withDistinctIds(tx, events);
  tx.write(insertPlaces(tx.db, { last, ...keysOf(given) }));
  tx.write(
    tx.db
      .updateTable('event_places')
      .set({ last_sequence: last + given.length })
      .where('name', '=', 'events'),
  );
  const former = given.filter(({ isFormer }) => isFormer);
  if (former.length > 0) tx.write(mark(tx.db, keysOf(former)));
}

const keysOf = (events: readonly Waiting[]) => ({
  subjects: events.map((event) => event.subject_id),
  ids: events.map((event) => event.id),
});

/**
 * An id is drawn for one subject only, and nobody has seen it yet: if another event has the same id, a new one is
 * drawn, so that an id names one event in all lists.
 */
async function withDistinctIds(tx: UnscopedTx, events: readonly Waiting[]): Promise<readonly Waiting[]> {
  const shown = await tx.rows(shownIds(tx.db, { ids: events.map(({ id }) => id) }));
  const taken = new Set(shown.map(({ id }) => id));
  return events.map((event) => {
    const id = taken.has(event.id) ? newId('EV') : event.id;
    taken.add(id);
    if (id !== event.id) tx.write(renamed(tx.db, event, id));
    return { ...event, id };
  });
}

const renamed = (db: Builder, { subject_id, id }: Waiting, drawn: string) =>
  db.updateTable('events').set({ id: drawn }).where('subject_id', '=', subject_id).where('id', '=', id);

const anyWaiting = prepared((db) =>
  db
    .selectNoFrom(sql<boolean>`true`.as('waits'))
    .where(({ or, exists }) =>
      or([exists(db.selectFrom('waiting_events').select('position')), formerReleaseWorks(db)]),
    ),
);

/** A process that stands still while it holds the row loses its session, before others give up waiting for it. */
const holdsAtMostMs = 1_500;

/** Whoever gives places waits here for whoever does. What comes after it sees all that the other has given. */
const lockedLast = prepared((db) =>
  db
    .selectFrom('event_places')
    .select('last_sequence')
    .select(sql`set_config('idle_in_transaction_session_timeout', ${sql.lit(String(holdsAtMostMs))}, true)`.as('holds'))
    .where('name', '=', 'events')
    .forUpdate(),
);

const takeWaiting = prepared((db) =>
  db
    .deleteFrom('waiting_events')
    .where(
      sql<boolean>`(subject_id, position) in (${db
        .selectFrom('waiting_events')
        .select(['subject_id', 'position'])
        .orderBy('position')
        .limit(sql.lit(batch))})`,
    )
    .returning(['subject_id', 'position', 'ids']),
);

const shownIds = prepared((db, placeholder: PlaceholderOf<{ ids: readonly string[] }>) =>
  db
    .selectFrom('placed_events')
    .select('id')
    .where('id', '=', sql<string>`any(${placeholder('ids')}::text[])`),
);

const insertPlaces = prepared(
  (db, placeholder: PlaceholderOf<{ subjects: readonly string[]; ids: readonly string[]; last: number }>) =>
    db
      .insertInto('placed_events')
      .columns(['sequence', ...placedColumns])
      .expression(
        db
          .selectFrom(
            sql<{
              of_subject: string;
              of_id: string;
              nth: number;
            }>`unnest(${placeholder('subjects')}::text[], ${placeholder('ids')}::text[]) with ordinality`.as<'w'>(
              sql`w(of_subject, of_id, nth)`,
            ),
          )
          .innerJoinLateral(theEvent(db, { subject: 'w.of_subject', id: 'w.of_id' }), (join) => join.onTrue())
          .select(sql<number>`${placeholder('last')}::bigint + w.nth`.as('place'))
          .select(placedColumns.map((column) => `events.${column}` as const)) as never,
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
