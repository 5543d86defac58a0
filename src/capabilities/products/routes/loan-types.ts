import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { createLoanType, updateLoanType } from '../commands/write-loan-type.ts';
import * as told from '../events.ts';
import * as example from '../examples.ts';
import { listLoanTypes, listVersions, loanType, loanTypeList, presentLoanType, versionList } from '../loan-type.ts';
import { feeTypeRoutes } from '../resources/fee-type.ts';
import { LoanType, LoanTypeCreate, LoanTypeUpdate, LoanTypeVersion } from '../schemas.ts';

const loanTypeEndpoint = below({ path: '/loan-types', permission: 'loan.type', answer: LoanType });

const types = [
  loanTypeEndpoint({
    name: 'loanTypes.list',
    summary: 'List loan types',
    shape: 'list',
    query: loanTypeList.query,
    list: loanTypeList,
    read: ({ reader }, { query }) => listLoanTypes(reader, query),
  }),
  loanTypeEndpoint({
    name: 'loanTypes.create',
    summary: 'Create a loan type',
    description:
      'What is not sent has its default; a name is enough, and for lines of credit the type lineOfCredit. Each company has three already: ext-installment, ext-line-of-credit, and ext-credit-card, which keeps the rules of credit cards.',
    body: LoanTypeCreate,
    errors: [errors.DuplicateExternalId],
    example: { body: example.loanTypeCreate },
    emits: [told.loanTypeCreated],
    command: (ctx, tx, { body }) => createLoanType(ctx, tx, body),
  }),
  loanTypeEndpoint({
    name: 'loanTypes.read',
    path: '/{loanTypeId}',
    summary: 'Read a loan type',
    subject: loanType,
    read: async (_ctx, _input, row) => presentLoanType(row),
  }),
  loanTypeEndpoint({
    name: 'loanTypes.update',
    path: '/{loanTypeId}',
    summary: 'Change a loan type',
    description:
      'What is not sent stays; objects change by their parts, and null takes a fee away. Changed settings are a new version: for new loans, while each loan keeps the version of its origination.',
    body: LoanTypeUpdate,
    subject: loanType,
    errors: [errors.DuplicateExternalId],
    example: { body: example.loanTypeUpdate },
    emits: [told.loanTypeUpdated, told.loanTypeStatusChanged],
    command: (ctx, tx, { body }, row) => updateLoanType(ctx, tx, row, body),
  }),
  endpoint({
    name: 'loanTypeVersions.list',
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
