// Who did what; migrations/0001-platform.sql makes these tables.
import { as, defineTable, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject, onCoordinator, onlyGrowing } from '#platform/db/tables.ts';
import type { Outcome } from './entry.ts';

const waitingAudit = defineTable('waiting_audit', bySubject('subject_id'), {
  subject_id: 'text',
  position: 'bigint',
  company_id: 'company',
  entry: 'text',
});

const audit = defineTable('audit', onlyGrowing, {
  company_id: 'company',
  number: 'bigint',
  id: 'text',
  hash: 'text',
  entry: 'text',
  created_at: 'instant',
  actor_id: 'text?',
  session_id: 'text?',
  person_id: 'text?',
  object_id: 'text?',
  action: 'text',
  outcome: as<Outcome>('text'),
});

const auditHeads = defineTable('audit_heads', onCoordinator, {
  company_id: 'company',
  last_number: 'bigint',
  last_hash: 'text',
});

const auditDays = defineTable('audit_days', onlyGrowing, {
  company_id: 'company',
  day: 'date',
  last_number: 'bigint',
  last_hash: 'text',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    waiting_audit: Stored<typeof waitingAudit>;
    audit: Stored<typeof audit>;
    audit_heads: Stored<typeof auditHeads>;
    audit_days: Stored<typeof auditDays>;
  }
}

export const auditTables = tablesByName(waitingAudit, audit, auditHeads, auditDays);
