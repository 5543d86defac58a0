// Endpoints of the collection agency of a loan, and of the loans of a collection agency.
import { Type } from 'typebox';
import { ownCompany } from '#capabilities/access/index.ts';
import { errors, refuseField } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { pageQuery } from '#platform/http/pages.ts';
import { StringEnum } from '#platform/input/schemas.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { loan, loanThatIsThere, loanToRead } from '../../core/lifecycle/loan.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { servicers } from '../../core/loan/servicers.ts';
import { assignmentLists, assignments } from './agency-assignment.ts';
import { listHeldBy, readAgencyOf } from './assignment.ts';
import { assignAgency, unassignAgency } from './commands/assign-agency.ts';
import { agencyErrors } from './errors.ts';
import { agencyAssigned, agencyUnassigned } from './events.ts';
import { AgencyAssign, AgencyOfLoan, AgencyUnassign, HeldByAgency } from './schemas.ts';

const path = '/people/{personId}/loans/{loanId}/collection-agency';

type Servicer = (typeof servicers)[number];

/** By the query, by the body, or by both alike. Errors: InvalidRequest. */
function servicerAfter(
  query: { readonly servicedBy?: Servicer },
  { servicedBy: said = null }: { readonly servicedBy?: Servicer | null } = {},
): Servicer {
  if (said !== null && query.servicedBy !== undefined && said !== query.servicedBy) {
    throw refuseField('servicedBy', 'is not what the query says', 'the same, or one of the two');
  }
  return said ?? query.servicedBy ?? 'creditor';
}

export const agencyRoutes: Endpoint[] = [
  endpoint({
    name: 'loanAgency.read',
    method: 'GET',
    path,
    summary: 'Read the collection agency that has a loan',
    description: 'A 404 where none has it.',
    permission: 'loan.collection.agency:read',
    borrowers: { reads: ['collection_agencies'] },
    shape: 'single',
    answer: AgencyOfLoan,
    subject: loanToRead,
    errors: [agencyErrors.NoCollectionAgency],
    read: ({ reader }, _, { row }) => readAgencyOf(reader, row),
  }),
  endpoint({
    name: 'loanAgency.history',
    method: 'GET',
    path: `${path}/history`,
    summary: 'List the collection agencies that have had a loan',
    description: 'The newest first, the one that has it now too.',
    permission: 'loan.collection.agency:read',
    shape: 'list',
    query: pageQuery({}),
    answer: assignments.schema,
    subject: loanThatIsThere,
    read: ({ reader }, { query }, keys) =>
      assignmentLists.ofLoan.page(reader, keys, query, { each: (row) => assignments.show(row) }),
  }),
  endpoint({
    name: 'loanAgency.assign',
    method: 'POST',
    path,
    summary: 'Give a loan to a collection agency',
    description:
      'It services the loan from now on (servicedBy debtCollectionAgency). What it collects is posted as external payments. Another agency that has the loan loses it.',
    permission: 'loan.collection.agency:assign',
    shape: 'single',
    status: 201,
    previews: true,
    body: AgencyAssign,
    answer: AgencyOfLoan,
    subject: loan,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo],
    example: { body: { collectionAgencyId: 'ext-agency-7' } },
    emits: [agencyAssigned],
    mayEmit: [...ledgerEvents, agencyUnassigned],
    command: (ctx, tx, { body }, held) => assignAgency(ctx, tx, held, body),
  }),
  endpoint({
    name: 'loanAgency.unassign',
    method: 'DELETE',
    path,
    summary: 'Take a loan back from its collection agency',
    description: 'The creditor services it again, unless servicedBy says otherwise.',
    permission: 'loan.collection.agency:assign',
    shape: 'single',
    query: { servicedBy: Type.Optional(StringEnum(servicers, { description: 'The same as in the body.' })) },
    body: AgencyUnassign,
    answer: assignments.schema,
    subject: loan,
    errors: [loanErrors.LoanStatusForbids, agencyErrors.NoCollectionAgency],
    example: { body: {} },
    emits: [agencyUnassigned],
    mayEmit: ledgerEvents,
    command: (ctx, tx, { query, body }, held) => unassignAgency(ctx, tx, held, servicerAfter(query, body)),
  }),
  endpoint({
    name: 'collectionAgencies.loans',
    method: 'GET',
    path: '/companies/{companyId}/collection-agencies/{collectionAgencyId}/loans',
    summary: 'List the loans that a collection agency has',
    description: 'The one that it got last first.',
    permission: 'loan.collection.agency:list',
    shape: 'list',
    query: pageQuery({}),
    answer: HeldByAgency,
    subject: ownCompany,
    errors: [errors.NotFound],
    read: ({ reader }, { query, params }) => listHeldBy(reader, params.collectionAgencyId, query),
  }),
];
