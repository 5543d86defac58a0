// The statuses of what was done in hardship. A payment plan takes the place of deferrals and changes of due dates of which
// something is to come; they come back with its undoing.
import { Refusal } from '#platform/errors.ts';
import { start, stateTable } from '#platform/states.ts';
import { hardshipErrors } from './errors.ts';
import { hardshipStatusChanged } from './events.ts';
import { hardshipStatuses } from './words.ts';

export const hardshipStates = stateTable({
  name: 'Hardship',
  states: hardshipStatuses,
  verbs: {
    make: 'made',
    pass: 'completed by the days',
    cancel: 'canceled',
    replace: 'replaced by a payment plan',
    restore: 'brought back',
  },
  rows: [
    [start, 'make', 'active'],
    ['active', 'pass', 'completed'],
    ['active', 'cancel', 'canceled', { emits: [hardshipStatusChanged] }],
    ['active', 'replace', 'replaced', { emits: [hardshipStatusChanged] }],
    ['replaced', 'restore', 'active', { emits: [hardshipStatusChanged] }],
  ],
  refuse: ({ id, state, said, allowed }) =>
    new Refusal(hardshipErrors.HardshipStatusForbids, `${id} is ${state}, and cannot be ${said}.`, {
      data: { status: state, allowed },
    }),
});
