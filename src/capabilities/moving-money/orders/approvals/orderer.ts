// Whose order it is, as bounds count it: keys are hands of whoever made them.
import { whoAnswersFor } from '#capabilities/access/index.ts';
import type { Actor } from '#platform/actor.ts';
import type { Reader } from '#platform/db/realm-database.ts';

/**
 * What the service does for people counts as the order of each who has prepared it, so that nobody gets further through
 * many workflows. Empty: it follows from the loans alone. Undefined: nobody can tell.
 */
export async function orderersOf(
  reader: Reader,
  { type, id, preparedBy = [] }: Actor,
): Promise<readonly string[] | undefined> {
  const preparers = preparedBy.filter(isOfPeople);
  const ids = id === null || type === 'provider' ? preparers : [id, ...preparers];
  const found = await Promise.all(ids.map((one) => (isKey(one) ? whoAnswersFor(reader, one) : one)));
  const known = found.filter((one) => one !== undefined);
  return known.length < found.length ? undefined : [...new Set(known)];
}

const isKey = (id: string): boolean => id.startsWith('AK-');
/** A provider that has changed a case orders nothing. */
const isOfPeople = (id: string): boolean => isKey(id) || id.startsWith('UR-');
