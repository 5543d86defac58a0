// What users sign in with. A name is found by a keyed hash of its normal form; it is readable in the sealed profile only.

import type { Checked } from '#platform/contacts/checked.ts';
import { emailKey, normalizeEmail } from '#platform/contacts/email.ts';
import { normalizePhone } from '#platform/contacts/phone.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { NameType } from './tables.ts';

/** The form that is stored and shown. */
export async function normalName(type: NameType, given: string): Promise<Checked<string>> {
  if (type === 'email') return normalizeEmail(given);
  if (type === 'phone') return normalizePhone(given);
  const value = given.trim();
  return value === '' ? { problem: 'is empty', expected: 'a name' } : { value };
}

/**
 * What stands for a name that was typed, whether somebody has it or not: two ways to write it that find the same user
 * have the same.
 */
export async function typedNameKey(vault: Vault, realm: Realm, type: NameType, given: string): Promise<string> {
  const normal = await normalName(type, given);
  const name = 'problem' in normal ? given.trim() : normal.value;
  return `${type} ${nameHash(vault, realm, type, name).toString('base64url')}`;
}

/** The same for all ways to write a name. */
export const nameHash = (vault: Vault, { mode, companyId }: Realm, type: NameType, normal: string): Buffer =>
  vault.nameHash(`${mode}/${companyId}`, type, type === 'samlSubjectNameId' ? normal : emailKey(normal));
