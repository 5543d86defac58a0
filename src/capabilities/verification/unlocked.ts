// What an agent may see of one borrower who was verified in their session: what the type unlocks, while the success counts.
import { addSeconds } from '@tenor/engine/values/instant.ts';
import type { Unlocked } from '#platform/capability.ts';
import { currentSeconds } from './words.ts';

export const unlocked: Unlocked = async (reader, { session }, { personId, now }) => {
  if (session === null) return new Set();
  const rows = await reader.rows(
    reader.db
      .selectFrom('verifications')
      .select('unlocks')
      .where('person_id', '=', personId)
      .where('session_id', '=', session.id)
      .where('status', '=', 'succeeded')
      .where('ended_at', '>', addSeconds(now, -currentSeconds)),
  );
  return new Set(rows.flatMap(({ unlocks }) => unlocks));
};
