// Statements that wait for their document: claimed work of the capability that makes papers.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { Emit } from '#platform/events/emit.ts';
import { claimedRows } from '#platform/work/claimed/claimed-rows.ts';
import { periodId } from '../../core/loan/derived-id.ts';
import { statementUpdated, toldOfStatement } from './events.ts';
import type { StatementRow } from './tables.ts';

export type { StatementRow } from './tables.ts';

export const statementDocuments = claimedRows({
  name: 'statement_documents',
  job: 'statements.document',
  table: 'loan_statements',
  named: ['person_id', 'id'],
  alarmTries: 4,
});

/** The statement, of any version, that has this document; undefined: none has. */
export async function statementOfDocument(
  reader: Reader,
  personId: string,
  documentId: string,
): Promise<string | undefined> {
  const row = await reader.row(
    reader.db
      .selectFrom('loan_statements')
      .select('id')
      .where('person_id', '=', personId)
      .where('document_id', '=', documentId)
      .limit(1),
  );
  return row?.id;
}

interface Given {
  readonly documentId: string;
  readonly now: Instant;
  readonly emit: Emit;
}

/** What is written to a statement that gets its document; the event tells of it. */
export async function withItsDocument(
  reader: Reader,
  row: StatementRow,
  { documentId, now, emit }: Given,
): Promise<Pick<StatementRow, 'document_id' | 'updated_at'>> {
  const loan = await reader.row(
    reader.db
      .selectFrom('loans')
      .select(['external_id', 'loan_type_id'])
      .where('person_id', '=', row.person_id)
      .where('id', '=', row.loan_id),
  );
  if (loan === undefined) throw new Error(`The loan of the statement ${row.id} is gone.`);
  const about = { loanId: row.loan_id, periodId: periodId(row.loan_id, row.ordinal) };
  emit(statementUpdated, row.person_id, toldOfStatement(loan, row), { about });
  return { document_id: documentId, updated_at: now };
}

/** The caller has locked the person. */
export async function giveDocument(
  { now, emit }: Omit<Given, 'documentId'>,
  tx: Tx,
  personId: string,
  statementId: string,
  documentId: string,
): Promise<void> {
  const row = await statementDocuments.lock(tx, { person_id: personId, id: statementId });
  // It was read for the paper a moment ago, and no statement is ever removed.
  if (row === undefined) throw new Error(`The statement ${statementId} is gone.`);
  const changed = await withItsDocument(tx, row, { documentId, now, emit });
  tx.write(statementDocuments.update(tx.db, row).set({ ...changed, ...statementDocuments.ended }));
}
