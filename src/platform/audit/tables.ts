// Who did what; migrations/0001-platform.sql makes these tables.
import { as, columnsWithout, defineTable, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject, onCoordinator, onlyGrowing } from '#platform/db/tables.ts';
import type { Actor } from '../actor.ts';
import type { Outcome } from './entry.ts';

/** What a row says; stored-entry.ts writes and reads these. */
const said = {
  created_at: 'instant',
  outcome: as<Outcome>('text'),
  action: 'text',
  actor_type: as<Actor['type']>('text'),
  actor_id: 'text?',
  session_id: 'text?',
  address: 'text?',
  request_id: 'text?',
  person_id: 'text?',
  object_id: 'text?',
  more: 'text?',
} as const;

const waitingAudit = defineTable('waiting_audit', bySubject('subject_id'), {
  subject_id: 'text',
  position: 'bigint',
  company_id: 'company',
  ...said,
});

const audit = defineTable('audit', onlyGrowing, {
  company_id: 'company',
  number: 'bigint',
  hash: 'bytes',
  ...said,
});

const auditHeads = defineTable('audit_heads', onCoordinator, {
  company_id: 'company',
  last_number: 'bigint',
  last_hash: 'bytes',
});

const auditDays = defineTable('audit_days', onlyGrowing, {
  company_id: 'company',
  day: 'date',
  last_number: 'bigint',
  last_hash: 'bytes',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    waiting_audit: Stored<typeof waitingAudit>;
    audit: Stored<typeof audit>;
    audit_heads: Stored<typeof auditHeads>;
    audit_days: Stored<typeof auditDays>;
  }
}

/** The columns of what a row says, in the order in which they are hashed. */
export const saidColumns = columnsWithout(audit, 'company_id', 'number', 'hash');

export const auditTables = tablesByName(waitingAudit, audit, auditHeads, auditDays);
