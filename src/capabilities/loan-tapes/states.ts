// What a tape goes through.
import { refuseField } from '#platform/errors.ts';
import { type Refused, start, stateTable } from '#platform/states.ts';

export const tapeStates = ['initiated', 'running', 'succeeded', 'failed', 'canceled'] as const;
export type TapeState = (typeof tapeStates)[number];

const refuse = ({ state, said, next }: Refused<TapeState, string>) =>
  refuseField(
    'state',
    `cannot be ${said}: the tape is ${state}`,
    next.length === 0 ? `${state}; make another tape` : next.join(' or '),
  );

export const tapeTable = stateTable({
  name: 'Loan tape',
  states: tapeStates,
  verbs: {
    initiate: 'initiated',
    run: 'run',
    succeed: 'finished',
    fail: 'failed',
    cancel: 'canceled',
  },
  rows: [
    [start, 'initiate', 'initiated'],
    // A worker that takes it up again finds it running.
    [['initiated', 'running'], 'run', 'running'],
    ['running', 'succeed', 'succeeded'],
    [['initiated', 'running'], 'fail', 'failed'],
    [['initiated', 'running'], 'cancel', 'canceled'],
  ],
  refuse,
});
