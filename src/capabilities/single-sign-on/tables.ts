import { defineTable, json, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { byKey, reference } from '#platform/db/tables.ts';
import type { StoredConnection } from './schemas.ts';

const connections = defineTable('single_sign_on_connections', reference, {
  id: 'uuid',
  company_id: 'company',
  settings: json<StoredConnection>(),
  client_secret_sealed: 'bytes?',
  created_at: 'instant',
  updated_at: 'instant?',
});

const requests = defineTable('single_sign_on_requests', byKey('request_hash'), {
  request_hash: 'bytes',
  company_id: 'company',
  browser_hash: 'bytes?',
  return_to: 'text',
  page_state: 'text?',
  expires_at: 'instant',
});

const assertions = defineTable('single_sign_on_assertions', byKey('assertion_hash'), {
  assertion_hash: 'bytes',
  company_id: 'company',
  expires_at: 'instant',
});

const networks = defineTable('single_sign_on_networks', byKey('network_hash'), {
  network_hash: 'bytes',
  company_id: 'company',
  expires_at: 'instant',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    single_sign_on_connections: Stored<typeof connections>;
    single_sign_on_requests: Stored<typeof requests>;
    single_sign_on_assertions: Stored<typeof assertions>;
    single_sign_on_networks: Stored<typeof networks>;
  }
}

export const singleSignOnTables = tablesByName(connections, requests, assertions, networks);
