import type { Tx } from '#platform/db/realm-database.ts';
import type { Taking } from '../attempts/taker.ts';
import { trialAccountHash } from './account-hash.ts';

interface Numbers {
  readonly routingNumber: string;
  readonly accountNumber: string;
}

interface Account {
  readonly holderId: string;
  readonly instrumentId: string;
}

/** The bank has put the deposits into the account under its right number: they stay open, and count there. */
export function moveTrialAccount(
  { vault, realm }: Pick<Taking, 'vault' | 'realm'>,
  tx: Tx,
  { holderId, instrumentId }: Account,
  numbers: Numbers,
): void {
  tx.write(
    tx.db
      .updateTable('trial_deposits')
      .set({ account_hash: trialAccountHash(vault, realm, numbers) })
      .where('person_id', '=', holderId)
      .where('instrument_id', '=', instrumentId)
      .where('account_hash', 'is not', null),
  );
}
