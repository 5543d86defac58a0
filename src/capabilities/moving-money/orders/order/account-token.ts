// By what one account is known again, whoever has it: a keyed hash of its number.
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';

interface Keyed {
  readonly vault: Vault;
  readonly realm: Realm;
}

/**
 * Banks take a number with and without zeros before it, and a large bank takes it by any of its routing numbers: so these
 * say nothing. Two accounts of different banks may have one number, and count as one then. For bounds alone, where that
 * costs no more than the word of a second person.
 */
export const accountToken = ({ vault, realm }: Keyed, accountNumber: string): Buffer =>
  vault.secretHash('paid account', `${realm.companyId} ${accountNumber.replace(/^0+/, '')}`);
