import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject, onCoordinator } from '#platform/db/tables.ts';
import type { FilingState } from './filings/states.ts';
import type { ErrorType } from './forms/follow.ts';
import type { LeftOut } from './forms/left-out.ts';
import type { EventCode, FormKind } from './words.ts';

export const statedDischarges = defineTable('stated_discharges', bySubject('person_id'), {
  person_id: 'text',
  loan_id: 'text',
  company_id: 'company',
  event_code: as<EventCode>('text'),
  event_on: 'date',
  principal: 'bigint',
  interest: 'bigint',
  is_for_business: 'bool',
  is_personally_liable: 'bool',
  property_value: 'bigint?',
  property_description: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const taxFilings = defineTable('tax_filings', onCoordinator, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  tax_year: 'int',
  is_correction: 'bool',
  includes_interest: 'bool',
  state: as<FilingState>('text'),
  operation_id: 'text',
  num_forms: 'int?',
  num_without_tin: 'int?',
  total_amount: 'bigint?',
  left_out: json<LeftOut>(),
  sent_on: 'date?',
  receipt_id: 'text?',
  error_message: 'text?',
  finished_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const taxForms = defineTable('tax_forms', onCoordinator, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  filing_id: 'text',
  tax_year: 'int',
  number: 'int',
  person_id: 'text',
  loan_id: 'text',
  kind: as<FormKind>('text'),
  error_type: as<ErrorType | null>('int?'),
  corrects_form_id: 'text?',
  event_code: as<EventCode>('text'),
  event_on: 'date',
  amount: 'bigint',
  interest: 'bigint?',
  is_personally_liable: 'bool',
  property_value: 'bigint?',
  is_without_tin: 'bool',
  sealed: 'bytes',
  created_at: 'instant',
});

export type StatedRow = RowOf<typeof statedDischarges>;
export type FilingRow = RowOf<typeof taxFilings>;
export type FormRow = RowOf<typeof taxForms>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    stated_discharges: Stored<typeof statedDischarges>;
    tax_filings: Stored<typeof taxFilings>;
    tax_forms: Stored<typeof taxForms>;
  }
}

export const taxTables = tablesByName(statedDischarges, taxFilings, taxForms);
