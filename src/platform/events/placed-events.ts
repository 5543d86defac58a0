// Events in the order of their places: the places are found first, by an index that has their order, and only then are
// the events of these read, by their keys. Two statements: on a cluster the places lie on one node and the events with
// their subjects.
import { type Selectable, sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { plannedAfresh } from '#platform/db/statements.ts';
import { type EventRow, eventColumns } from './tables.ts';

export type StoredEvent = Selectable<EventRow> & { readonly sequence: number };

/** Its place does not know whether an event was taken back: `includeDeleted` is asked of the events themselves. */
export const isThere = ({ deleted_at }: Pick<StoredEvent, 'deleted_at'>): boolean => deleted_at === null;

interface FoundPlace {
  readonly sequence: number;
  readonly subject_id: string;
  readonly id: string;
}

/** For so many keys it is quickest to look for each id with each subject. */
const fewKeys = 32;

/** The events of these places, in their order. */
export async function eventsOf(reader: Reader, places: readonly FoundPlace[]): Promise<StoredEvent[]> {
  if (places.length === 0) return [];
  const found = new Map<string, Selectable<EventRow>>();
  for (const row of await reader.rows(plannedAfresh(byKeys(reader, places)))) found.set(keyOf(row), row);
  return places.flatMap((place) => {
    const row = found.get(keyOf(place));
    return row === undefined ? [] : [{ ...row, sequence: place.sequence }];
  });
}

const keyOf = ({ subject_id, id }: Pick<FoundPlace, 'subject_id' | 'id'>): string => `${subject_id} ${id}`;

/** Planned afresh: while a table is small the server likes to read all of it, and keeps such a plan. */
function byKeys({ db }: Reader, places: readonly FoundPlace[]) {
  const subjects = [...new Set(places.map(({ subject_id }) => subject_id))];
  const ids = places.map(({ id }) => id);
  if (subjects.length === 1) return ofOneSubject(db, { subject: subjects[0] as string, ids });
  if (places.length <= fewKeys) return ofFew(db, { subjects, ids });
  return ofMany(db, { subjects, ids, ofSubjects: places.map(({ subject_id }) => subject_id) });
}

const columns = eventColumns.map((column) => `events.${column}` as const);

const ofOneSubject = prepared((db, placeholder: PlaceholderOf<{ subject: string; ids: readonly string[] }>) =>
  db
    .selectFrom('events')
    .select(columns)
    .where('events.subject_id', '=', placeholder('subject'))
    .where('events.id', '=', sql<string>`any(${placeholder('ids')}::text[])`),
);

const ofFew = prepared((db, placeholder: PlaceholderOf<{ subjects: readonly string[]; ids: readonly string[] }>) =>
  db
    .selectFrom('events')
    .select(columns)
    .where('events.subject_id', '=', sql<string>`any(${placeholder('subjects')}::text[])`)
    .where('events.id', '=', sql<string>`any(${placeholder('ids')}::text[])`),
);

interface Keys {
  /** Each once: they say which nodes are asked. */
  readonly subjects: readonly string[];
  readonly ofSubjects: readonly string[];
  readonly ids: readonly string[];
}

const ofMany = prepared((db, placeholder: PlaceholderOf<{ [K in keyof Keys]: Keys[K] }>) =>
  db
    .selectFrom('events')
    .innerJoin(
      sql<{
        of_subject: string;
        of_id: string;
      }>`unnest(${placeholder('ofSubjects')}::text[], ${placeholder('ids')}::text[])`.as<'key'>(
        sql`key(of_subject, of_id)`,
      ),
      (join) => join.onRef('events.subject_id', '=', 'key.of_subject').onRef('events.id', '=', 'key.of_id'),
    )
    .select(columns)
    .where('events.subject_id', '=', sql<string>`any(${placeholder('subjects')}::text[])`),
);
