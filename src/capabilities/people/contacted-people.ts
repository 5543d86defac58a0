// What bears on whether and how people may be contacted: a statement for each table, of one person or of many, which the
// caller sends in one flight with those of other capabilities.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Sealer } from '#platform/crypto/vault.ts';
import { partRead } from '#platform/db/as-one-statement.ts';
import { typesOf } from '#platform/db/define-table.ts';
import { preparedOfPeople } from '#platform/db/prepared-of-people.ts';
import { sealedPart } from './contact.ts';
import { unsealJson } from './person.ts';
import { type NoticeChannel, noticeContact } from './rules/notice-contact.ts';
import { type ContactAddress, linesOfAddress } from './rules/us-address.ts';
import type { BusinessDetails, Name } from './schemas.ts';
import {
  type ConsentRow,
  type ContactRow,
  consents,
  contactPreferences,
  contacts,
  legalRepresentatives,
  type PersonRow,
  type PreferenceRow,
  people,
  type RepresentativeRow,
} from './tables.ts';

const keyColumns = ['person_id', 'data_key', 'erased_at', 'comm_preferences'] as const;
export type ContactedPerson = Pick<PersonRow, (typeof keyColumns)[number]>;

/** The keys by which what is sealed of these people opens. */
export const keysOfContacted = partRead<ContactedPerson>(
  (db, isOneOfThem) => db.selectFrom('people').select(keyColumns).where(isOneOfThem('person_id')),
  { columns: typesOf(people, keyColumns), values: {} },
);

const contactColumns = [
  'person_id',
  'id',
  'external_id',
  'contact_type',
  'label',
  'affiliation',
  'status',
  'valid',
  'receive_text_messages',
  'created_at',
  'value_sealed',
  'address_sealed',
  'authorized_third_party',
  'power_of_attorney',
  'legal_representative_id',
  'employer_permits',
  'provided_by_borrower',
  'on_do_not_call_registry',
  'reassigned_checked_at',
  'transfer_notice_date',
  'used_by_prior_collector',
  'reaches_since',
] as const;
export type ContactedContact = Pick<ContactRow, (typeof contactColumns)[number]>;

/** Archived ones too: past interactions name them. */
export const contactsOfContacted = partRead<ContactedContact>(
  (db, isOneOfThem) =>
    db.selectFrom('contacts').select(contactColumns).where(isOneOfThem('person_id')).orderBy('position'),
  { columns: typesOf(contacts, contactColumns), values: {} },
);

const consentColumns = [
  'person_id',
  'id',
  'consent_type',
  'channel',
  'contact_id',
  'revoked_at',
  'created_at',
  'updated_at',
] as const;
export type ContactedConsent = Pick<ConsentRow, (typeof consentColumns)[number] | 'given_at'>;

/** Papers may take electronic form once the borrower has shown that they can read them (15 U.S.C. 7001(c)(1)(C)(ii)). */
const countsSince =
  sql<Instant>`case when consent_type = 'esign' then greatest(given_at, demonstrated_at) else given_at end`.as(
    'given_at',
  );

export const consentsOfContacted = partRead<ContactedConsent>(
  (db, isOneOfThem) =>
    db
      .selectFrom('consents')
      .select(consentColumns)
      .select(countsSince)
      .where(isOneOfThem('person_id'))
      .where((eb) => eb.or([eb('consent_type', '<>', 'esign'), eb('demonstrated_at', 'is not', null)]))
      .orderBy('position'),
  { columns: typesOf(consents, [...consentColumns, 'given_at']), values: {} },
);

const representativeColumns = [
  'person_id',
  'id',
  'representative_type',
  'status',
  'known_since',
  'unanswered_since',
  'unresponsive',
  'consents_to_contact',
  'denies_representation',
  'created_at',
] as const;
export type ContactedRepresentative = Pick<RepresentativeRow, (typeof representativeColumns)[number]>;

export const representativesOfContacted = partRead<ContactedRepresentative>(
  (db, isOneOfThem) =>
    db
      .selectFrom('legal_representatives')
      .select(representativeColumns)
      .where(isOneOfThem('person_id'))
      .orderBy('position'),
  { columns: typesOf(legalRepresentatives, representativeColumns), values: {} },
);

const preferenceColumns = [
  'person_id',
  'id',
  'kind',
  'channel',
  'contact_id',
  'days_of_week',
  'from_hour',
  'to_hour',
  'timezone',
  'in_writing',
  'stated_at',
  'withdrawn_at',
  'created_at',
  'updated_at',
] as const;
export type StatedPreference = Pick<PreferenceRow, (typeof preferenceColumns)[number]>;

export const preferencesOfContacted = partRead<StatedPreference>(
  (db, isOneOfThem) =>
    db
      .selectFrom('contact_preferences')
      .select(preferenceColumns)
      .where(isOneOfThem('person_id'))
      .orderBy('stated_at')
      .orderBy('position'),
  { columns: typesOf(contactPreferences, preferenceColumns), values: {} },
);

interface Service {
  readonly person_id: string;
  readonly start_date: CivilDate;
  readonly end_date: CivilDate | null;
}

/** The military service of the borrowers themselves. */
export const servicesOfPeople = preparedOfPeople<Service>((db, isOneOfThem) =>
  db
    .selectFrom('military_services')
    .select(['person_id', 'start_date', 'end_date'])
    .where(isOneOfThem('person_id'))
    .where('servicemember', '=', 'borrower'),
);

type SealedContact = Pick<ContactedContact, 'id' | 'value_sealed' | 'address_sealed'>;

/** The number of a phone, or an email. */
export const valueOfContact = (sealer: Sealer, { id, value_sealed: sealed }: SealedContact): string | null =>
  sealed === null ? null : sealer.unseal(sealedPart(id, 'value'), sealed);

export const addressOfContact = (
  sealer: Sealer,
  { id, address_sealed: sealed }: SealedContact,
): ContactAddress | null => unsealJson<ContactAddress>(sealer, sealedPart(id, 'address'), sealed);

/** The contact that gets a notice, of these of one borrower; undefined: none does. */
export function contactedFor(
  contacts: readonly ContactedContact[],
  channel: NoticeChannel,
): ContactedContact | undefined {
  const facts = contacts.map((row) => ({
    row,
    contactType: row.contact_type,
    label: row.label,
    affiliation: row.affiliation,
    status: row.status,
    valid: row.valid,
    receiveTextMessages: row.receive_text_messages,
    createdAt: row.created_at,
  }));
  return noticeContact(facts, channel)?.row;
}

/** Where a message to the contact goes: an email, a number, or what stands on a letter. Null: it was erased. */
export function whereOfContact(
  sealer: Sealer,
  person: Pick<PersonRow, 'name_sealed' | 'business_sealed'>,
  contact: SealedContact & Pick<ContactedContact, 'contact_type'>,
): string | null {
  if (contact.contact_type !== 'address') return valueOfContact(sealer, contact);
  const address = addressOfContact(sealer, contact);
  if (address === null) return null;
  return [nameOnLetters(sealer, person), ...linesOfAddress(address)].filter((line) => line !== '').join('\n');
}

function nameOnLetters(sealer: Sealer, row: Pick<PersonRow, 'name_sealed' | 'business_sealed'>): string {
  const name = unsealJson<Name>(sealer, 'name', row.name_sealed);
  if (name !== null) {
    return [name.firstName, name.middleName, name.lastName, name.suffix].filter((one) => one).join(' ');
  }
  const business = unsealJson<BusinessDetails>(sealer, 'business', row.business_sealed);
  return business?.businessLegalName ?? business?.businessName ?? '';
}
