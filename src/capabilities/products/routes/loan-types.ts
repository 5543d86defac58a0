import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { createLoanType, updateLoanType } from '../commands/write-loan-type.ts';
import * as told from '../events.ts';
import * as example from '../examples.ts';
import { listLoanTypes, listVersions, loanType, loanTypeList, presentLoanType, versionList } from '../loan-type.ts';
import { feeTypeRoutes } from '../resources/fee-type.ts';
import { LoanType, LoanTypeCreate, LoanTypeUpdate, LoanTypeVersion } from '../schemas.ts';

const types = [
  endpoint({
    name: 'loanTypes.list',
    method: 'GET',
    path: '/loan-types',
    summary: 'List loan types',
    permission: 'loan.type:list',
    shape: 'list',
    query: loanTypeList.query,
    list: loanTypeList,
    answer: LoanType,
    read: ({ reader }, { query }) => listLoanTypes(reader, query),
  }),
  endpoint({
    name: 'loanTypes.create',
    method: 'POST',
    path: '/loan-types',
    summary: 'Create a loan type',
    description:
      'What is not sent has its default; a name is enough, and for lines of credit the type lineOfCredit. Each company has three already: ext-installment, ext-line-of-credit, and ext-credit-card, which keeps the rules of credit cards.',
    permission: 'loan.type:create',
    shape: 'single',
    status: 201,
    body: LoanTypeCreate,
    answer: LoanType,
    errors: [errors.DuplicateExternalId],
    example: { body: example.loanTypeCreate },
    emits: [told.loanTypeCreated],
    command: (ctx, tx, { body }) => createLoanType(ctx, tx, body),
  }),
  endpoint({
    name: 'loanTypes.read',
    method: 'GET',
    path: '/loan-types/{loanTypeId}',
    summary: 'Read a loan type',
    permission: 'loan.type:read',
    shape: 'single',
    answer: LoanType,
    subject: loanType,
    read: async (_ctx, _input, row) => presentLoanType(row),
  }),
  endpoint({
    name: 'loanTypes.update',
    method: 'PUT',
    path: '/loan-types/{loanTypeId}',
    summary: 'Change a loan type',
    description:
      'What is not sent stays; objects change by their parts, and null takes a fee away. Changed settings are a new version: for new loans, while each loan keeps the version of its origination.',
    permission: 'loan.type:update',
    shape: 'single',
    body: LoanTypeUpdate,
    answer: LoanType,
    subject: loanType,
    errors: [errors.DuplicateExternalId],
    example: { body: example.loanTypeUpdate },
    emits: [told.loanTypeUpdated, told.loanTypeStatusChanged],
    command: (ctx, tx, { body }, row) => updateLoanType(ctx, tx, row, body),
  }),
  endpoint({
    name: 'loanTypeVersions.list',
    method: 'GET',
    path: '/loan-types/{loanTypeId}/versions',
    summary: 'List the versions of a loan type',
    description: 'The settings as they were from each change on, newest first.',
    permission: 'loan.type:read',
    shape: 'list',
    query: versionList.query,
    list: versionList,
    answer: LoanTypeVersion,
    subject: loanType,
    read: ({ reader }, { query }, row) => listVersions(reader, row, query),
  }),
];

export const loanTypeRoutes: Endpoint[] = [...types, ...feeTypeRoutes];
