// Follows the events of a mode in their order, each company separately, without losing one: the place reached is
// stored, and moves only when all events before it have been taken. Taking the same events twice must therefore change
// nothing.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Mode, Realm } from '#platform/db/realm.ts';
import type { Reader, RealmDatabase } from '#platform/db/realm-database.ts';
import { plannedAfresh } from '#platform/db/statements.ts';
import type { StoredEvent } from './event-row.ts';
import { eventsOf } from './placed-events.ts';
import { eventsOfRows, type PlacedEvent, placedKey } from './shapes.ts';

export type { StoredEvent };

/** What is known of an event without reading it: most events are wanted by nobody. */
export type Place = PlacedEvent;

/** Returns whether it can take more now; the rest is taken another time. */
type TakePlaces = (realm: Realm, places: readonly Place[]) => Promise<boolean>;

/** So many rows of events are taken at once. */
const batch = 100;

/** Takes all events that have places now. `name` is a row of event_places, made by the follower's migration. */
export async function followEvents(database: RealmDatabase, mode: Mode, name: string, take: TakePlaces): Promise<void> {
  const { db, rows } = database.unscoped(mode);
  for (;;) {
    const reached = db.selectFrom('event_places').select('last_sequence').where('name', '=', name);
    const next = db
      .selectFrom('placed_commits')
      .select([...placedKey, 'company_id'])
      .where('place', '>', sql<number>`${reached}`)
      .orderBy('place')
      .limit(batch);
    // A plan that was kept since there were few events reads all of them each time, and never by the index.
    const found = await rows(plannedAfresh(next));
    let goesOn = found.length === batch;
    let last = 0;
    for (const [companyId, ofCompany] of Map.groupBy(found, (row) => row.company_id)) {
      const realm = { mode, companyId };
      const places = (await eventsOfRows(database.reader(realm), ofCompany)).flat();
      last = Math.max(last, places.at(-1)?.sequence ?? 0);
      if (!(await take(realm, places))) goesOn = false;
    }
    if (last === 0) return;
    await rows(
      db
        .updateTable('event_places')
        .set({ last_sequence: sql<number>`greatest(last_sequence, ${last})` })
        .where('name', '=', name),
    );
    if (!goesOn) return;
  }
}

/** The events of these places of a company, in their order. */
export const eventsAt = (reader: Reader, places: readonly Place[]): Promise<StoredEvent[]> => eventsOf(reader, places);

/** A company's events after a place, in their order, without those created before `from`. */
export async function eventsAfter(reader: Reader, sequence: number, from: Instant): Promise<StoredEvent[]> {
  const next = reader.db
    .selectFrom('placed_commits')
    .select(placedKey)
    .where('place', '>', sequence)
    .where('created_at', '>=', from)
    .orderBy('place')
    .limit(batch);
  return eventsOf(reader, (await eventsOfRows(reader, await reader.rows(next))).flat());
}
