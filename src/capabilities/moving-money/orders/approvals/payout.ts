// Money that is to go out, and the account that it goes to.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { openedInstrument } from '#capabilities/instruments/index.ts';
import { personSealers } from '#capabilities/people/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { hasConfirmedDebit } from '../attempts/attempt.ts';
import { merchantAccount } from '../merchant-accounts/account.ts';
import { accountToken } from '../order/account-token.ts';
import type { PayoutKind } from '../order/order.ts';

export type Receiver = 'borrower' | 'merchant';

export interface Payout {
  readonly kind: PayoutKind;
  readonly personId: string;
  /** The instrument of a borrower, or the merchant, who has one account. */
  readonly instrumentId: string;
  readonly receiver: Receiver;
  readonly amount: Cents;
}

type Opening = { readonly vault: Vault };
type To = Pick<Payout, 'personId' | 'instrumentId' | 'receiver'>;

/** Null: it is gone, or nobody can open it any more. */
export async function tokenOf({ vault }: Opening, tx: Tx, to: To): Promise<Buffer | null> {
  const number = to.receiver === 'merchant' ? await ofMerchant({ vault }, tx, to) : await ofBorrower({ vault }, tx, to);
  return number == null ? null : accountToken({ vault, realm: tx.realm }, number);
}

const ofMerchant = async (work: Opening, tx: Tx, { instrumentId }: To) =>
  (await merchantAccount(work, tx, instrumentId))?.account.accountNumber;

async function ofBorrower({ vault }: Opening, tx: Tx, { personId, instrumentId }: To) {
  const sealer = (await personSealers(tx, vault, [personId])).get(personId);
  return sealer && (await openedInstrument(tx, sealer, personId, instrumentId))?.number;
}

/** A bank has corrected its number: what went to it counts on. */
export function moveCounted(
  keyed: Parameters<typeof accountToken>[0],
  tx: Tx,
  { personId, instrumentId }: Pick<Payout, 'personId' | 'instrumentId'>,
  accountNumber: string,
): void {
  tx.write(
    tx.db
      .updateTable('payment_attempts')
      .set({ account_token: accountToken(keyed, accountNumber) })
      .where('person_id', '=', personId)
      .where('instrument_id', '=', instrumentId)
      .where('account_token', 'is not', null),
  );
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
