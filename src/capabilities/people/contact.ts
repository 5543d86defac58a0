// How a contact is stored, found and shown.
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { sealerOf, unsealJson } from './person.ts';
import type { Address } from './rules/us-address.ts';
import type { Contact } from './schemas.ts';
import type { ContactRow, PersonRow } from './tables.ts';

export const contactKind = 'contact';

export const contactColumns = [
  'person_id',
  'id',
  'company_id',
  'position',
  'external_id',
  'contact_type',
  'label',
  'affiliation',
  'status',
  'name_sealed',
  'value_sealed',
  'address_sealed',
  'valid',
  'verified',
  'receive_text_messages',
  'receive_text_messages_last_consent_at',
  'authorized_third_party',
  'power_of_attorney',
  'disconnection_status',
  'last_disconnect_check_date',
  'last_known_connection_date',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ContactRow)[];

/** The fields by which a list of contacts may be sorted, and their columns. */
export const contactSort = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  contactType: 'contact_type',
  affiliation: 'affiliation',
  label: 'label',
  status: 'status',
  valid: 'valid',
  externalId: 'external_id',
} as const satisfies Record<string, keyof ContactRow>;

/** Finds one by id or `ext-` reference among the contacts of one person. */
export async function findContact(reader: Reader, personId: string, reference: string): Promise<ContactRow> {
  const id = await idOfReference(reader, contactKind, reference);
  const row =
    id &&
    (await reader.row(
      reader.db.selectFrom('contacts').select(contactColumns).where('person_id', '=', personId).where('id', '=', id),
    ));
  if (row) return row;
  throw new Refusal(errors.NotFound, `This borrower has no contact ${reference}.`, { data: { path: 'contactId' } });
}

/** The sealed part of a contact, opened. */
export interface ContactDetails {
  readonly name: string | null;
  readonly value: string | null;
  readonly address: Address | null;
}

/** The attribute's name in the seal. It contains the id, so a value copied to another contact does not open. */
export const sealedPart = (contactId: string, part: keyof ContactDetails): string => `contact.${contactId}.${part}`;

export function openContact(sealer: Sealer, row: ContactRow): ContactDetails {
  const open = (part: 'name' | 'value', sealed: Buffer | null) =>
    sealed === null ? null : sealer.unseal(sealedPart(row.id, part), sealed);
  return {
    name: open('name', row.name_sealed),
    value: open('value', row.value_sealed),
    address: unsealJson<Address>(sealer, sealedPart(row.id, 'address'), row.address_sealed),
  };
}

export function presentContact(row: ContactRow, { name, value, address }: ContactDetails): Contact {
  return {
    id: row.id,
    object: 'contact',
    externalId: row.external_id,
    companyId: row.company_id,
    personId: row.person_id,
    contactType: row.contact_type,
    label: row.label as Contact['label'],
    affiliation: row.affiliation as Contact['affiliation'],
    status: row.status,
    name,
    value,
    address: address && { id: row.id, object: 'address', ...address },
    valid: row.valid,
    verified: row.verified,
    receiveTextMessages: row.receive_text_messages,
    receiveTextMessagesLastConsentAt: row.receive_text_messages_last_consent_at,
    authorizedThirdParty: row.authorized_third_party,
    powerOfAttorney: row.power_of_attorney,
    phoneDisconnectionDetails: {
      disconnectionStatus: row.disconnection_status,
      lastDisconnectCheckDate: row.last_disconnect_check_date,
      lastKnownConnectionDate: row.last_known_connection_date,
    },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: null,
  };
}

/** The state in a contact's address, if it has one. Refuses an unknown contact. */
export async function stateOfAddress(
  reader: Reader,
  vault: Vault,
  person: PersonRow,
  reference: string,
): Promise<string | null> {
  const row = await findContact(reader, person.person_id, reference);
  return openContact(sealerOf(vault, person), row).address?.state ?? null;
}
