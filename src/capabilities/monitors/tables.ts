import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject, reference } from '#platform/db/tables.ts';
import { femaDisasterAreas, femaDisasters, zipCounties } from './disasters/tables.ts';
import { monitorFiles } from './files/tables.ts';
import { monitorActions } from './loan-actions/tables.ts';
import { monitorPlaces } from './places/tables.ts';
import { monitorRequests } from './requests/tables.ts';
import type { CheckResult, HitSource, MatchQuality, MonitorKind, Standing } from './words.ts';

const monitors = defineTable('monitors', reference, {
  company_id: 'company',
  kind: as<MonitorKind>('text'),
  is_enabled: 'bool',
  recheck_days: 'int?',
  loan_type_ids: 'texts',
  stops_autopay: 'bool?',
  caps_interest: 'bool?',
  suspends_late_fees: 'bool?',
  operation_id: 'text?',
  updated_at: 'instant',
});

export const monitoringStatuses = defineTable('monitoring_statuses', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  monitor: as<MonitorKind>('text'),
  last_result: as<CheckResult | null>('text?'),
  match_quality: as<MatchQuality | null>('text?'),
  last_checked_at: 'instant?',
  last_hit_at: 'instant?',
  case_id: 'text?',
  next_check_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const monitorHits = defineTable('monitor_hits', bySubject('person_id'), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  monitor: as<MonitorKind>('text'),
  source: as<HitSource>('text'),
  match_quality: as<MatchQuality>('text'),
  standing: as<Standing>('text'),
  as_of: 'date',
  case_id: 'text',
  prepared_by_ids: 'texts',
  details_sealed: 'bytes',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type MonitorRow = RowOf<typeof monitors>;
export type StatusRow = RowOf<typeof monitoringStatuses>;
export type HitRow = RowOf<typeof monitorHits>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    monitors: Stored<typeof monitors>;
    monitoring_statuses: Stored<typeof monitoringStatuses>;
    monitor_hits: Stored<typeof monitorHits>;
  }
}

/** Settings are read with each check, and written a few times a year. What is known of borrowers lies with them. */
export const monitorTables = tablesByName(
  monitors,
  monitoringStatuses,
  monitorHits,
  monitorFiles,
  monitorRequests,
  monitorPlaces,
  monitorActions,
  femaDisasters,
  femaDisasterAreas,
  zipCounties,
);
