// Finds many people at once.
import { sql } from 'kysely';
import type { Found } from '#platform/command/run-command.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { lastUnorderedOf } from '#platform/events/record-events.ts';
import { referenceOf } from '#platform/ids.ts';
import { findExternalIds } from '#platform/resource/external-ids.ts';
import { personColumns, personKind } from './person.ts';
import type { PersonRow } from './tables.ts';

/**
 * Finds people by ids or `ext-` references; unknown and erased people are left out. In a command their rows are locked.
 */
export async function findPeople(
  reader: Reader,
  references: readonly string[],
): Promise<Map<string, Found<PersonRow>>> {
  const idOf = await findPersonIds(reader, references);
  const ids = [...new Set(idOf.values())];
  if (ids.length === 0) return new Map();
  const [rows, positions] = await Promise.all([held(reader, ids), lastUnorderedOf(reader, ids)]);
  const people = new Map(rows.map((row) => [row.person_id, row]));
  return new Map(
    [...idOf].flatMap(([reference, id]) => {
      const row = people.get(id);
      if (row === undefined) return [];
      const lastUnordered = positions.get(row.person_id) ?? null;
      return [
        [reference, { id: row.person_id, subject: row, lastUnordered, personExternalId: row.external_id }] as const,
      ];
    }),
  );
}

/** The ids for references, which cost one look-up if some are external ids. Whether a plain id is there is not asked. */
export async function findPersonIds(
  reader: Reader,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const named = references.map((text) => ({ text, ...referenceOf(text) }));
  const externalIds = named.flatMap((one) => ('externalId' in one ? [one.externalId] : []));
  const known = await findExternalIds(reader, personKind, externalIds);
  return new Map(
    named.flatMap((one) => {
      const id = 'id' in one ? one.id : known.get(one.externalId)?.objectId;
      return id === undefined ? [] : [[one.text, id] as const];
    }),
  );
}

const lockedUnlessErased = prepared((db, placeholder: PlaceholderOf<{ id: string }>) =>
  db
    .selectFrom('people')
    .select(personColumns)
    .where('person_id', '=', placeholder('id'))
    .where('erased_at', 'is', null)
    .forNoKeyUpdate(),
);

/**
 * Rows are locked in the order of their ids, so that two commands cannot wait for each other in a circle. Each is a
 * statement of its own, since a cluster locks rows of one person at a time; all go in one flight.
 */
const held = async (reader: Reader, ids: readonly string[]): Promise<PersonRow[]> =>
  (await reader.together(...ids.toSorted().map((id) => lockedUnlessErased(reader.db, { id })))).flat();

interface Place {
  readonly position: number;
  readonly personId: string;
}

/** The people of the company in the order in which they were recorded, for work that walks over all of them. */
export async function pageOfPeople(reader: Reader, after: Place | undefined, limit: number): Promise<Place[]> {
  const all = reader.db
    .selectFrom('people')
    .select(['position', 'person_id as personId'])
    .orderBy('position')
    .orderBy('person_id')
    .limit(limit);
  const later = sql<boolean>`(position, person_id) > (${after?.position ?? 0}::bigint, ${after?.personId ?? ''})`;
  return reader.rows(after === undefined ? all : all.where(later));
}

export async function countPeople(reader: Reader): Promise<number> {
  const row = await reader.row(reader.db.selectFrom('people').select(sql<number>`count(*)::integer`.as('people')));
  return row?.people ?? 0;
}
