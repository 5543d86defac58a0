// What a run of a campaign goes through.
import { refuseField } from '#platform/errors.ts';
import { type Refused, start, stateTable } from '#platform/states.ts';

export const runStates = ['initiated', 'running', 'succeeded', 'failed', 'canceled'] as const;
export type RunState = (typeof runStates)[number];

const refuse = ({ state, said, next }: Refused<RunState, string>) =>
  refuseField(
    'state',
    `cannot be ${said}: the run is ${state}`,
    next.length === 0 ? `${state}; start another run` : next.join(' or '),
  );

export const runTable = stateTable({
  name: 'Campaign run',
  states: runStates,
  verbs: {
    initiate: 'initiated',
    run: 'run',
    succeed: 'finished',
    fail: 'failed',
    cancel: 'canceled',
    release: 'released',
  },
  rows: [
    [start, 'initiate', 'initiated'],
    // A worker that takes it up again finds it running.
    [['initiated', 'running'], 'run', 'running'],
    ['running', 'succeed', 'succeeded'],
    [['initiated', 'running'], 'fail', 'failed'],
    [['initiated', 'running'], 'cancel', 'canceled'],
    // A second person lets its messages go out.
    ['running', 'release', 'running'],
  ],
  refuse,
});
