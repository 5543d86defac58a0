// Boarding, reading, changing and listing loans.
import { Type } from 'typebox';
import { cardCreated } from '#capabilities/cards/index.ts';
import { person } from '#capabilities/people/index.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { pageQuery } from '#platform/http/pages.ts';
import { Bool, Described, Id, Nullable, StringEnum, WithoutEffect } from '#platform/input/schemas.ts';
import { ledgerEvents } from '../books/ledger-events.ts';
import { loanErrors } from '../loan/errors.ts';
import * as told from '../loan/events.ts';
import { loanStatuses } from '../loan/statuses.ts';
import { createLoan } from './create-loan.ts';
import { loanCreate } from './examples.ts';
import { listLoans, listLoansOf, loanSort } from './list-loans.ts';
import { loan } from './loan.ts';
import { readLoan, storedLoan } from './read-loan.ts';
import { force, Loan, LoanCreate, LoanUpdate, MinimalLoan } from './schemas.ts';
import { updateLoan } from './update-loan.ts';

const validate = Type.Optional(
  Described(Bool, { description: 'False: an address in line is taken without a check. Default true.' }),
);

export const loanRoutes: Endpoint[] = [
  endpoint({
    name: 'loans.create',
    method: 'POST',
    path: '/people/{personId}/loans',
    summary: 'Board a loan',
    description:
      'As a draft (pending), originated, or declined. Its terms are checked at once. Nothing accrues before it is activated.',
    permission: 'loan:create',
    shape: 'single',
    status: 201,
    query: { validate },
    body: LoanCreate,
    answer: Loan,
    subject: person,
    errors: [loanErrors.InvalidSpecificDays, errors.DuplicateExternalId],
    example: { body: loanCreate },
    emits: [told.loanCreated, told.loanUpdated, told.loanOriginated, told.loanDeclined],
    mayEmit: [told.promoCreated, cardCreated],
    command: (ctx, tx, { body, query }, owner) =>
      createLoan(ctx, tx, owner, body, { validate: query.validate ?? true }),
  }),
  endpoint({
    name: 'loans.read',
    method: 'GET',
    path: '/people/{personId}/loans/{loanId}',
    summary: 'Read a loan',
    permission: 'loan:read',
    borrowers: {},
    shape: 'single',
    answer: Loan,
    subject: storedLoan,
    remembers: () => true,
    read: async ({ reader, vault, now }, _, stored) => readLoan(reader, vault, stored, await now()),
  }),
  endpoint({
    name: 'loans.update',
    method: 'PUT',
    path: '/people/{personId}/loans/{loanId}',
    summary: 'Change a loan',
    description:
      'A pending loan changes in everything, and is originated or declined by its status. Later only nickname, external id and metadata change.',
    permission: 'loan:update',
    shape: 'single',
    query: { validate, force },
    body: LoanUpdate,
    answer: Loan,
    subject: loan,
    errors: [loanErrors.InvalidSpecificDays, loanErrors.LoanStatusForbids, errors.DuplicateExternalId],
    example: { body: { nickname: 'Kitchen' } },
    emits: [told.loanUpdated, told.loanOriginated, told.loanDeclined, told.loanStatusChanged],
    mayEmit: [told.promoCreated, ...ledgerEvents],
    command: (ctx, tx, { body, query }, held) => updateLoan(ctx, tx, held, body, { validate: query.validate ?? true }),
  }),
];

const status = StringEnum([...loanStatuses, 'all']);
const statuses = Type.Optional(Type.Array(status, { maxItems: 20, description: 'One or several; all if not given.' }));

export const listRoutes: Endpoint[] = [
  endpoint({
    name: 'loans.list',
    method: 'GET',
    path: '/loans',
    summary: 'List loans',
    description: 'Lists those of the whole company, newest first.',
    permission: 'loan:list',
    shape: 'list',
    query: {
      ...pageQuery(loanSort),
      fields: Type.Optional(
        StringEnum(['all', 'idsOnly', 'minimal'], {
          description: 'What to show of each; all if not given. minimal was called idsOnly before 2025-03-26.',
        }),
      ),
      statuses,
      loanTypeId: Type.Optional(Id('LT', 'loan type')),
      loanLabelId: Type.Optional(
        Id('LL', 'loan label', {
          description: 'Loans that have this label, newest first; sortBy is not taken then, and totals count to 1,000.',
        }),
      ),
      includeAdditionalBorrowers: Type.Optional(
        Described(Bool, { description: 'Show them in the minimal form too, with their external ids. Default false.' }),
      ),
      managedByPeach: Type.Optional(WithoutEffect(Nullable(Bool), 'loans that somebody else services')),
    },
    answer: Type.Union([Loan, MinimalLoan]),
    read: ({ reader, vault, machineMicros }, { query }) => listLoans(reader, vault, machineMicros(), query),
  }),
  endpoint({
    name: 'loans.listOfPerson',
    method: 'GET',
    path: '/people/{personId}/loans',
    summary: 'List the loans of a borrower',
    permission: 'loan:list',
    borrowers: {},
    shape: 'list',
    query: {
      ...pageQuery(loanSort),
      status: statuses,
      includeAdditionalBorrowers: Type.Optional(
        Described(Bool, { description: 'Includes those whose main borrower is somebody else. Default false.' }),
      ),
    },
    answer: Loan,
    subject: person,
    read: ({ reader, vault }, { query }, { person_id: personId }) => listLoansOf(reader, vault, personId, query),
  }),
];
