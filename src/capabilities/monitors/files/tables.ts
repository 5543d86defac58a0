import { as, defineTable, type Stored } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';
import type { MonitorKind } from '../words.ts';

/** It lies where the operation lies that reads it. */
export const monitorFiles = defineTable('monitor_files', onCoordinator, {
  operation_id: 'text',
  company_id: 'company',
  monitor: as<MonitorKind>('text'),
  content_hash: 'bytes',
  status: as<'reading' | 'applied' | 'refused'>('text'),
  created_at: 'instant',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    monitor_files: Stored<typeof monitorFiles>;
  }
}
