// Writes rows of the audit in the commit of what they tell. They wait for their numbers: see chain-audit.ts.
import { preparedInserts } from '#platform/db/prepared.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { AuditEntry } from './entry.ts';
import { saidBy } from './stored-entry.ts';
import { saidColumns } from './tables.ts';

interface AuditRow {
  /** The person that it is about, or the company. */
  readonly subjectId: string;
  readonly position: number;
  readonly entry: AuditEntry;
}

export function writeAudit(tx: Tx, ...rows: readonly AuditRow[]): void {
  const waiting = rows.map(({ subjectId, position, entry }) => ({ subject_id: subjectId, position, ...saidBy(entry) }));
  for (const insert of insertWaiting(tx.db, waiting)) tx.write(insert, redraw('waiting_audit_pkey'));
}

const insertWaiting = preparedInserts('waiting_audit', ['subject_id', 'position', ...saidColumns]);
