// The answers kept for repeated requests, and how much borrowers did; migrations/0001-platform.sql makes the tables.
import { defineTable, json, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { byKey, bySubject } from '#platform/db/tables.ts';

const idempotency = defineTable('idempotency', byKey('key_hash'), {
  key_hash: 'bytes',
  company_id: 'company',
  /** Null when the command had no subject. */
  subject_id: 'text?',
  request_sealed: 'bytes',
  status: 'int',
  headers: json<Record<string, string>>(),
  /** Null when the answer showed a secret. */
  body: 'bytes?',
  made_id: 'text?',
  recorded_at: 'bigint',
});

const borrowerWrites = defineTable('borrower_writes', bySubject('person_id'), {
  person_id: 'text',
  action: 'text',
  company_id: 'company',
  day: 'date',
  made: 'int',
});

export type IdempotencyRow = Stored<typeof idempotency>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    idempotency: IdempotencyRow;
    borrower_writes: Stored<typeof borrowerWrites>;
  }
}

export const commandTables = tablesByName(idempotency, borrowerWrites);
