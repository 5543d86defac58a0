// How far a file has come that a bank has sent. Nothing of it counts before all of it was understood.
import { Refusal } from '#platform/errors.ts';
import { start, stateTable } from '#platform/states.ts';
import { achReadingErrors } from './errors.ts';

export const readingStateNames = ['kept', 'applying', 'read', 'unreadable'] as const;
export type ReadingState = (typeof readingStateNames)[number];

export const readingStates = stateTable({
  name: 'ACH file that comes in',
  states: readingStateNames,
  verbs: {
    keep: 'kept',
    understand: 'understood',
    refuse: 'refused',
    finish: 'applied',
  },
  rows: [
    [start, 'keep', 'kept'],
    // The bank leaves what somebody has brought before.
    [['kept', 'unreadable'], 'keep', 'kept'],
    ['kept', 'understand', 'applying'],
    ['kept', 'refuse', 'unreadable'],
    ['applying', 'finish', 'read'],
  ],
  refuse: ({ id, state, said }) =>
    new Refusal(achReadingErrors.AchReadingState, `The file ${id} is ${state} and cannot be ${said}.`, {
      data: { path: 'achReadingId', status: state },
    }),
});
