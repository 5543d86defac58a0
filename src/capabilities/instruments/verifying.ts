// Whoever finds out whether an account is its holder's: the capability that moves money, which comes later and is
// handed in.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Owner } from './instrument.ts';

export interface Verifying {
  /** Sends two small amounts to a new account, where somebody can carry them; otherwise it waits pending. */
  sendDeposits(ctx: CommandContext, tx: Tx, owner: Owner, instrumentId: string): Promise<unknown>;
}
