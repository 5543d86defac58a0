// The tables of work that outlives its request; migrations/0001-platform.sql makes them.
import { as, defaulted, defineTable, json, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject, onCoordinator } from '#platform/db/tables.ts';
import type { OperationState } from './operations/states.ts';

const outbox = defineTable('outbox', bySubject('subject_id'), {
  subject_id: 'text',
  id: 'uuid',
  company_id: 'company',
  position: 'bigint',
  job: 'text',
  payload: json<Record<string, unknown>>(),
});

const operations = defineTable('operations', onCoordinator, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  kind: 'text',
  state: as<OperationState>('text'),
  input: json<Record<string, unknown>>(),
  progress_done: defaulted('bigint'),
  progress_total: 'bigint?',
  result: json<Record<string, unknown> | null>('json?'),
  error: json<Record<string, unknown> | null>('json?'),
  attempts: defaulted('int'),
  lease_until: defaulted('bigint'),
  created_at: 'instant',
  started_at: 'instant?',
  finished_at: 'instant?',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    outbox: Stored<typeof outbox>;
    operations: Stored<typeof operations>;
  }
}

export const workTables = tablesByName(outbox, operations);
