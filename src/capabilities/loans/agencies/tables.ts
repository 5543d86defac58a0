import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import type { ServicedBy } from '../loan/servicers.ts';
import { thingOfLoans } from '../loan/thing.ts';

const agencyAssignments = defineTable('agency_assignments', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  agency_id: 'text',
  position: 'bigint',
  assigned_at: 'instant',
  unassigned_at: 'instant?',
  serviced_by: as<ServicedBy | null>('text?'),
});

export type AssignmentRow = RowOf<typeof agencyAssignments>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    agency_assignments: Stored<typeof agencyAssignments>;
  }
}

export const assignments = thingOfLoans(agencyAssignments, {
  name: 'collection agency assignment',
  path: 'assignmentId',
  changes: ['unassigned_at', 'serviced_by'],
});

export const agencyTables = tablesByName(agencyAssignments);
