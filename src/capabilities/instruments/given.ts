// What later capabilities and the app hand in.
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { Owner } from './instrument.ts';
import type { LinkVendors } from './providers/link-vendor.ts';

/** What the capability that moves money does for instruments. It is handed in, since imports run the other way. */
export interface Verifying {
  /** Sends two small amounts to a new account, where somebody can carry them; otherwise it waits pending. */
  sendDeposits(ctx: CommandContext, tx: Tx, owner: Owner, instrumentId: string): Promise<unknown>;
  /** Has the provider look at a new card, where there is one; otherwise it waits pending. */
  verifyCard(ctx: CommandContext, tx: Tx, owner: Owner, instrumentId: string): Promise<void>;
  /** Whether the provider has not answered yet. */
  isBeingVerified(reader: Reader, personId: string, instrumentId: string): Promise<boolean>;
}

export interface Given extends Verifying {
  readonly vendors: LinkVendors;
}
