import type { Vault } from '#platform/crypto/vault.ts';

/** It tells one number of an account from another, and with another borrower the same number looks different. */
export const accountHash = (vault: Vault, personId: string, number: string): Buffer =>
  vault.secretHash('authorized account', `${personId} ${number}`);
