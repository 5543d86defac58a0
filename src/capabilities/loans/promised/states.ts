// The statuses of a promise to pay. What was paid decides, as of the days on which it counts; a correction decides anew.
import { Refusal } from '#platform/errors.ts';
import { start, stateTable } from '#platform/states.ts';
import { promiseStatusChanged } from '../loan/promise-events.ts';
import { promiseStatuses } from '../loan/promise-words.ts';
import { promiseErrors } from './errors.ts';

const told = { emits: [promiseStatusChanged] };

export const promiseStates = stateTable({
  name: 'Promise to pay',
  states: promiseStatuses,
  verbs: {
    schedule: 'be made for later',
    begin: 'begin',
    keep: 'be kept',
    break: 'be broken',
    cancel: 'be canceled',
  },
  rows: [
    // What kept it has come back, before it was to begin; or a test clock was set back.
    [[start, 'active', 'kept', 'broken'], 'schedule', 'scheduled', told],
    [[start, 'scheduled', 'kept', 'broken'], 'begin', 'active', told],
    [['scheduled', 'active', 'broken'], 'keep', 'kept', told],
    [['scheduled', 'active', 'kept'], 'break', 'broken', told],
    [['scheduled', 'active'], 'cancel', 'canceled', told],
  ],
  refuse: ({ state, said, allowed }) =>
    new Refusal(promiseErrors.PromiseStatusForbids, `A promise to pay that is ${state} cannot ${said}.`, {
      data: { status: state, allowed },
    }),
});

/** The verb that leads to a status. */
export const verbTo = { scheduled: 'schedule', active: 'begin', kept: 'keep', broken: 'break' } as const;
