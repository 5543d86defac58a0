// What a user signs in with, readable: where a code is sent, and what a password must not be.
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { openProfile, type Profile } from './user.ts';

async function profileOf(reader: Reader, vault: Vault, userId: string): Promise<Partial<Profile>> {
  const row = await reader.row(
    reader.db.selectFrom('users').selectAll().where('id', '=', userId).where('deleted_at', 'is', null),
  );
  return row === undefined ? {} : openProfile(vault, row);
}

export const signInNames = async (reader: Reader, vault: Vault, userId: string): Promise<Profile['auths']> =>
  (await profileOf(reader, vault, userId)).auths ?? {};

/** All that the user is called: a password must be more than one of these. */
export async function namesOf(reader: Reader, vault: Vault, userId: string): Promise<string[]> {
  const { auths = {}, firstName, middleName, lastName } = await profileOf(reader, vault, userId);
  return [...Object.values(auths), firstName, middleName, lastName].filter((name) => typeof name === 'string');
}

/** The user of a borrower, by the person or by its own id. */
export async function borrowersUser(
  reader: Reader,
  asked: { readonly personId?: string | undefined; readonly userId?: string | undefined },
): Promise<{ readonly id: string } | undefined> {
  const query = reader.db
    .selectFrom('users')
    .select('id')
    .where('user_type', '=', 'borrower')
    .where('status', '=', 'active')
    .where('person_id', 'is not', null)
    .where('deleted_at', 'is', null);
  return reader.row(
    asked.userId === undefined
      ? query.where('person_id', '=', asked.personId ?? '')
      : query.where('id', '=', asked.userId),
  );
}
