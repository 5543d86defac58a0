// The columns of the second factor that depend on the encryption keys.
import type { SealedTable } from '#platform/encryption/sealed-table.ts';

const kept = 'a keyed hash, whose secret is a sealed setting';

/** One part for both columns: a pending secret that is confirmed is sealed as it was. */
export const totpPart = (userId: string): string => `user.${userId}.totp`;

export const secondFactorSealed: readonly SealedTable[] = [
  {
    table: 'totp_secrets',
    key: ['user_id'],
    byCompany: {
      columns: {
        secret_sealed: ({ user_id }) => totpPart(user_id),
        pending_sealed: ({ user_id }) => totpPart(user_id),
      },
    },
  },
  {
    table: 'passkeys',
    key: ['user_id', 'id'],
    hashes: { credential_id: 'the name of a public key, as a browser gives it', public_key: 'no secret' },
  },
  { table: 'recovery_codes', key: ['user_id', 'code_hash'], hashes: { code_hash: kept } },
  { table: 'factor_challenges', key: ['user_id', 'id'], hashes: { secret_hash: kept } },
];
