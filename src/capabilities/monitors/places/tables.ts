import { as, defaulted, defineTable, json, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';
import type { CompanyPlace } from '#platform/file-places/company-place.ts';
import type { MonitorKind } from '../words.ts';

/** It lies where its files are noted, and where those lie that ask. */
export const monitorPlaces = defineTable('monitor_places', onCoordinator, {
  company_id: 'company',
  monitor: as<MonitorKind>('text'),
  position: 'bigint',
  settings: json<CompanyPlace>(),
  makers: 'texts',
  secrets_sealed: 'bytes?',
  due_at: 'bigint',
  request_at: 'bigint?',
  failures: defaulted('int'),
  last_failure: 'text?',
  last_reached_at: 'instant?',
  last_file_name: 'text?',
  last_file_operation_id: 'text?',
  last_file_failure: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type PlaceRow = RowOf<typeof monitorPlaces>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    monitor_places: Stored<typeof monitorPlaces>;
  }
}
