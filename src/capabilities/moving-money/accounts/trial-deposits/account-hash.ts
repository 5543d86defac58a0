import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';

interface Numbers {
  readonly routingNumber: string;
  readonly accountNumber: string;
}

/** The same for every borrower of the company who has the account. */
export const trialAccountHash = (
  vault: Vault,
  { companyId }: Realm,
  { routingNumber, accountNumber }: Numbers,
): Buffer => vault.secretHash('trial deposits', `${companyId} ${routingNumber} ${accountNumber}`);
