import { numberOfUser } from '#capabilities/users/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';

/** The number of the user who calls; an API key has none. */
export async function callersNumber({ caller: { actor } }: CommandContext, tx: Tx): Promise<number | null> {
  return actor.type === 'user' ? numberOfUser(tx, actor.id) : null;
}
