import type { Actor } from '#platform/actor.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';

import type { Channel, ConsentType, PreferenceKind, RepresentativeType } from './rules/contact-values.ts';

interface CommPreferences {
  readonly statementDeliveryChannels: readonly string[];
  readonly sendRemindersWhenCurrent: boolean;
  /** In which they are written to; null: that of the company. */
  readonly language: 'en' | 'es' | null;
}

export const people = defineTable('people', bySubject('person_id'), {
  person_id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  borrower_type: as<'person' | 'business'>('text'),
  status: as<'active' | 'inactive'>('text'),
  status_updated_at: 'instant?',
  collections_intensity: as<'light' | 'normal' | 'heavy'>('text'),
  data_key: 'bytes',
  name_sealed: 'bytes?',
  date_of_birth_sealed: 'bytes?',
  business_sealed: 'bytes?',
  comm_preferences: json<CommPreferences>(),
  meta_data: 'text?',
  monitor_start_date: 'date',
  search_tokens: 'tokens',
  created_at: 'instant',
  updated_at: 'instant?',
  /** The instant at which the data key was replaced; nothing sealed before it can be read. */
  erased_at: 'instant?',
});

export const identities = defineTable('identities', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  identity_type: 'text',
  custom_identity_type_name: 'text?',
  value_sealed: 'bytes',
  value_token: as<string>('bigint'),
  value_mask: 'text',
  valid: 'bool',
  issue_date: 'date?',
  expiration_date: 'date?',
  issuing_country: 'text',
  is_primary: 'bool',
  is_archived: 'bool',
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
});

/** The contacts that a borrower is shown; the interface names them (section 2.4). */
const shownToBorrower = [
  { contact_type: 'email', label: ['personal', 'work'], affiliation: 'self', status: 'primary' },
  { contact_type: 'phone', label: 'personal', affiliation: 'self', status: 'primary' },
  { contact_type: 'phone', label: 'home', affiliation: 'self', status: 'secondary' },
  { contact_type: 'address', label: 'home', affiliation: 'self', status: 'primary' },
];

export const contacts = defineTable('contacts', bySubject('person_id', { only: shownToBorrower }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  contact_type: as<'email' | 'phone' | 'address'>('text'),
  label: 'text',
  affiliation: 'text',
  status: as<'primary' | 'secondary' | 'additional' | 'archived'>('text'),
  name_sealed: 'bytes?',
  value_sealed: 'bytes?',
  value_token: as<string | null>('bigint?'),
  address_sealed: 'bytes?',
  search_tokens: 'tokens',
  valid: 'bool',
  verified: 'bool',
  confirmed_at: 'instant?',
  receive_text_messages: 'bool',
  receive_text_messages_last_consent_at: 'instant?',
  authorized_third_party: 'bool',
  power_of_attorney: 'bool',
  employer_permits: 'bool?',
  provided_by_borrower: 'bool?',
  on_do_not_call_registry: 'bool?',
  reassigned_checked_at: 'instant?',
  transfer_notice_date: 'date?',
  used_by_prior_collector: 'bool?',
  disconnection_status: 'text?',
  last_disconnect_check_date: 'date?',
  last_known_connection_date: 'date?',
  legal_representative_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
  /** When its present value and owner became what they are. */
  reaches_since: 'instant',
});

export const legalRepresentatives = defineTable('legal_representatives', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  representative_type: as<RepresentativeType>('text'),
  status: as<'active' | 'inactive'>('text'),
  known_since: 'instant?',
  unanswered_since: 'instant?',
  unresponsive: 'bool',
  consents_to_contact: 'bool',
  denies_representation: 'bool',
  details_sealed: 'bytes?',
  search_tokens: 'tokens',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const consents = defineTable('consents', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  consent_type: as<ConsentType>('text'),
  channel: as<Channel>('text'),
  contact_id: 'text?',
  details_sealed: 'bytes?',
  text_hash: 'text',
  text_version: 'text?',
  given_at: 'instant',
  revoked_at: 'instant?',
  demonstrated_at: 'instant?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const contactPreferences = defineTable('contact_preferences', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  kind: as<PreferenceKind>('text'),
  channel: as<Channel | null>('text?'),
  contact_id: 'text?',
  /** The driver gives whole numbers of a list as texts. */
  days_of_week: as<readonly string[]>('bigints'),
  from_hour: 'int?',
  to_hour: 'int?',
  timezone: 'text?',
  in_writing: 'bool?',
  stated_at: 'instant',
  withdrawn_at: 'instant?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

/** Who is in military service: the borrower, or the husband or wife. */
export const servicemembers = ['borrower', 'spouse'] as const;
export const serviceBases = ['activeDuty', 'reserveOrders', 'nationalGuard', 'commissionedOfficer'] as const;

/** The kind of its external ids. */
export const militaryServiceKind = 'military service';

export const militaryServices = defineTable('military_services', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  servicemember: as<(typeof servicemembers)[number]>('text'),
  basis: as<(typeof serviceBases)[number]>('text'),
  start_date: 'date',
  end_date: 'date?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type PersonRow = Omit<RowOf<typeof people>, 'search_tokens'>;
export type IdentityRow = Omit<RowOf<typeof identities>, 'value_token' | 'company_id'>;
export type RepresentativeRow = RowOf<typeof legalRepresentatives>;
export type ConsentRow = RowOf<typeof consents>;
export type PreferenceRow = RowOf<typeof contactPreferences>;
export type ContactRow = Omit<RowOf<typeof contacts>, 'search_tokens' | 'value_token'>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    people: Stored<typeof people>;
    identities: Stored<typeof identities>;
    contacts: Stored<typeof contacts>;
    legal_representatives: Stored<typeof legalRepresentatives>;
    consents: Stored<typeof consents>;
    contact_preferences: Stored<typeof contactPreferences>;
    military_services: Stored<typeof militaryServices>;
  }
}

export const peopleTables = tablesByName(
  people,
  identities,
  contacts,
  legalRepresentatives,
  consents,
  contactPreferences,
  militaryServices,
);
