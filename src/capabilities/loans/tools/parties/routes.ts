// Endpoints of who is on a loan.
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { computedQuery, pageOf } from '#platform/resource/computed-list.ts';
import { loan, loanToRead } from '../../core/lifecycle/loan.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { addPerson, changeReading, endPerson } from './change-people.ts';
import { parties, partyAdded, partyEnded, partyUpdated } from './party.ts';
import { peopleOf, shownParty } from './people-of-loan.ts';
import { LoanPersonAdd, LoanPersonEnd, LoanPersonUpdate } from './schemas.ts';

const path = '/people/{personId}/loans/{loanId}/people';

export const partyRoutes: Endpoint[] = [
  endpoint({
    name: 'loanPeople.list',
    method: 'GET',
    path,
    summary: 'List who is on a loan, and was',
    description: 'Whoever came last stands first; the main borrower is last.',
    permission: 'loan.person:list',
    shape: 'list',
    query: computedQuery,
    answer: parties.schema,
    subject: loanToRead,
    read: async ({ reader }, { query }, { row }) =>
      pageOf(
        (await peopleOf(reader, row)).map((party) => shownParty(row, party)),
        query,
      ),
  }),
  endpoint({
    name: 'loanPeople.add',
    method: 'POST',
    path,
    summary: 'Bring somebody on a loan',
    description:
      'From a day on that has come. Signed in they see nothing of it, unless mayRead says so. Their own loans are listed with it by includeAdditionalBorrowers.',
    permission: 'loan.person:add',
    shape: 'single',
    status: 201,
    body: LoanPersonAdd,
    answer: parties.schema,
    subject: loan,
    errors: [loanErrors.LoanStatusForbids, errors.NoRoom],
    example: { body: { personId: 'ext-crm-8', loanRelationType: 'coBorrower' } },
    emits: [partyAdded],
    command: (ctx, tx, { body }, held) => addPerson(ctx, tx, held, body),
  }),
  endpoint({
    name: 'loanPeople.update',
    method: 'PUT',
    path: `${path}/{loanPersonId}`,
    summary: 'Let somebody on a loan see it, or no more',
    description: 'Another role is another stretch of time: end this one, and add the person anew.',
    permission: 'loan.person:update',
    shape: 'single',
    body: LoanPersonUpdate,
    answer: parties.schema,
    subject: loan,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo],
    example: { body: { mayRead: true } },
    emits: [partyUpdated],
    command: (ctx, tx, { body, params }, held) => changeReading(ctx, tx, held, params.loanPersonId, body),
  }),
  endpoint({
    name: 'loanPeople.end',
    method: 'POST',
    path: `${path}/{loanPersonId}/end`,
    summary: 'Take somebody off a loan',
    description: 'They are off it at once, also where endDate has passed. Whose loan it is cannot be taken off.',
    permission: 'loan.person:end',
    shape: 'single',
    status: 201,
    body: LoanPersonEnd,
    answer: parties.schema,
    subject: loan,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo],
    example: { body: {} },
    emits: [partyEnded],
    command: (ctx, tx, { body, params }, held) => endPerson(ctx, tx, held, params.loanPersonId, body),
  }),
];
