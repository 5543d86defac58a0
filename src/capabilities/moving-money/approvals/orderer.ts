// Whose order it is, as bounds count it: keys are hands of whoever made them.
import { behind } from '#capabilities/access/index.ts';
import type { Actor } from '#platform/actor.ts';
import type { Reader } from '#platform/db/realm-database.ts';

const isKey = (id: string): boolean => id.startsWith('AK-');

/** The user; of a key the one behind it, or the first key where it was made by hand. Null: the service itself. */
export async function ordererOf(reader: Reader, { type, id }: Actor): Promise<string | null> {
  if (id === null || type === 'provider') return null;
  if (!isKey(id)) return id;
  const hands = [...(await behind(reader, id))];
  return hands.find((hand) => !isKey(hand)) ?? hands.at(-1) ?? id;
}
