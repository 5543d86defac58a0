import { as, defineTable, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';
import type { MonitorKind } from '../words.ts';

export const monitorRequests = defineTable('monitor_requests', onCoordinator, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  monitor: as<MonitorKind>('text'),
  content_id: 'text',
  lines: 'int',
  bytes: 'int',
  next_after: 'text?',
  to_leave: 'bool',
  left_at: 'instant?',
  created_at: 'instant',
});

export type RequestRow = RowOf<typeof monitorRequests>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    monitor_requests: Stored<typeof monitorRequests>;
  }
}
