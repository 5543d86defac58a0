// Who made or changed something, as the audit tells it, with what waits for its number still.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';

interface Asked {
  readonly objectId: string;
  /** The borrower to whom the object belongs, if there is one: the newest audit rows lie with the borrower. */
  readonly personId?: string | undefined;
}

/** The ids of those who made or changed the object. */
export async function whoChanged(reader: Reader, { objectId, personId }: Asked): Promise<ReadonlySet<string>> {
  const numbered = reader.db
    .selectFrom('audit')
    .select('actor_id')
    .where('object_id', '=', objectId)
    .where('outcome', '=', 'done');
  const waiting = reader.db
    .selectFrom('waiting_audit')
    .select('actor_id')
    .where('subject_id', '=', personId ?? reader.realm.companyId)
    .where('object_id', '=', objectId)
    .where('outcome', '=', 'done');
  const [old, fresh] = await reader.together(numbered, waiting);
  return new Set([...old, ...fresh].flatMap(({ actor_id }) => (actor_id === null ? [] : [actor_id])));
}

export const daysBefore = (now: Instant, days: number): Instant => addSeconds(now, -days * 86_400);
