// The user of a borrower, as the borrower shows it.
import type { Vault } from '#platform/crypto/vault.ts';
import type { User } from './schemas.ts';
import { users } from './tables.ts';
import { presentShown, type ShownRow } from './user.ts';

/** What a query of people joins, by `person_id`, to show the user; deleted ones are left out by `deleted_at`. */
export const usersBeside = 'users' as const;

/** The columns of a user who is read beside a person, under names of their own. */
export const userBeside = users.all.map((column) => `users.${column} as user_${column}` as const);

/** `row` has those columns, and `user_role_ids`. */
export function presentBeside(vault: Vault, row: Readonly<Record<string, unknown>>): User | null {
  if (row.user_id === null) return null;
  const columns = [...users.all, 'role_ids'].map((column) => [column, row[`user_${column}`]]);
  return presentShown(vault, Object.fromEntries(columns) as ShownRow);
}
