import type { themes } from '#capabilities/company/index.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { byKey, bySubject } from '#platform/db/tables.ts';
import { claimedColumns } from '#platform/work/claimed/claimed-rows.ts';
import { bulkRows, bulkSendings } from './bulk/tables.ts';
import type { MessageState } from './states.ts';
import type { Origin, SentChannel } from './words.ts';

type Theme = (typeof themes)[number];
export type Language = 'en' | 'es';

export const outgoingMessages = defineTable('outgoing_messages', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  interaction_id: 'text',
  state: as<MessageState>('text'),
  origin: as<Origin>('text'),
  once_key: 'text?',
  channel: as<SentChannel>('text'),
  subject: 'text',
  theme: as<Theme>('text'),
  contact_id: 'text?',
  is_contact_named: 'bool',
  loan_ids: 'texts',
  case_id: 'text?',
  statement_id: 'text?',
  document_ids: 'texts',
  content_ids: 'texts',
  may_attach_sensitive: 'bool',
  language: as<Language>('text'),
  is_transactional: 'bool',
  is_autodialed: 'bool',
  template_version_id: 'text?',
  content_sealed: 'bytes?',
  blocked_by: 'texts',
  act_at: 'instant?',
  tries: 'int',
  last_failure: 'text?',
  sent_at: 'instant?',
  delivered_at: 'instant?',
  opened_at: 'instant?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const queuedMessages = defineTable('queued_messages', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  channel: as<SentChannel>('text'),
  interaction_id: 'text',
  ...claimedColumns,
  due_at: 'bigint',
  last_failure: 'text?',
  contact_id: 'text?',
  started_at: 'instant?',
});

const messagePlaces = defineTable('message_places', byKey('id'), {
  id: 'text',
  company_id: 'company',
  person_id: 'text',
});

const messageReports = defineTable('message_reports', bySubject('person_id'), {
  person_id: 'text',
  key: 'text',
  company_id: 'company',
  heard_at: 'instant',
});

export type MessageRow = RowOf<typeof outgoingMessages>;
export type QueuedRow = RowOf<typeof queuedMessages>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    outgoing_messages: Stored<typeof outgoingMessages>;
    queued_messages: Stored<typeof queuedMessages>;
    message_places: Stored<typeof messagePlaces>;
    message_reports: Stored<typeof messageReports>;
  }
}

export const communicationTables = tablesByName(
  outgoingMessages,
  queuedMessages,
  messagePlaces,
  messageReports,
  bulkSendings,
  bulkRows,
);
