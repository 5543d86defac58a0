// The tables of work that outlives its request; migrations/0001-platform.sql makes them.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Generated } from 'kysely';
import { byKey, bySubject, type Company, type Json, type TableClasses } from '#platform/db/tables.ts';
import type { OperationState } from './operations/states.ts';

export interface OutboxRow {
  subject_id: string;
  id: string;
  company_id: Company;
  position: number;
  job: string;
  payload: Json<Record<string, unknown>>;
}

export interface OperationRow {
  id: string;
  company_id: Company;
  position: number;
  kind: string;
  state: OperationState;
  input: Json<Record<string, unknown>>;
  progress_done: Generated<number>;
  progress_total: number | null;
  result: Json<Record<string, unknown>> | null;
  error: Json<Record<string, unknown>> | null;
  attempts: Generated<number>;
  lease_until: Generated<number>;
  created_at: Instant;
  started_at: Instant | null;
  finished_at: Instant | null;
}

declare module '#platform/db/tables.ts' {
  interface Tables {
    outbox: OutboxRow;
    operations: OperationRow;
  }
}

export const workTables: TableClasses = {
  outbox: bySubject('subject_id'),
  operations: byKey('id'),
};
