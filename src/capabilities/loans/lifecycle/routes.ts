// Boarding, reading and changing loans.
import { Type } from 'typebox';
import { person } from '#capabilities/people/index.ts';
import { productErrors } from '#capabilities/products/index.ts';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { Bool, WithoutEffect } from '#platform/input/schemas.ts';
import { loanErrors } from '../loan/errors.ts';
import * as told from '../loan/events.ts';
import * as example from '../products/installment/examples.ts';
import { Loan, LoanCreate, LoanUpdate } from '../products/installment/schemas.ts';
import { createLoan } from './create-loan.ts';
import { loan } from './loan.ts';
import { readLoan, storedLoan } from './read-loan.ts';
import { force } from './schemas.ts';
import { updateLoan } from './update-loan.ts';

const validate = Type.Optional(WithoutEffect(Bool, 'addresses in the body of a loan'));

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
    errors: [loanErrors.InvalidSpecificDays, productErrors.LineOfCreditNotOffered, errors.DuplicateExternalId],
    example: { body: example.loanCreate, answer: example.loan },
    emits: [told.loanCreated, told.loanOriginated, told.loanDeclined],
    command: (ctx, tx, { body }, owner) => createLoan(ctx, tx, owner, body),
  }),
  endpoint({
    name: 'loans.read',
    method: 'GET',
    path: '/people/{personId}/loans/{loanId}',
    summary: 'Read a loan',
    permission: 'loan:read',
    shape: 'single',
    answer: Loan,
    subject: storedLoan,
    example: { answer: example.loan },
    read: async ({ reader, now }, _, stored) => readLoan(reader, stored, await now()),
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
    example: { body: { nickname: 'Kitchen' }, answer: { ...example.loan, nickname: 'Kitchen' } },
    emits: [told.loanUpdated, told.loanOriginated, told.loanDeclined, told.loanStatusChanged],
    command: (ctx, tx, { body }, held) => updateLoan(ctx, tx, held, body),
  }),
];
