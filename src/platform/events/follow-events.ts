// Follows the events of a mode in their order, each company separately, without losing one: the place reached is
// stored, and moves only when all events before it have been taken. Taking the same events twice must therefore change
// nothing.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Mode, Realm } from '#platform/db/realm.ts';
import type { Reader, RealmDatabase } from '#platform/db/realm-database.ts';
import { eventsInOrder, type StoredEvent } from './placed-events.ts';

export type { StoredEvent };

/** Returns whether it can take more now; the rest is taken another time. */
type TakeEvents = (realm: Realm, events: readonly StoredEvent[]) => Promise<boolean>;

const batch = 200;

/** Takes all events that have places now. `name` is a row of event_places, made by the follower's migration. */
export async function followEvents(database: RealmDatabase, mode: Mode, name: string, take: TakeEvents): Promise<void> {
  const { db, rows } = database.unscoped(mode);
  for (;;) {
    const reached = db.selectFrom('event_places').select('last_sequence').where('name', '=', name);
    const next = db
      .selectFrom('placed_events')
      .selectAll()
      .where('sequence', '>', reached as never)
      .orderBy('sequence')
      .limit(batch);
    const events = await rows(eventsInOrder(db, next));
    let goesOn = events.length === batch;
    const last = events.at(-1)?.sequence;
    if (last === undefined) return;
    for (const [companyId, ofCompany] of Map.groupBy(events, (event) => event.company_id)) {
      if (!(await take({ mode, companyId }, ofCompany))) goesOn = false;
    }
    await rows(
      db
        .updateTable('event_places')
        .set({ last_sequence: sql<number>`greatest(last_sequence, ${last})` })
        .where('name', '=', name),
    );
    if (!goesOn) return;
  }
}

/** A company's events after a place, in their order, without those created before `from`. */
export async function eventsAfter(reader: Reader, sequence: number, from: Instant): Promise<StoredEvent[]> {
  const next = reader.db
    .selectFrom('placed_events')
    .selectAll()
    .where('sequence', '>', sequence)
    .where('created_at', '>=', from)
    .orderBy('sequence')
    .limit(batch);
  return reader.rows(eventsInOrder(reader.db, next));
}
