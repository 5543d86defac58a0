// Endpoints of to whom a loan belongs.
import { Type } from 'typebox';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { computedQuery, pageOf } from '#platform/resource/computed-list.ts';
import { loan, loanToRead } from '../../core/lifecycle/loan.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { associations } from './association.ts';
import { changeOwners } from './change-owners.ts';
import { ownerChanged } from './events.ts';
import { listOwners } from './owners.ts';
import { OwnerChange } from './schemas.ts';

const path = '/people/{personId}/loans/{loanId}/investors';

export const ownerRoutes: Endpoint[] = [
  endpoint({
    name: 'loanInvestors.list',
    method: 'GET',
    path,
    summary: 'List the investors to whom a loan belongs, and has belonged',
    description: 'The present ones first; those of the agreement last.',
    permission: 'loan.investor:list',
    shape: 'list',
    query: computedQuery,
    answer: associations.schema,
    subject: loanToRead,
    read: async ({ reader }, { query }, { row }) => pageOf(await listOwners(reader, row), query),
  }),
  endpoint({
    name: 'loanInvestors.change',
    method: 'POST',
    path,
    summary: 'Change the investors to whom a loan belongs',
    description:
      'From a day on that has come, and not before the last change. A second change of one day takes the place of the first. The borrower owes the same.',
    permission: 'loan.investor:change',
    shape: 'single',
    status: 201,
    body: OwnerChange,
    answer: Type.Array(associations.schema),
    subject: loan,
    errors: [loanErrors.LoanStatusForbids, errors.NoRoom],
    example: { body: { investors: [{ investorId: 'ext-fund-1', share: 1 }] } },
    emits: [ownerChanged],
    command: (ctx, tx, { body }, held) => changeOwners(ctx, tx, held, body),
  }),
];
