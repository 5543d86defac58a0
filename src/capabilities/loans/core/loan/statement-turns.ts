// Loans of which statements are to be made, or made anew. A row is there from when that is known until it is done.
import { defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';

const statementTurns = defineTable('statement_turns', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  loan_id: 'text',
  company_id: 'company',
  act_at: 'instant',
  /** Statements from this day on may say something else now; null: only new ones are to be made. */
  changed_from: 'date?',
});

export type TurnRow = RowOf<typeof statementTurns>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    statement_turns: Stored<typeof statementTurns>;
  }
}

export const statementTurnTables = tablesByName(statementTurns);
