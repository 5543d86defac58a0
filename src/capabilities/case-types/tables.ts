import type { ConditionItem } from '#platform/conditions/items.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { reference } from '#platform/db/tables.ts';
import { versionedColumns } from '#platform/resource/versioned-fields.ts';
import type { BaseCaseType, CaseStatus } from './base-types.ts';
import type { CustomFieldSchema } from './field-schema.ts';
import type { Channel, DurationUnit, Release, Theme } from './interaction-words.ts';

export const caseTypes = defineTable('case_types', reference, {
  ...versionedColumns,
  case_type: as<BaseCaseType>('text'),
  name: 'text',
  description: 'text',
  loan_type_id: 'text?',
  workflow_type_id: 'text?',
  custom_field_schemas: json<readonly CustomFieldSchema[]>(),
  smart_reviews: json<object | null>('json?'),
  do_not_interact_type_ids: 'texts',
  makers: 'texts',
});

export const doNotInteractTypes = defineTable('do_not_interact_types', reference, {
  ...versionedColumns,
  name: 'text',
  description: 'text',
  channel: as<Channel>('text'),
  theme: as<Theme>('text'),
  on_status: as<CaseStatus | null>('text?'),
  on_outcome: 'text?',
  on_condition: json<readonly ConditionItem[] | null>('json?'),
  condition_text: 'text?',
  condition: 'text?',
  duration: 'int?',
  unit: as<DurationUnit>('text'),
  release_on: json<readonly Release[]>(),
});

export type CaseTypeRow = RowOf<typeof caseTypes>;
export type DoNotInteractTypeRow = RowOf<typeof doNotInteractTypes>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    case_types: Stored<typeof caseTypes>;
    do_not_interact_types: Stored<typeof doNotInteractTypes>;
  }
}

/** Read for each case, written a few times a year. */
export const caseTypeTables = tablesByName(caseTypes, doNotInteractTypes);
