import type { Actor } from '#platform/actor.ts';
import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { onCoordinator, reference } from '#platform/db/tables.ts';

const queryLogins = defineTable('query_logins', reference, {
  login: 'text',
  company_id: 'company',
  password_sealed: 'bytes',
});

const versionColumns = {
  version: 'int',
  sql: 'text',
  /** Both as JSON. */
  parameters: 'text',
  columns: 'text',
  changed_by_type: as<Actor['type']>('text'),
  changed_by_id: 'text?',
} as const;

export const queries = defineTable('queries', onCoordinator, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  name: 'text',
  description: 'text?',
  status: as<'active' | 'archived'>('text'),
  ...versionColumns,
  created_at: 'instant',
  updated_at: 'instant?',
});

export const queryVersions = defineTable('query_versions', onCoordinator, {
  query_id: 'text',
  company_id: 'company',
  ...versionColumns,
  created_at: 'instant',
});

export const queryRuns = defineTable('query_runs', onCoordinator, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  query_id: 'text',
  version: 'int',
  /** As JSON, and so is what the answer has. */
  parameters: 'text',
  row_count: 'bigint?',
  is_personal: 'bool',
  answer_id: 'uuid?',
  page_starts: 'bigints?',
  columns: 'text?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
});

export type QueryRow = RowOf<typeof queries>;
export type VersionRow = RowOf<typeof queryVersions>;
export type RunRow = RowOf<typeof queryRuns>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    query_logins: Stored<typeof queryLogins>;
    queries: Stored<typeof queries>;
    query_versions: Stored<typeof queryVersions>;
    query_runs: Stored<typeof queryRuns>;
  }
}

export const questionTables = tablesByName(queryLogins, queries, queryVersions, queryRuns);
