// The statuses of a request for a credit. They follow what becomes of the reimbursements, and of the credit.
import { start, stateTable } from '#platform/states.ts';
import * as told from './events.ts';
import { requestStatuses } from './request-words.ts';

export const requestStates = stateTable({
  name: 'Request for a credit',
  states: requestStatuses,
  verbs: { receive: 'be received', fulfil: 'be fulfilled', reopen: 'be opened again', lapse: 'lapse' },
  rows: [
    [start, 'receive', 'open', { emits: [told.creditRefundRequested] }],
    ['open', 'fulfil', 'fulfilled', { emits: [told.creditRefundFulfilled] }],
    // The money came back.
    ['fulfilled', 'reopen', 'open'],
    // The credit has gone into something else, and nothing is owed any more.
    ['open', 'lapse', 'lapsed', { emits: [told.creditRefundLapsed] }],
  ],
  refuse: ({ state, said }) => new Error(`A request for a credit that is ${state} cannot ${said}.`),
});
