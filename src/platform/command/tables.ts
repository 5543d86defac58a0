// The answers kept for repeated requests; migrations/0001-platform.sql makes the table.
import { defineTable, json, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { byKey } from '#platform/db/tables.ts';

const idempotency = defineTable('idempotency', byKey('key_hash'), {
  key_hash: 'bytes',
  company_id: 'company',
  /** Null when the command had no subject. */
  subject_id: 'text?',
  /** Release 0.1.0 writes it; this release does not. */
  request_hash: 'bytes?',
  request_sealed: 'bytes',
  status: 'int',
  headers: json<Record<string, string>>(),
  /** Null when the answer showed a secret. */
  body: 'bytes?',
  made_id: 'text?',
  recorded_at: 'bigint',
});

export type IdempotencyRow = Omit<Stored<typeof idempotency>, 'request_hash'>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    idempotency: Stored<typeof idempotency>;
  }
}

export const commandTables = tablesByName(idempotency);
