// Which agency has a loan: stored, found, listed and shown.

import type { Address } from '#capabilities/people/index.ts';
import { findCollectionAgency } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { keysOf } from '../../core/loan/named-loans.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { type AssignmentRow, assignments } from './agency-assignment.ts';
import { agencyErrors } from './errors.ts';
import type { AgencyOfLoan, HeldByAgency } from './schemas.ts';

type Keys = Pick<LoanRow, 'person_id' | 'id'>;
type AgencyRow = Awaited<ReturnType<typeof findCollectionAgency>>;

export const presentAssignment = (reader: Reader, loan: Keys): Promise<AssignmentRow | undefined> =>
  reader.row(assignments.of(reader, keysOf(loan)).where('unassigned_at', 'is', null));

/** Errors: NoCollectionAgency. */
export async function assignmentOf(reader: Reader, loan: Keys): Promise<AssignmentRow> {
  const row = await presentAssignment(reader, loan);
  if (row !== undefined) return row;
  throw new Refusal(agencyErrors.NoCollectionAgency, `No collection agency has the loan ${loan.id}.`);
}

// ---- shown ----------------------------------------------------------------------------------------------------------

export async function readAgencyOf(reader: Reader, loan: LoanRow): Promise<AgencyOfLoan> {
  const row = await assignmentOf(reader, loan);
  return shownAgency(await findCollectionAgency(reader, row.agency_id), row, loan.serviced_by);
}

export const shownAgency = (
  agency: AgencyRow,
  row: AssignmentRow,
  servicedBy: LoanRow['serviced_by'],
): AgencyOfLoan => ({
  id: agency.id,
  object: 'collectionAgency',
  externalId: agency.external_id,
  companyId: agency.company_id,
  legalName: agency.legal_name,
  contactPhone: agency.contact_phone,
  contactEmail: agency.contact_email,
  mailingAddress: agency.mailing === null ? null : (JSON.parse(agency.mailing) as Address),
  servicedBy,
  assignmentId: row.id,
  loanId: row.loan_id,
  assignedAt: row.assigned_at,
});

// ---- listed ---------------------------------------------------------------------------------------------------------

const ofAll: ListSource = { table: 'agency_assignments', idColumn: 'id', sortable: {} };

/** The loans that an agency has now, the one that it got last first. Errors: NotFound (agency). */
export async function listHeldBy(reader: Reader, reference: string, input: PageInput): Promise<Page<HeldByAgency>> {
  const { id } = await findCollectionAgency(reader, reference);
  const query = reader.db
    .selectFrom('agency_assignments')
    .selectAll()
    .where('agency_id', '=', id)
    .where('unassigned_at', 'is', null);
  const found = await page(reader, ofAll, query, input, (row) => row.id);
  const loans = await loansOf(reader, found.items);
  const items = found.items.map((row) => {
    const loan = loans.get(`${row.person_id} ${row.loan_id}`);
    if (loan === undefined) throw new Error(`${row.id} is of no loan.`);
    return { ...assignments.show(row), loanExternalId: loan.external_id, loanStatus: loan.status };
  });
  return { ...found, items };
}

async function loansOf(reader: Reader, rows: readonly AssignmentRow[]) {
  if (rows.length === 0) return new Map<string, Pick<LoanRow, 'external_id' | 'status'>>();
  const found = await reader.rows(
    reader.db
      .selectFrom('loans')
      .select(['person_id', 'id', 'external_id', 'status'])
      .where('person_id', 'in', [...new Set(rows.map(({ person_id }) => person_id))])
      .where('id', 'in', [...new Set(rows.map(({ loan_id }) => loan_id))]),
  );
  return new Map(found.map((loan) => [`${loan.person_id} ${loan.id}`, loan]));
}
