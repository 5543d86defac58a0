// What later capabilities and the app hand in.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Owner } from './instrument.ts';
import type { LinkVendors } from './providers/link-vendor.ts';

/** Whoever finds out whether an account is its holder's: the capability that moves money, which comes later. */
export interface Verifying {
  /** Sends two small amounts to a new account, where somebody can carry them; otherwise it waits pending. */
  sendDeposits(ctx: CommandContext, tx: Tx, owner: Owner, instrumentId: string): Promise<unknown>;
}

export interface Given extends Verifying {
  readonly vendors: LinkVendors;
}
