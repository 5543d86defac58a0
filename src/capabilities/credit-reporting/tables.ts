import type { Actor } from '#platform/actor.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject, onCoordinator } from '#platform/db/tables.ts';
import { claimedColumns } from '#platform/work/claimed/claimed-rows.ts';
import type { LeftOut } from './accounts/left-out.ts';
import type { FileState } from './files/states.ts';
import type { FileFinding } from './files/words.ts';
import type { AgencyName, Ending } from './words.ts';

export const creditAgencies = defineTable('credit_agencies', onCoordinator, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  agency_name: as<AgencyName>('text'),
  program_identifier: 'text',
  identification_number: 'text',
  reporter_name: 'text',
  reporter_address: 'text',
  reporter_telephone: 'text?',
  loan_type_ids: 'texts',
  installment_account_type: 'text',
  line_account_type: 'text',
  file_name_prefix: 'text?',
  reports_on_day: 'int?',
  next_file_at: 'instant?',
  look_at: 'instant?',
  place: 'text?',
  secrets_sealed: 'bytes?',
  open_pgp_public_key: 'text?',
  is_active: 'bool',
  changed_by_type: as<Actor['type']>('text'),
  changed_by_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const creditFiles = defineTable('credit_files', onCoordinator, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  agency_id: 'text',
  as_of: 'date',
  known_at: 'instant',
  is_correction: 'bool',
  is_scheduled: 'bool',
  state: as<FileState>('text'),
  operation_id: 'text',
  responsible_type: as<Actor['type']>('text'),
  responsible_id: 'text?',
  num_accounts: 'int?',
  left_out: json<LeftOut>(),
  findings: json<readonly FileFinding[]>(),
  content_id: 'text?',
  file_name: 'text?',
  error_message: 'text?',
  ...claimedColumns,
  last_failure: 'text?',
  left_at: 'instant?',
  finished_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const creditReports = defineTable('credit_reports', onCoordinator, {
  file_id: 'text',
  loan_id: 'text',
  company_id: 'company',
  agency_id: 'text',
  person_id: 'text',
  as_of: 'date',
  is_first: 'bool',
  is_last: 'bool',
  said_sealed: 'bytes',
  created_at: 'instant',
});

const creditAccounts = defineTable('credit_accounts', bySubject('person_id'), {
  person_id: 'text',
  loan_id: 'text',
  agency_id: 'text',
  company_id: 'company',
  stopped_as_of: 'date?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const creditStatements = defineTable('credit_statements', bySubject('person_id'), {
  person_id: 'text',
  loan_id: 'text',
  company_id: 'company',
  ending: as<Ending | null>('text?'),
  ended_on: 'date?',
  sold_to: 'text?',
  new_account_number: 'text?',
  closed_by_consumer_on: 'date?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type AgencyRow = RowOf<typeof creditAgencies>;
export type FileRow = RowOf<typeof creditFiles>;
export type StatementRow = RowOf<typeof creditStatements>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    credit_agencies: Stored<typeof creditAgencies>;
    credit_files: Stored<typeof creditFiles>;
    credit_reports: Stored<typeof creditReports>;
    credit_accounts: Stored<typeof creditAccounts>;
    credit_statements: Stored<typeof creditStatements>;
  }
}

export const creditTables = tablesByName(creditAgencies, creditFiles, creditReports, creditAccounts, creditStatements);
