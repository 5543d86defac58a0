// Gives a loan to a collection agency, and takes it back. Who services the loan is in its books, by a fact of the day.

import type { FactOf } from '@tenor/engine/account/facts.ts';
import { findCollectionAgency } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { asLoanContext, changeLoan } from '../../../core/books/change-loan.ts';
import { loanErrors } from '../../../core/loan/errors.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import type { ServicedBy } from '../../../core/loan/servicers.ts';
import { loanStates } from '../../../core/loan/states.ts';
import type { LoanRow } from '../../../core/loan/tables.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { factId } from '../../../core/timeline/fact-id.ts';
import { type AgencyAssignment, type AssignmentRow, assignments } from '../agency-assignment.ts';
import { assignmentOf, presentAssignment, shownAgency } from '../assignment.ts';
import { agencyAssigned, agencyUnassigned } from '../events.ts';
import type { AgencyAssign, AgencyOfLoan } from '../schemas.ts';

/** The agency that has it loses it. Errors: LoanStatusForbids, NotFound (agency), NothingToDo. */
export async function assignAgency(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  { collectionAgencyId, sendNotice = null }: AgencyAssign,
): Promise<AgencyOfLoan> {
  const { row: loan } = held;
  loanStates.mustAllow(loan.status, 'assignAgency');
  const agency = await namedIn('collectionAgencyId', findCollectionAgency(tx, collectionAgencyId));
  const before = await presentAssignment(tx, loan);
  if (before?.agency_id === agency.id) {
    throw new Refusal(loanErrors.NothingToDo, `${agency.id} has the loan already.`, {
      data: { reason: 'the agency has the loan already' },
    });
  }
  const servicedBy = 'debtCollectionAgency';
  const row = assignments.newRow(ctx, loan, { agency_id: agency.id, assigned_at: ctx.now });
  await changeLoan(asLoanContext(ctx), tx, held, [factOf(ctx, loan, servicedBy)], { details: { sendNotice } });
  if (before !== undefined) endAssignment(ctx, tx, loan, before, servicedBy);
  assignments.insert(tx, row);
  tell(ctx, loan, row, agencyAssigned, servicedBy);
  return shownAgency(agency, row, servicedBy);
}

/** Errors: LoanStatusForbids, NoCollectionAgency. */
export async function unassignAgency(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  servicedBy: ServicedBy,
): Promise<AgencyAssignment> {
  const { row: loan } = held;
  loanStates.mustAllow(loan.status, 'assignAgency');
  const before = await assignmentOf(tx, loan);
  await changeLoan(asLoanContext(ctx), tx, held, [factOf(ctx, loan, servicedBy)]);
  return assignments.show(endAssignment(ctx, tx, loan, before, servicedBy));
}

function endAssignment(
  ctx: CommandContext,
  tx: Tx,
  loan: LoanRow,
  before: AssignmentRow,
  servicedBy: ServicedBy,
): AssignmentRow {
  const row = { ...before, unassigned_at: ctx.now, serviced_by: servicedBy };
  assignments.write(tx, row);
  tell(ctx, loan, row, agencyUnassigned, servicedBy);
  return row;
}

const factOf = ({ now }: CommandContext, loan: LoanRow, servicedBy: ServicedBy): FactOf<'agency'> => ({
  kind: 'agency',
  id: factId(loan, 'agency'),
  on: todayOf(loan, now),
  servicedBy,
});

function tell(
  ctx: CommandContext,
  loan: LoanRow,
  row: AssignmentRow,
  kind: typeof agencyAssigned,
  servicedBy: ServicedBy,
): void {
  const told = {
    loanExternalId: loan.external_id,
    loanTypeId: loan.loan_type_id,
    collectionAgencyId: row.agency_id,
    servicedBy,
  };
  ctx.emit(kind, row.person_id, told, { about: { loanId: loan.id } });
}
