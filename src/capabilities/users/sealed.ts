// The columns of users that depend on the encryption keys.
import type { SealedTable } from '#platform/encryption/sealed-table.ts';

/** The id is part of the seal: a profile that is moved to another user cannot be opened. */
export const profilePart = (id: string): string => `user.${id}.profile`;

export const usersSealed: readonly SealedTable[] = [
  { table: 'users', key: ['id'], byCompany: { columns: { profile_sealed: ({ id }) => profilePart(id) } } },
  {
    table: 'user_names',
    key: ['user_id', 'name_type'],
    hashes: { name_hash: 'people sign in by it, and its secret is a sealed setting' },
  },
];
