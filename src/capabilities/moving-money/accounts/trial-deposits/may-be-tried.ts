// How often an account is tried: twice within 30 days each way, whichever borrower has it.
import { addSeconds } from '@tenor/engine/values/instant.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { takeTurn } from '../../orders/attempts/turn.ts';

const triedMax = 2;
const countedSeconds = 30 * 86_400;

/** `tx` reads the whole company. */
export async function mayBeTried(
  { now }: Pick<CommandContext, 'now'>,
  tx: Tx,
  way: 'trial_deposits' | 'prenotes',
  accountHash: Buffer,
): Promise<boolean> {
  takeTurn(tx);
  const tried = await tx.row(
    tx.db
      .selectFrom(way)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('account_hash', '=', accountHash)
      .where('created_at', '>', addSeconds(now, -countedSeconds)),
  );
  return Number(tried?.count ?? 0) < triedMax;
}
