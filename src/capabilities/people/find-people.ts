// Finds many people at once.
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
  const named = references.map((text) => ({ text, ...referenceOf(text) }));
  const externalIds = named.flatMap((one) => ('externalId' in one ? [one.externalId] : []));
  const known = await findExternalIds(reader, personKind, externalIds);
  const idOf = (one: (typeof named)[number]): string | undefined =>
    'id' in one ? one.id : known.get(one.externalId)?.objectId;
  const ids = [...new Set(named.flatMap((one) => idOf(one) ?? []))];
  if (ids.length === 0) return new Map();
  const [rows, positions] = await Promise.all([held(reader, ids), lastUnorderedOf(reader, ids)]);
  const people = new Map(rows.map((row) => [row.person_id, row]));
  return new Map(
    named.flatMap((one) => {
      const row = people.get(idOf(one) ?? '');
      if (row === undefined) return [];
      const lastUnordered = positions.get(row.person_id) ?? null;
      return [
        [one.text, { id: row.person_id, subject: row, lastUnordered, personExternalId: row.external_id }] as const,
      ];
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
