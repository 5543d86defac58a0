// Money that is to go out, and the account that it goes to.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { openedInstrument } from '#capabilities/instruments/index.ts';
import { personSealers } from '#capabilities/people/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { hasConfirmedDebit } from '../attempts/attempt.ts';
import { handleOf } from '../attempts/give-order.ts';
import { merchantAccount } from '../merchant-accounts/account.ts';
import { accountToken } from '../orders/account-token.ts';
import type { PayoutKind } from '../orders/order.ts';

export type Receiver = 'borrower' | 'merchant';

export interface Payout {
  readonly kind: PayoutKind;
  readonly personId: string;
  /** Of a borrower the instrument; of a merchant the merchant, who has one account. */
  readonly instrumentId: string;
  readonly receiver: Receiver;
  readonly amount: Cents;
}

type Opening = { readonly vault: Vault };

/** Null: it is gone, or nobody can open it any more. */
export async function tokenOf(
  work: Opening,
  tx: Tx,
  { personId, instrumentId, receiver }: Pick<Payout, 'personId' | 'instrumentId' | 'receiver'>,
): Promise<Buffer | null> {
  if (receiver === 'merchant') {
    const found = await merchantAccount(work, tx, instrumentId);
    return found === undefined ? null : accountToken(work.vault, tx.realm, found.account);
  }
  const sealer = (await personSealers(tx, work.vault, [personId])).get(personId);
  const opened = sealer && (await openedInstrument(tx, sealer, personId, instrumentId));
  const handle = handleOf(opened, 'credit');
  return handle === undefined ? null : accountToken(work.vault, tx.realm, handle);
}

/**
 * Money of the loan has come from it for certain: only that shows whose account it is. Trial deposits, a link and a payout
 * that was kept show that somebody has it. From the account of a merchant nothing comes: there it is the word of a second
 * person, since it has this number.
 */
export async function isKnown(work: Opening, tx: Tx, { personId, instrumentId, receiver }: Payout): Promise<boolean> {
  if (receiver === 'borrower') return hasConfirmedDebit(tx, personId, instrumentId);
  return (await merchantAccount(work, tx, instrumentId))?.approvedAt != null;
}
