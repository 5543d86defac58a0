import { defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';

export const investorAssociations = defineTable('investor_associations', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  change_id: 'text',
  investor_id: 'text',
  share: 'rate',
  effective_date: 'date',
  created_at: 'instant',
});

export type AssociationRow = RowOf<typeof investorAssociations>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    investor_associations: Stored<typeof investorAssociations>;
  }
}

export const ownerTables = tablesByName(investorAssociations);
