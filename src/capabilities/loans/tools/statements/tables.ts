import type { StatementFigures } from '@tenor/engine/statement/figures.ts';
import { defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import { claimedColumns } from '#platform/work/claimed/claimed-rows.ts';
import type { NextPayment } from '../../money/autopay/next-payment.ts';

/** What a line of a statement is about, by its cause in the ledger. */
export interface LineIds {
  readonly transactionId?: string;
  readonly purchaseId?: string;
}

interface StoredFigures {
  readonly figures: StatementFigures;
  /** What autopay was to take next when it was made; null: nothing. */
  readonly autopay: NextPayment | null;
  readonly ids: Readonly<Record<string, LineIds>>;
}

const loanStatements = defineTable('loan_statements', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  ordinal: 'int',
  version: 'int',
  is_active: 'bool',
  year: 'int',
  period_start: 'date',
  period_end: 'date',
  statement_on: 'date',
  due_on: 'date',
  minimum_due: 'bigint',
  overdue: 'bigint',
  new_balance: 'bigint',
  figures: json<StoredFigures>(),
  changes: json<readonly string[]>(),
  document_id: 'text?',
  ...claimedColumns,
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
});

export type StatementRow = RowOf<typeof loanStatements>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loan_statements: Stored<typeof loanStatements>;
  }
}

export const statementTables = tablesByName(loanStatements);
