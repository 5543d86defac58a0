// Who is erased can no longer sign in, and nothing is left of what they signed in with.
import type { Erasing } from '#platform/capability.ts';
import { users } from '../tables.ts';
import { removeUser } from './write-user.ts';

export const eraseUserOf: Erasing = async (tx, personId, { now, userGone }) => {
  const found = await tx.rows(
    tx.db
      .selectFrom('users')
      .select(users.all)
      .where('person_id', '=', personId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate(),
  );
  for (const row of found) {
    removeUser(tx, row, now);
    userGone(tx, row.id);
  }
};
