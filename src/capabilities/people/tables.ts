import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Selectable } from 'kysely';
import { bySubject, type Company, type Json, type TableClasses } from '#platform/db/tables.ts';

export interface CommPreferences {
  readonly statementDeliveryChannels: readonly string[];
  readonly sendRemindersWhenCurrent: boolean;
}

interface PeopleTable {
  person_id: string;
  company_id: Company;
  position: number;
  external_id: string | null;
  borrower_type: 'person' | 'business';
  status: 'active' | 'inactive';
  status_updated_at: Instant | null;
  collections_intensity: 'light' | 'normal' | 'heavy';
  data_key: Buffer;
  name_sealed: Buffer | null;
  date_of_birth_sealed: Buffer | null;
  business_sealed: Buffer | null;
  comm_preferences: Json<CommPreferences>;
  meta_data: string | null;
  monitor_start_date: CivilDate;
  search_tokens: readonly string[];
  created_at: Instant;
  updated_at: Instant | null;
  /** The instant at which the data key was replaced; nothing sealed before it can be read. */
  erased_at: Instant | null;
}

interface IdentitiesTable {
  person_id: string;
  id: string;
  company_id: Company;
  position: number;
  identity_type: string;
  custom_identity_type_name: string | null;
  value_sealed: Buffer;
  value_token: string;
  value_mask: string;
  valid: boolean;
  issue_date: CivilDate | null;
  expiration_date: CivilDate | null;
  issuing_country: string;
  is_primary: boolean;
  is_archived: boolean;
  created_at: Instant;
  updated_at: Instant | null;
  deleted_at: Instant | null;
}

interface ContactsTable {
  person_id: string;
  id: string;
  company_id: Company;
  position: number;
  external_id: string | null;
  contact_type: 'email' | 'phone' | 'address';
  label: string;
  affiliation: string;
  status: 'primary' | 'secondary' | 'additional' | 'archived';
  name_sealed: Buffer | null;
  value_sealed: Buffer | null;
  value_token: string | null;
  address_sealed: Buffer | null;
  search_tokens: readonly string[];
  valid: boolean;
  verified: boolean;
  receive_text_messages: boolean;
  receive_text_messages_last_consent_at: Instant | null;
  authorized_third_party: boolean;
  power_of_attorney: boolean;
  disconnection_status: string | null;
  last_disconnect_check_date: CivilDate | null;
  last_known_connection_date: CivilDate | null;
  created_at: Instant;
  updated_at: Instant | null;
}

export type PersonRow = Omit<Selectable<PeopleTable>, 'search_tokens'>;
export type IdentityRow = Omit<Selectable<IdentitiesTable>, 'value_token' | 'company_id'>;
export type ContactRow = Omit<Selectable<ContactsTable>, 'search_tokens' | 'value_token'>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    people: PeopleTable;
    identities: IdentitiesTable;
    contacts: ContactsTable;
  }
}

export const peopleTables: TableClasses = {
  people: bySubject('person_id'),
  identities: bySubject('person_id'),
  contacts: bySubject('person_id'),
};
