import type { Tx } from '#platform/db/realm-database.ts';
import type { Taking } from '../../orders/attempts/taker.ts';
import { trialAccountHash } from './account-hash.ts';

interface Numbers {
  readonly routingNumber: string;
  readonly accountNumber: string;
}

interface Account {
  readonly holderId: string;
  readonly instrumentId: string;
}

/** It is the same account: trial deposits in it stay open, and what it was tried counts of its right number. */
export function moveTriedAccount(
  { vault, realm }: Pick<Taking, 'vault' | 'realm'>,
  tx: Tx,
  { holderId, instrumentId }: Account,
  numbers: Numbers,
): void {
  const account_hash = trialAccountHash(vault, realm, numbers);
  for (const table of ['trial_deposits', 'prenotes'] as const) {
    tx.write(
      tx.db
        .updateTable(table)
        .set({ account_hash })
        .where('person_id', '=', holderId)
        .where('instrument_id', '=', instrumentId)
        .where('account_hash', 'is not', null),
    );
  }
}
