import { start, stateTable } from '#platform/states.ts';

const states = ['open', 'closed', 'left'] as const;
export type BatchState = (typeof states)[number];

export const batchStates = stateTable({
  name: 'Letters of a day',
  states,
  verbs: { open: 'opened', close: 'closed', leave: 'left' },
  rows: [
    [start, 'open', 'open'],
    // No further letter joins it: its index is the same in each attempt.
    [['open', 'closed'], 'close', 'closed'],
    ['closed', 'leave', 'left'],
  ],
  refuse: ({ state, said }) => new Error(`Letters that are ${state} cannot be ${said}.`),
});
