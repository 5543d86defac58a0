// Whose order it is, as bounds count it: keys are hands of whoever made them.
import { whoAnswersFor } from '#capabilities/access/index.ts';
import type { Actor } from '#platform/actor.ts';
import type { Reader } from '#platform/db/realm-database.ts';

/** Null: the service itself has ordered it. Undefined: nobody can tell. */
export async function ordererOf(reader: Reader, { type, id }: Actor): Promise<string | null | undefined> {
  if (id === null || type === 'provider') return null;
  return type === 'key' ? whoAnswersFor(reader, id) : id;
}
