// Endpoints of who is on a loan.
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { computedQuery, pageOf } from '#platform/resource/computed-list.ts';
import { loan, loanToRead } from '../../core/lifecycle/loan.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { addPerson, changeReading, endPerson } from './change-people.ts';
import { parties, partyAdded, partyEnded, partyUpdated } from './party.ts';
import { peopleOf, shownParty } from './people-of-loan.ts';
import { LoanPersonAdd, LoanPersonEnd, LoanPersonUpdate } from './schemas.ts';

const path = '/people/{personId}/loans/{loanId}/people';

const loanPersonEndpoint = below({ path, permission: 'loan.person', subject: loan, answer: parties.schema });

export const partyRoutes: Endpoint[] = [
  loanPersonEndpoint({
    name: 'loanPeople.list',
    summary: 'List who is on a loan, and was',
    description: 'Whoever came last stands first; the main borrower is last.',
    shape: 'list',
    query: computedQuery,
    subject: loanToRead,
    read: async ({ reader }, { query }, { row }) =>
      pageOf(
        (await peopleOf(reader, row)).map((party) => shownParty(row, party)),
        query,
      ),
  }),
  loanPersonEndpoint({
    name: 'loanPeople.add',
    summary: 'Bring somebody on a loan',
    description:
      'From a day on that has come. Signed in they see nothing of it, unless mayRead says so. Their own loans are listed with it by includeAdditionalBorrowers.',
    status: 201,
    body: LoanPersonAdd,
    errors: [loanErrors.LoanStatusForbids, errors.NoRoom],
    example: { body: { personId: 'ext-crm-8', loanRelationType: 'coBorrower' } },
    emits: [partyAdded],
    command: (ctx, tx, { body }, held) => addPerson(ctx, tx, held, body),
  }),
  loanPersonEndpoint({
    name: 'loanPeople.update',
    path: '/{loanPersonId}',
    summary: 'Let somebody on a loan see it, or no more',
    description: 'Another role is another stretch of time: end this one, and add the person anew.',
    body: LoanPersonUpdate,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo],
    example: { body: { mayRead: true } },
    emits: [partyUpdated],
    command: (ctx, tx, { body, params }, held) => changeReading(ctx, tx, held, params.loanPersonId, body),
  }),
  loanPersonEndpoint({
    name: 'loanPeople.end',
    path: '/{loanPersonId}/end',
    summary: 'Take somebody off a loan',
    description: 'They are off it at once, also where endDate has passed. Whose loan it is cannot be taken off.',
    status: 201,
    body: LoanPersonEnd,
    errors: [loanErrors.LoanStatusForbids, loanErrors.NothingToDo],
    example: { body: {} },
    emits: [partyEnded],
    command: (ctx, tx, { body, params }, held) => endPerson(ctx, tx, held, params.loanPersonId, body),
  }),
];
