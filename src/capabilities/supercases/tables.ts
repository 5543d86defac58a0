import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { CaseStatus } from '#capabilities/case-types/index.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject, onCoordinator } from '#platform/db/tables.ts';

export const supercaseTypes = ['generic', 'federalEmergency'] as const;

/** What was declared of a disaster. */
export interface DisasterDetails {
  readonly description: string;
  readonly incidentType: string;
  readonly declarationDate: CivilDate;
  /** Words of the interface: `individualsAndHouseholds` … */
  readonly programs: readonly (typeof disasterPrograms)[number][];
  /** The designated areas by their names, such as `Harris (County)`. */
  readonly areas: readonly string[];
}

export const disasterPrograms = [
  'individualsAndHouseholds',
  'individualAssistance',
  'publicAssistance',
  'hazardMitigation',
] as const;

export const supercases = defineTable('supercases', onCoordinator, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  supercase_type: as<(typeof supercaseTypes)[number]>('text'),
  name: 'text',
  description: 'text?',
  event_started_at: 'instant?',
  status: as<CaseStatus>('text'),
  status_updated_at: 'instant',
  outcome: 'text?',
  subcase_type_id: 'text?',
  subcase_name: 'text?',
  auto_created: 'bool',
  fema_disaster_number: 'int?',
  fema_monitoring_end_date: 'date?',
  fema_disaster_details: json<DisasterDetails>('json?'),
  contact_work_id: 'text?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const populations = defineTable('populations', onCoordinator, {
  id: 'text',
  supercase_id: 'text',
  company_id: 'company',
  position: 'bigint',
  name: 'text?',
  is_draft: 'bool',
  member_count: 'int',
  committed_at: 'instant?',
  operation_id: 'text?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const populationMembers = defineTable('population_members', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  supercase_id: 'text',
  population_id: 'text',
  loan_id: 'text',
  case_id: 'text?',
  error_type: 'text?',
  created_at: 'instant',
});

export const supercaseNotes = defineTable('supercase_notes', onCoordinator, {
  id: 'text',
  supercase_id: 'text',
  company_id: 'company',
  position: 'bigint',
  is_global: 'bool',
  important: 'bool',
  sensitive_data: 'bool',
  content_sealed: 'bytes',
  operation_id: 'text?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
});

export type SupercaseRow = RowOf<typeof supercases>;
export type PopulationRow = RowOf<typeof populations>;
export type MemberRow = RowOf<typeof populationMembers>;
export type SupercaseNoteRow = RowOf<typeof supercaseNotes>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    supercases: Stored<typeof supercases>;
    populations: Stored<typeof populations>;
    population_members: Stored<typeof populationMembers>;
    supercase_notes: Stored<typeof supercaseNotes>;
  }
}

/** Operations, which bring the cases, lie on the coordinator too. Members lie with their borrowers. */
export const supercaseTables = tablesByName(supercases, populations, populationMembers, supercaseNotes);
