// Assignments to collection agencies: a stretch of time for which an agency has, or had, a loan.
import type { Static } from 'typebox';
import { type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { DateTime, Nullable, StringEnum } from '#platform/input/schemas.ts';
import { thingOfLoan } from '../../core/loan/declared-thing.ts';
import { servicers } from '../../core/loan/servicers.ts';
import { listsOf } from '../../core/loan/thing.ts';
import { from, id, ofBorrower } from '../../core/loan/thing-fields.ts';

export const assignments = thingOfLoan({
  table: 'agency_assignments',
  name: 'collection agency assignment',
  object: 'collectionAgencyAssignment',
  prefix: 'CY',
  fields: {
    companyId: ofBorrower.companyId,
    collectionAgencyId: from('agency_id', id('CL-4J7C-Z2QV')),
    loanId: ofBorrower.loanId,
    mainBorrowerId: ofBorrower.mainBorrowerId,
    assignedAt: from('assigned_at', DateTime),
    unassignedAt: from('unassigned_at', Nullable(DateTime, { description: 'Null: it has the loan now.' })),
    servicedBy: from(
      'serviced_by',
      Nullable(StringEnum(servicers), { description: 'Who serviced the loan after it. Null: it has it now.' }),
    ),
  },
  changes: ['unassigned_at', 'serviced_by'],
});
export type AgencyAssignment = Static<typeof assignments.schema>;
export type AssignmentRow = RowOf<typeof assignments.definition>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    agency_assignments: Stored<typeof assignments.definition>;
  }
}

export const agencyTables = tablesByName(assignments.definition);
export const assignmentLists = listsOf(assignments);
