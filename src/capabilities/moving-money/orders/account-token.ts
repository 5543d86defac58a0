// By what one account is known again, whoever has it: a keyed hash of its number.
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Handle } from './order.ts';

/**
 * Banks take a number with and without zeros before it, and a large bank takes it by any of its routing numbers: so these
 * say nothing. Two accounts of different banks may have one number, and count as one then. For bounds alone, where that
 * costs no more than the word of a second person.
 */
export const accountToken = (vault: Vault, { companyId }: Realm, handle: Handle): Buffer =>
  vault.secretHash('paid account', `${companyId} ${numberOf(handle)}`);

const numberOf = (handle: Handle): string =>
  handle.kind === 'card' ? handle.token : handle.accountNumber.replace(/^0+/, '');
