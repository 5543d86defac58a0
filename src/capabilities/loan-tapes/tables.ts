import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';
import { versionedColumns } from '#platform/resource/versioned-fields.ts';
import { claimedColumns } from '#platform/work/claimed/claimed-rows.ts';
import type { TapeProof } from './making/proof.ts';
import type { TapeState } from './states.ts';
import type { CalculatedColumn, Sftp } from './types/schemas.ts';
import type { Compression, Mask, MissingAction, MoneyUnit, OutputFormat, TapeKind } from './types/words.ts';

export const loanTapeTypes = defineTable('loan_tape_types', onCoordinator, {
  ...versionedColumns,
  external_id: 'text?',
  tape_name: 'text',
  description: 'text',
  tape_type: as<TapeKind>('text'),
  fields: 'texts',
  calculated_columns: json<readonly CalculatedColumn[]>(),
  field_name_mappings: json<Readonly<Record<string, string>>>(),
  loan_meta_data_fields: 'texts',
  filter: 'text?',
  money_unit: as<MoneyUnit>('text'),
  tape_output_format: as<OutputFormat>('text'),
  field_widths: json<Readonly<Record<string, number>>>(),
  masks: json<Readonly<Record<string, Mask>>>(),
  compression_type: as<Compression>('text'),
  should_report_draws_separately: 'bool',
  report_days_when_paid_off: 'int',
  report_days_when_charged_off: 'int',
  action_on_missing_data: as<MissingAction>('text'),
  custom_file_name: 'text?',
  schedule: 'text?',
  sftp_settings: json<Sftp | null>('json?'),
  open_pgp_public_key: 'text?',
  next_run_at: 'instant?',
  secrets_sealed: 'bytes?',
  changed_by_type: as<Actor['type']>('text'),
  changed_by_id: 'text?',
});

export const loanTapes = defineTable('loan_tapes', onCoordinator, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  loan_tape_type_id: 'text',
  as_of: as<CivilDate>('date'),
  from_date: as<CivilDate | null>('date?'),
  known_at: 'instant',
  investor_id: 'text?',
  compared_with_id: 'text?',
  state: as<TapeState>('text'),
  scheduled_type_id: 'int?',
  scheduled_for: 'instant?',
  is_to_be_sent: 'bool',
  sftp_settings: json<Sftp | null>('json?'),
  open_pgp_public_key: 'text?',
  secrets_sealed: 'bytes?',
  custom_file_name: 'text?',
  operation_id: 'text',
  responsible_type: as<Actor['type']>('text'),
  responsible_id: 'text?',
  num_loans: 'int?',
  num_left_out: 'int?',
  num_replayed: 'int?',
  proof: json<TapeProof | null>('json?'),
  content_id: 'text?',
  file_name: 'text?',
  error_message: 'text?',
  ...claimedColumns,
  last_failure: 'text?',
  left_at: 'instant?',
  started_at: 'instant?',
  finished_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type TapeTypeRow = RowOf<typeof loanTapeTypes>;
export type LoanTapeRow = RowOf<typeof loanTapes>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loan_tape_types: Stored<typeof loanTapeTypes>;
    loan_tapes: Stored<typeof loanTapes>;
  }
}

export const loanTapeTables = tablesByName(loanTapeTypes, loanTapes);
