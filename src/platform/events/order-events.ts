// Gives committed events their places in the one order of a mode. Only this file does it, with a lock on the row of the
// last place until the commit: so places become visible in their order, and a reader that has seen one has seen all
// before it. An event of a slow transaction gets its place when it has committed, not when it began.
import { sql } from 'kysely';
import type { Mode } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';

const batch = 500;

/** Orders all that is committed now. Returns the number of events. */
export async function orderEvents(database: RealmDatabase, mode: Mode): Promise<number> {
  for (let total = 0; ; ) {
    const found = await orderBatch(database, mode);
    total += found;
    if (found < batch) return total;
  }
}

async function orderBatch(database: RealmDatabase, mode: Mode): Promise<number> {
  const { db, rows } = database.unscoped(mode);
  // Within a subject positions rise in the order of its commits, so a batch never leaves out an earlier event of a
  // subject.
  const waiting = await rows(
    db
      .selectFrom('events')
      .select(['subject_id', 'id'])
      .where('sequence', 'is', null)
      .orderBy('position')
      .orderBy('subject_id')
      .orderBy('id')
      .limit(batch),
  );
  if (waiting.length === 0) return 0;
  const subjects = waiting.map((row) => row.subject_id);
  const ids = await distinctIds(database, mode, waiting);
  await rows(
    db
      .with('place', (cte) =>
        cte
          .updateTable('event_places')
          .set({ last_sequence: sql<number>`last_sequence + ${waiting.length}::bigint` })
          .where('name', '=', 'events')
          .returning('last_sequence'),
      )
      .updateTable('events')
      .from(
        sql<{
          of_subject: string;
          of_id: string;
          new_id: string;
          nth: number;
        }>`unnest(${subjects}::text[], ${waiting.map((row) => row.id)}::text[], ${ids}::text[]) with ordinality`.as<'w'>(
          sql`w(of_subject, of_id, new_id, nth)`,
        ),
      )
      .set({
        id: sql<string>`w.new_id`,
        sequence: sql<number>`(select last_sequence from place) - ${waiting.length}::bigint + w.nth`,
      })
      .whereRef('events.subject_id', '=', 'w.of_subject')
      .whereRef('events.id', '=', 'w.of_id')
      // Another process may have been quicker: then its places stay.
      .where('sequence', 'is', null),
  );
  return waiting.length;
}

/**
 * An id is drawn for one subject only, and nobody has seen it yet: if another event has the same id, a new one is
 * drawn, so that an id names one event in all lists.
 */
async function distinctIds(
  database: RealmDatabase,
  mode: Mode,
  waiting: readonly { readonly id: string }[],
): Promise<string[]> {
  const { db, rows } = database.unscoped(mode);
  const ids = waiting.map((row) => row.id);
  const shown = await rows(
    db
      .selectFrom('events')
      .select('id')
      .where('id', '=', sql<string>`any(${ids}::text[])`)
      .where('sequence', 'is not', null),
  );
  const taken = new Set(shown.map((row) => row.id));
  return ids.map((id) => {
    const distinct = taken.has(id) ? newId('EV') : id;
    taken.add(distinct);
    return distinct;
  });
}

/** How many events wait for their place, up to a thousand: if many wait for more than a moment, no relay leads. */
export async function countUnordered(database: RealmDatabase, mode: Mode): Promise<number> {
  const { db, rows } = database.unscoped(mode);
  const some = db.selectFrom('events').select('id').where('sequence', 'is', null).limit(1_000);
  return (await rows(some)).length;
}
