// Events as they are stored, read and written without the service, for tests that look behind it.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { eventIds } from '#platform/events/event-ids.ts';
import type { NewEvent, StoredEvent, ToldEvent } from '#platform/events/event-row.ts';
import { packEvents } from '#platform/events/pack-events.ts';
import { unpackEvents } from '#platform/events/unpack-events.ts';
import type { Client, House } from './house.ts';

type Ask = (text: string, values: readonly unknown[]) => Promise<{ readonly rows: readonly Record<string, unknown>[] }>;

/** An event, with its id and its place once it has one. */
export type Stored = ToldEvent &
  (Pick<StoredEvent, 'id' | 'sequence'> | { readonly id: null; readonly sequence: null });

/** The events of the rows that meet the condition, by their places. What has none comes last. */
export async function storedEvents(
  ask: Ask,
  condition = 'true',
  values: readonly unknown[] = [],
  schema = 'test',
): Promise<Stored[]> {
  const { rows } = await ask(
    `select event_commits.*, placed.place, keys.key from ${schema}.event_commits
     left join ${schema}.placed_commits as placed using (subject_id, position)
     left join ${schema}.event_keys as keys on keys.company_id = event_commits.company_id
     where ${condition} order by placed.place, event_commits.position`,
    values,
  );
  return rows.flatMap(({ place, key, ...row }) =>
    unpackEvents({ ...row, position: Number(row.position) } as never).map((event, nth): Stored => {
      if (place === null) return { ...event, id: null, sequence: null };
      const sequence = Number(place) + nth;
      const ids = eventIds(key as string);
      const message_id = event.message_id ?? ids.messageOf(Number(place));
      return { ...event, message_id, id: ids.of(sequence), sequence };
    }),
  );
}

/** With the pool of the house. */
export const askTest =
  ({ service }: House): Ask =>
  (text, values) =>
    service.database.pools.test.query(text, [...values]);

export type Made = Omit<NewEvent, 'position' | 'cause' | 'request_id' | 'actor_type' | 'actor_id' | 'details'> & {
  readonly deleted_at?: Instant | null;
  readonly details?: NewEvent['details'];
};

/** Writes events without commands, and gives them their places: `firstPosition` and those after it are their positions. */
export async function tellByHand(
  house: House,
  { realm }: Client,
  events: readonly Made[],
  firstPosition: number,
): Promise<void> {
  const rows = rowsOf(events, firstPosition).map((row) => ({ ...row, company_id: realm.companyId }));
  const pool = house.service.database.pools[realm.mode];
  for (const table of ['event_commits', 'waiting_commits']) {
    await pool.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(rows),
    ]);
  }
  await house.service.orderEvents(realm.mode);
}

function rowsOf(events: readonly Made[], firstPosition: number) {
  const added = { cause: null, request_id: null, actor_type: 'system', actor_id: null, details: {} } as const;
  const told = events.map((event, i) => ({ ...added, ...event, position: firstPosition + i }));
  // The rows come subject by subject, so the events do as well.
  const inOrder = [...Map.groupBy(told, ({ subject_id }) => subject_id).values()].flat();
  return packEvents(told.map(({ deleted_at: _, ...event }) => event)).map((row) => {
    const own = inOrder.splice(0, row.types.length);
    const marks = own.flatMap(({ deleted_at }, nth) => (deleted_at ? [[nth, deleted_at] as const] : []));
    return {
      ...row,
      events: JSON.parse(row.events),
      taken_back: marks.length === 0 ? null : Object.fromEntries(marks),
    };
  });
}
