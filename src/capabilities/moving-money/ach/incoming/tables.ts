import type { Actor } from '#platform/actor.ts';
import { as, defaulted, defineTable, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';
import { claimedColumns } from '#platform/work/claimed/claimed-rows.ts';
import type { ReadingState } from './states.ts';

export const achReadings = defineTable('ach_readings', onCoordinator, {
  company_id: 'company',
  id: 'text',
  position: 'bigint',
  state: as<ReadingState>('text'),
  file_name: 'text',
  received_by_type: as<Actor['type'] | null>('text?'),
  received_by_id: 'text?',
  fetched_from: 'text?',
  carrier_id: 'text?',
  sha256: 'text',
  bytes: 'bigint',
  entries_done: defaulted('int'),
  taken: 'int?',
  known: 'int?',
  breaks: 'int?',
  problem: 'text?',
  line: 'int?',
  column: 'int?',
  ...claimedColumns,
  received_at: 'instant',
  read_at: 'instant?',
});

export type ReadingRow = RowOf<typeof achReadings>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    ach_readings: Stored<typeof achReadings>;
  }
}
