// Where a contact is reached, of a borrower of whom the facts are known.
import type { KnownOfPerson } from '#capabilities/compliance/index.ts';
import { type ContactedContact, sealerOf, valueOfContact } from '#capabilities/people/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';

/** An email or a number; null for an address of mail, and once erased. */
export const whereOf = (
  vault: Vault,
  { person }: Pick<KnownOfPerson, 'person'>,
  contact: ContactedContact,
): string | null =>
  person.erased_at !== null || contact.contact_type === 'address'
    ? null
    : valueOfContact(sealerOf(vault, person), contact);
