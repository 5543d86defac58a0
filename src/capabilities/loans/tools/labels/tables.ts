import type { Actor } from '#platform/actor.ts';
import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject, reference } from '#platform/db/tables.ts';

export const loanLabels = defineTable('loan_labels', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  name: 'text',
  description: 'text?',
  color: 'text?',
  status: as<'active' | 'archived'>('text'),
  created_at: 'instant',
  updated_at: 'instant?',
});

/** Which loan has which label. */
export const loanLabelings = defineTable('loan_labelings', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  loan_id: 'text',
  label_id: 'text',
  company_id: 'company',
  /** The position of the loan: the loans of a label are listed in the order of all loans. */
  loan_position: 'bigint',
  added_at: 'instant',
  added_by_type: as<Actor['type']>('text'),
  added_by_id: 'text?',
  /** Null while the loan has it. The row stays, as the place of a list's cursor. */
  removed_at: 'instant?',
});

export type LoanLabelRow = RowOf<typeof loanLabels>;
export type LabelingRow = RowOf<typeof loanLabelings>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loan_labels: Stored<typeof loanLabels>;
    loan_labelings: Stored<typeof loanLabelings>;
  }
}

export const labelTables = tablesByName(loanLabels, loanLabelings);
