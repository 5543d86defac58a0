// The statuses of a payment instrument. One way: what was given up is not taken into use again, a new one is made instead.
import { wrongField } from '#capabilities/people/index.ts';
import { same, start, stateTable } from '#platform/states.ts';
import { instrumentDeactivated } from './events.ts';
import { instrumentStatuses } from './rules/instrument-values.ts';

export const instrumentStates = stateTable({
  name: 'Payment instrument',
  states: instrumentStatuses,
  verbs: {
    register: 'become pending',
    activate: 'become active',
    deactivate: 'become inactive',
    delete: 'be deleted',
    erase: 'be erased',
  },
  rows: [
    [start, 'register', 'pending'],
    // One that is only recorded needs no check.
    [[start, 'pending'], 'activate', 'active'],
    [['pending', 'active'], 'deactivate', 'inactive', { emits: [instrumentDeactivated] }],
    [['pending', 'active'], 'delete', 'inactive', { emits: [instrumentDeactivated] }],
    ['inactive', 'delete', same],
    [instrumentStatuses, 'erase', 'inactive'],
  ],
  refuse: ({ state, said, next }) =>
    wrongField('status', {
      problem: `cannot ${said}: it is ${state}`,
      expected: next.length === 0 ? 'inactive; make another payment instrument' : `one of ${next.join(', ')}`,
    }),
});

/** What is asked for when this status is sent. */
export const verbOfStatus = { pending: 'register', active: 'activate', inactive: 'deactivate' } as const;
