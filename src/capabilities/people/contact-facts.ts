// What bears on whether and how people may be contacted: a statement for each table, of one person or of many, which the
// caller sends in one flight with those of other capabilities.
import type { Sealer } from '#platform/crypto/vault.ts';
import { preparedOfPeople } from '#platform/db/prepared-of-people.ts';
import { sealedPart } from './contact.ts';
import { unsealJson } from './person.ts';
import type { Address } from './rules/us-address.ts';

/** The keys by which what is sealed of these people opens. */
export const keysOfContacted = preparedOfPeople((db, isOneOfThem) =>
  db.selectFrom('people').select(['person_id', 'data_key', 'erased_at']).where(isOneOfThem('person_id')),
);

/** Archived ones too: past interactions name them. */
export const contactsOfContacted = preparedOfPeople((db, isOneOfThem) =>
  db
    .selectFrom('contacts')
    .select(['person_id', 'id', 'external_id', 'contact_type', 'label', 'affiliation', 'status', 'valid'])
    .select(['value_sealed', 'address_sealed', 'authorized_third_party', 'power_of_attorney'])
    .select(['legal_representative_id', 'created_at'])
    .where(isOneOfThem('person_id'))
    .orderBy('position'),
);

export const consentsOfContacted = preparedOfPeople((db, isOneOfThem) =>
  db
    .selectFrom('consents')
    .select(['person_id', 'id', 'consent_type', 'channel', 'contact_id', 'given_at', 'revoked_at'])
    .select(['created_at', 'updated_at'])
    .where(isOneOfThem('person_id'))
    .orderBy('position'),
);

export const representativesOfContacted = preparedOfPeople((db, isOneOfThem) =>
  db
    .selectFrom('legal_representatives')
    .select(['person_id', 'id', 'representative_type', 'status', 'created_at'])
    .where(isOneOfThem('person_id'))
    .orderBy('position'),
);

interface SealedContact {
  readonly id: string;
  readonly value_sealed: Buffer | null;
  readonly address_sealed: Buffer | null;
}

/** The number of a phone, or an email. */
export const valueOfContact = (sealer: Sealer, { id, value_sealed: sealed }: SealedContact): string | null =>
  sealed === null ? null : sealer.unseal(sealedPart(id, 'value'), sealed);

export const addressOfContact = (sealer: Sealer, { id, address_sealed: sealed }: SealedContact): Address | null =>
  unsealJson<Address>(sealer, sealedPart(id, 'address'), sealed);
