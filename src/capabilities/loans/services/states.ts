// The statuses of a service that is sold with a loan.
import { Refusal } from '#platform/errors.ts';
import { start, stateTable } from '#platform/states.ts';
import { loanErrors } from '../loan/errors.ts';
import { serviceStatuses } from '../sold/words.ts';
import { serviceAdded, serviceCanceled } from './events.ts';

export const serviceStates = stateTable({
  name: 'Service',
  states: serviceStatuses,
  verbs: { sell: 'be sold', cancel: 'be canceled' },
  rows: [
    [start, 'sell', 'active', { emits: [serviceAdded] }],
    ['active', 'cancel', 'canceled', { emits: [serviceCanceled] }],
  ],
  refuse: ({ state, said }) =>
    new Refusal(loanErrors.NothingToDo, `A service that is ${state} cannot ${said}.`, {
      data: { reason: `it is ${state} already` },
    }),
});
