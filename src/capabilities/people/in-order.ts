// All borrowers in the order in which they came. Nobody is ever removed, erased or not, so a number says where work over
// all of them has stopped.
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';

interface PersonPlace {
  readonly person_id: string;
  readonly position: number;
}

const inOrder = (reader: Reader) =>
  reader.db.selectFrom('people').select(['person_id', 'position']).orderBy('position').orderBy('person_id');

export function peopleAfter(reader: Reader, after: PersonPlace | undefined, limit: number): Promise<PersonPlace[]> {
  const some = inOrder(reader).limit(limit);
  if (after === undefined) return reader.rows(some);
  const place = sql<boolean>`(position, person_id) > (${after.position}::bigint, ${after.person_id})`;
  return reader.rows(some.where(place));
}

/** The last one of so many; undefined: none. */
export const lastPerson = async (reader: Reader, count: number): Promise<PersonPlace | undefined> =>
  count === 0
    ? undefined
    : reader.row(
        inOrder(reader)
          .offset(count - 1)
          .limit(1),
      );
