import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defaulted, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';
import { claimedColumns } from '#platform/work/claimed/claimed-rows.ts';

export const fileKinds = ['forward', 'acknowledgement', 'return', 'notificationOfChange', 'report'] as const;

export const fileStates = [
  'built',
  'released',
  'uploading',
  'uploaded',
  'acknowledged',
  'rejected',
  'voided',
  'read',
  'unreadable',
] as const;
type FileState = (typeof fileStates)[number];

const achFiles = defineTable('ach_files', onCoordinator, {
  company_id: 'company',
  id: 'text',
  position: 'bigint',
  carrier_id: 'text',
  direction: as<'out' | 'in'>('text'),
  kind: as<(typeof fileKinds)[number]>('text'),
  state: as<FileState>('text'),
  business_date: as<CivilDate>('date'),
  window_at: 'instant?',
  file_name: 'text',
  id_modifier: 'text?',
  batches: 'int',
  entries: 'int',
  records: 'int',
  lines: 'int',
  entry_hash: 'bigint',
  debit_cents: 'bigint',
  credit_cents: 'bigint',
  bytes: 'bigint',
  sha256: 'text',
  created_at: 'instant',
  act_at: 'instant?',
  told_person_id: 'text?',
  told_attempt_id: 'text?',
  told_failures: defaulted('int'),
  released_at: 'instant?',
  released_by_type: 'text?',
  released_by_id: 'text?',
  ...claimedColumns,
  last_error: 'text?',
  uploaded_at: 'instant?',
  acknowledge_by: 'instant?',
  acknowledged_at: 'instant?',
  ended_at: 'instant?',
  reason: 'text?',
});

export type FileRow = RowOf<typeof achFiles>;

const achFileParts = defineTable('ach_file_parts', onCoordinator, {
  company_id: 'company',
  file_id: 'text',
  number: 'int',
  content_sealed: 'bytes',
});

const achEntries = defineTable('ach_entries', onCoordinator, {
  company_id: 'company',
  attempt_id: 'text',
  person_id: 'text',
  carrier_id: 'text',
  file_id: 'text?',
  place: 'text',
  trace: 'text?',
  voided_trace: 'text?',
  direction: as<'debit' | 'credit'>('text'),
  sec: as<'PPD' | 'WEB' | 'TEL' | 'CCD'>('text'),
  description: 'text',
  is_prenote: 'bool',
  amount_cents: 'bigint',
  settles_on: as<CivilDate>('date'),
  is_same_day: 'bool',
  individual_id: 'text',
  instrument_id: 'text',
  leaves_at: 'instant?',
});

export type EntryRow = RowOf<typeof achEntries>;

const achNumbers = defineTable('ach_numbers', onCoordinator, {
  company_id: 'company',
  odfi: 'text',
  last_trace: 'int',
  file_day: as<CivilDate>('date'),
  files_of_day: 'int',
});

const achAwaited = defineTable('ach_awaited', onCoordinator, {
  company_id: 'company',
  file_id: 'text',
  due_at: 'instant?',
});

const achDecisions = defineTable('ach_decisions', onCoordinator, {
  company_id: 'company',
  file_id: 'text',
  asks: as<'apply' | 'reject'>('text'),
  reason: 'text?',
  asked_by_type: as<Actor['type']>('text'),
  asked_by_id: 'text?',
  asked_at: 'instant',
  outcome: as<'done' | 'refused' | null>('text?'),
  decided_by_type: as<Actor['type'] | null>('text?'),
  decided_by_id: 'text?',
  decided_at: 'instant?',
});

export type DecisionRow = RowOf<typeof achDecisions>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    ach_files: Stored<typeof achFiles>;
    ach_file_parts: Stored<typeof achFileParts>;
    ach_entries: Stored<typeof achEntries>;
    ach_numbers: Stored<typeof achNumbers>;
    ach_awaited: Stored<typeof achAwaited>;
    ach_decisions: Stored<typeof achDecisions>;
  }
}

export const achTables = {
  ...tablesByName(achFiles, achFileParts, achEntries, achNumbers),
  ...tablesByName(achAwaited, achDecisions),
};
