// The row of a user, held until the commit, so that what depends on the user and what changes it come one after the other.
import type { UserType } from '#platform/actor.ts';
import type { Tx } from '#platform/db/realm-database.ts';

const live = ({ db }: Tx, userId: string) =>
  db.selectFrom('users').select('user_type as type').where('id', '=', userId).where('deleted_at', 'is', null);

/** Beside others who hold it so. Undefined: there is no such user who is active. */
export const userHeld = (tx: Tx, userId: string): Promise<{ readonly type: UserType } | undefined> =>
  tx.row(live(tx, userId).where('status', '=', 'active').forShare());

/** Nobody else can hold the user until the commit. */
export async function userHeldForChange(tx: Tx, userId: string): Promise<void> {
  await tx.row(live(tx, userId).forNoKeyUpdate());
}
