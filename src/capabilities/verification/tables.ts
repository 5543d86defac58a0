import type { Actor } from '#platform/actor.ts';
import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject, reference } from '#platform/db/tables.ts';
import type { Method, Status, Unlock } from './words.ts';

export const verificationTypes = defineTable('verification_types', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  name: 'text?',
  method: as<Method>('text'),
  expiration_in_secs: 'int',
  max_sessions_recent_past: 'int',
  recent_past_secs: 'int',
  max_attempts_per_session: 'int',
  enabled_question_ids: 'texts?',
  criteria: 'text?',
  unlocks: as<Unlock[]>('texts'),
  created_at: 'instant',
  updated_at: 'instant?',
});

export const verifications = defineTable('verifications', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  verification_type_id: 'text?',
  method: as<Method>('text'),
  status: as<Status>('text'),
  agent_user_id: 'text?',
  session_id: 'text?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  question_ids: 'texts',
  contact_id: 'text?',
  code_hash: 'bytes?',
  max_attempts: 'int',
  attempts_made: 'int',
  unlocks: as<Unlock[]>('texts'),
  expires_at: 'instant',
  counts_from: 'instant',
  ended_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const verificationAttempts = defineTable('verification_attempts', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  verification_id: 'text',
  position: 'bigint',
  is_success: 'bool',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
});

export const contactCodes = defineTable('contact_codes', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  contact_id: 'text?',
  code_hash: 'bytes',
  tries_left: 'int',
  created_at: 'instant',
  expires_at: 'instant',
  used_at: 'instant?',
});

export type TypeRow = RowOf<typeof verificationTypes>;
export type VerificationRow = RowOf<typeof verifications>;
export type AttemptRow = RowOf<typeof verificationAttempts>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    verification_types: Stored<typeof verificationTypes>;
    verifications: Stored<typeof verifications>;
    verification_attempts: Stored<typeof verificationAttempts>;
    contact_codes: Stored<typeof contactCodes>;
  }
}

export const verificationTables = tablesByName(verificationTypes, verifications, verificationAttempts, contactCodes);
