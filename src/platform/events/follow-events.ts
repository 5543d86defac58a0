// Follows the events of a mode in their order, each company separately, without losing one: the place reached is
// stored, and moves only when all events before it have been taken. Taking the same events twice must therefore change
// nothing.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Mode, Realm } from '#platform/db/realm.ts';
import type { Reader, RealmDatabase } from '#platform/db/realm-database.ts';
import { eventsOf, type StoredEvent } from './placed-events.ts';

export type { StoredEvent };

/** What is known of an event without reading it: most events are wanted by nobody. */
export interface Place {
  readonly sequence: number;
  readonly event_type: string;
}

/** Returns whether it can take more now; the rest is taken another time. */
type TakePlaces = (realm: Realm, places: readonly Place[]) => Promise<boolean>;

const batch = 200;

/** Takes all events that have places now. `name` is a row of event_places, made by the follower's migration. */
export async function followEvents(database: RealmDatabase, mode: Mode, name: string, take: TakePlaces): Promise<void> {
  const { db, rows } = database.unscoped(mode);
  for (;;) {
    const reached = db.selectFrom('event_places').select('last_sequence').where('name', '=', name);
    const next = db
      .selectFrom('placed_events')
      .select(['sequence', 'company_id', 'event_type'])
      .where('sequence', '>', reached as never)
      .orderBy('sequence')
      .limit(batch);
    const places = await rows(next);
    let goesOn = places.length === batch;
    const last = places.at(-1)?.sequence;
    if (last === undefined) return;
    for (const [companyId, ofCompany] of Map.groupBy(places, (place) => place.company_id)) {
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

/** The events of these places of a company, in their order. */
export async function eventsAt(reader: Reader, places: readonly Place[]): Promise<StoredEvent[]> {
  if (places.length === 0) return [];
  const sequences = places.map(({ sequence }) => sequence);
  const these = reader.db
    .selectFrom('placed_events')
    .select(['sequence', 'subject_id', 'id'])
    .where('sequence', '=', sql<number>`any(${sequences}::bigint[])`)
    .orderBy('sequence');
  return eventsOf(reader, await reader.rows(these));
}

/** A company's events after a place, in their order, without those created before `from`. */
export async function eventsAfter(reader: Reader, sequence: number, from: Instant): Promise<StoredEvent[]> {
  const next = reader.db
    .selectFrom('placed_events')
    .select(['sequence', 'subject_id', 'id'])
    .where('sequence', '>', sequence)
    .where('created_at', '>=', from)
    .orderBy('sequence')
    .limit(batch);
  return eventsOf(reader, await reader.rows(next));
}
