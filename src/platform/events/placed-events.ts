// Events in the order of their places: the places are found first, by an index that has their order, and only then are
// the events of these read, by the keys of their rows. Two statements: on a cluster the places lie on one node and the
// events with their subjects.
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { plannedAfresh } from '#platform/db/statements.ts';
import type { StoredEvent, ToldEvent } from './event-row.ts';
import { idsOf } from './ids-of-company.ts';
import { eventsOfRows, type PlacedEvent, type PlacedKey } from './shapes.ts';
import { commitColumns } from './tables.ts';
import { unpackEvents } from './unpack-events.ts';

/** Its place does not know whether an event was taken back: `includeDeleted` is asked of the events themselves. */
export const isThere = ({ deleted_at }: Pick<StoredEvent, 'deleted_at'>): boolean => deleted_at === null;

type CommitKey = Pick<PlacedEvent, 'subject_id' | 'position'>;

/** For so many keys it is quickest to look for each position with each subject. */
const fewKeys = 32;

/** The events of these places, in their order. */
export async function eventsOf(reader: Reader, places: readonly PlacedEvent[]): Promise<StoredEvent[]> {
  if (places.length === 0) return [];
  const keys = [...new Map(places.map((place) => [keyOf(place), place])).values()];
  const ids = await idsOf(reader);
  if (ids === undefined) throw new Error('Events have places, and their company has no key for their ids.');
  const rows = await reader.rows(plannedAfresh(byKeys(reader, keys)));
  const found = new Map<string, readonly ToldEvent[]>(rows.map((row) => [keyOf(row), unpackEvents(row)]));
  return places.flatMap((place) => {
    const { sequence, nth } = place;
    const event = found.get(keyOf(place))?.[nth];
    if (event === undefined) return [];
    const message_id = event.message_id ?? ids.messageOf(sequence - nth);
    return [{ ...event, message_id, id: ids.of(sequence), sequence }];
  });
}

export const keyOf = ({ subject_id, position }: CommitKey): string => `${subject_id} ${position}`;

/** The row with this place, and its events. Undefined if the company has no event there. */
async function rowAt(reader: Reader, place: number) {
  const row = await reader.row(
    reader.db.selectFrom('placed_commits').selectAll().where('place', '<=', place).orderBy('place', 'desc').limit(1),
  );
  if (row === undefined) return undefined;
  const [events] = await eventsOfRows(reader, [row]);
  return events?.[place - row.place] === undefined ? undefined : { row, events };
}

/** The row of the event with this id. Undefined if the company has no such event. */
export async function rowOfId(reader: Reader, id: string) {
  const place = (await idsOf(reader))?.placeOf(id);
  const found = place === undefined ? undefined : await rowAt(reader, place);
  return found && { ...found, sequence: place as number };
}

/** Commits by their message ids: those that are one row by its place, others by the id that is stored with them. */
export interface Messages {
  readonly ids: readonly string[];
  readonly places: readonly number[];
}

export async function messagesNamed(reader: Reader, ids: readonly string[]): Promise<Messages> {
  const known = await idsOf(reader);
  return { ids, places: ids.flatMap((id) => known?.placeOfMessage(id) ?? []) };
}

/** The id of the last event of a row. */
export async function lastIdOf(reader: Reader, row: PlacedKey): Promise<string | undefined> {
  const [events] = await eventsOfRows(reader, [row]);
  const last = events?.at(-1);
  return last && (await idsOf(reader))?.of(last.sequence);
}

/** Planned afresh: while a table is small the server likes to read all of it, and keeps such a plan. */
function byKeys({ db }: Reader, keys: readonly CommitKey[]) {
  const subjects = [...new Set(keys.map(({ subject_id }) => subject_id))];
  const positions = keys.map(({ position }) => position);
  if (subjects.length === 1) return ofOneSubject(db, { subject: subjects[0] as string, positions });
  if (keys.length <= fewKeys) return ofFew(db, { subjects, positions });
  return ofMany(db, { subjects, positions, ofSubjects: keys.map(({ subject_id }) => subject_id) });
}

const columns = commitColumns.map((column) => `event_commits.${column}` as const);

const ofOneSubject = prepared((db, placeholder: PlaceholderOf<{ subject: string; positions: readonly number[] }>) =>
  db
    .selectFrom('event_commits')
    .select(columns)
    .where('event_commits.subject_id', '=', placeholder('subject'))
    .where('event_commits.position', '=', sql<number>`any(${placeholder('positions')}::bigint[])`),
);

const ofFew = prepared(
  (db, placeholder: PlaceholderOf<{ subjects: readonly string[]; positions: readonly number[] }>) =>
    db
      .selectFrom('event_commits')
      .select(columns)
      .where('event_commits.subject_id', '=', sql<string>`any(${placeholder('subjects')}::text[])`)
      .where('event_commits.position', '=', sql<number>`any(${placeholder('positions')}::bigint[])`),
);

interface Keys {
  /** Each once: they say which nodes are asked. */
  readonly subjects: readonly string[];
  readonly ofSubjects: readonly string[];
  readonly positions: readonly number[];
}

const ofMany = prepared((db, placeholder: PlaceholderOf<{ [K in keyof Keys]: Keys[K] }>) =>
  db
    .selectFrom('event_commits')
    .innerJoin(
      sql<{
        of_subject: string;
        of_position: number;
      }>`unnest(${placeholder('ofSubjects')}::text[], ${placeholder('positions')}::bigint[])`.as<'key'>(
        sql`key(of_subject, of_position)`,
      ),
      (join) =>
        join
          .onRef('event_commits.subject_id', '=', 'key.of_subject')
          .onRef('event_commits.position', '=', 'key.of_position'),
    )
    .select(columns)
    .where('event_commits.subject_id', '=', sql<string>`any(${placeholder('subjects')}::text[])`),
);
