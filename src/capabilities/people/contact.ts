// How a contact is stored, found and shown.
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import { columnsWithout } from '#platform/db/define-table.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Bool, Described, Id, StringEnum } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { sealerOf, unsealJson } from './person.ts';
import { contactAffiliations, contactLabels, contactStatuses, contactTypes } from './rules/contact-values.ts';
import type { ContactAddress } from './rules/us-address.ts';
import { Contact } from './schemas.ts';
import { type ContactRow, contacts, type PersonRow } from './tables.ts';

export const contactKind = 'contact';

export const contactColumns = columnsWithout(contacts, 'search_tokens', 'value_token');

export const contactList = defineList({
  table: 'contacts',
  below: 'person_id',
  sort: ['createdAt', 'updatedAt', 'contactType', 'affiliation', 'label', 'status', 'valid', 'externalId'],
  filters: {
    contactType: StringEnum(contactTypes),
    affiliation: StringEnum(contactAffiliations),
    label: StringEnum(contactLabels),
    status: StringEnum(contactStatuses),
    legalRepresentativeId: Id('LR', 'legal representative'),
    receiveTextMessages: Described(Bool, {
      description: 'Only those that do, or do not, receive text messages.',
      example: false,
    }),
  },
});

/** Finds one by id or `ext-` reference among the contacts of one person. */
export async function findContact(reader: Reader, personId: string, reference: string): Promise<ContactRow> {
  const id = await idOfReference(reader, contactKind, reference);
  const row =
    id &&
    (await reader.row(
      reader.db.selectFrom('contacts').select(contactColumns).where('person_id', '=', personId).where('id', '=', id),
    ));
  if (row) return row;
  throw notFound('contact', reference, 'contactId', 'This borrower');
}

/** The sealed part of a contact, opened. */
export interface ContactDetails {
  readonly name: string | null;
  readonly value: string | null;
  readonly address: ContactAddress | null;
}

/** The attribute's name in the seal. It contains the id, so a value copied to another contact does not open. */
export const sealedPart = (contactId: string, part: keyof ContactDetails): string => `contact.${contactId}.${part}`;

export function openContact(sealer: Sealer, row: ContactRow): ContactDetails {
  const open = (part: 'name' | 'value', sealed: Buffer | null) =>
    sealed === null ? null : sealer.unseal(sealedPart(row.id, part), sealed);
  return {
    name: open('name', row.name_sealed),
    value: open('value', row.value_sealed),
    address: unsealJson<ContactAddress>(sealer, sealedPart(row.id, 'address'), row.address_sealed),
  };
}

const present = presenter<typeof Contact, ContactRow>(Contact);

export const presentContact = (row: ContactRow, { name, value, address }: ContactDetails): Contact =>
  present(row, {
    label: row.label as Contact['label'],
    affiliation: row.affiliation as Contact['affiliation'],
    name,
    value,
    address: address && { id: row.id, object: 'address', ...address },
    phoneDisconnectionDetails: {
      disconnectionStatus: row.disconnection_status,
      lastDisconnectCheckDate: row.last_disconnect_check_date,
      lastKnownConnectionDate: row.last_known_connection_date,
    },
  });

/** The state in the address of a contact, if it says one. Refuses a contact that is not there, or is no address. */
export async function stateOfAddress(
  reader: Reader,
  vault: Vault,
  person: PersonRow,
  reference: string,
): Promise<string | null> {
  const row = await findContact(reader, person.person_id, reference);
  if (row.contact_type !== 'address') throw notFound('address', reference, 'contactId', 'This borrower');
  return openContact(sealerOf(vault, person), row).address?.state ?? null;
}

export const primaryHome = prepared((db, placeholder: PlaceholderOf<{ personId: string }>) =>
  db
    .selectFrom('contacts')
    .select(contactColumns)
    .where('person_id', '=', placeholder('personId'))
    .where('contact_type', '=', 'address')
    .where('label', '=', 'home')
    .where('affiliation', '=', 'self')
    .where('status', '=', 'primary')
    .orderBy('position')
    .limit(1),
);

/** The state in the primary home address on file; of several the earliest. Null without one. */
export async function stateOfHome(reader: Reader, vault: Vault, person: PersonRow): Promise<string | null> {
  const row = await reader.row(primaryHome(reader.db, { personId: person.person_id }));
  return row === undefined ? null : stateIn(vault, person, row);
}

type PersonKey = Pick<PersonRow, 'person_id' | 'data_key'>;

export const openHome = (vault: Vault, person: PersonKey, row: ContactRow): ContactAddress | null =>
  openContact(sealerOf(vault, person), row).address;

const stateIn = (vault: Vault, person: PersonKey, row: ContactRow): string | null =>
  openHome(vault, person, row)?.state ?? null;

/** The same for many: a statement for each borrower, in one flight. */
export async function statesOfHomes(
  reader: Reader,
  vault: Vault,
  people: readonly PersonKey[],
): Promise<(string | null)[]> {
  const found = await reader.together(...people.map(({ person_id: personId }) => primaryHome(reader.db, { personId })));
  return people.map((person, i) => {
    const row = found[i]?.[0];
    return row === undefined ? null : stateIn(vault, person, row);
  });
}
