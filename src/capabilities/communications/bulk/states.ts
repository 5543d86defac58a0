// What a bulk sending goes through.
import { refuseField } from '#platform/errors.ts';
import { type Refused, start, stateTable } from '#platform/states.ts';

export const bulkStates = ['running', 'paused', 'canceled', 'finished'] as const;
export type BulkState = (typeof bulkStates)[number];

const refuse = ({ state, said, next }: Refused<BulkState, string>) =>
  refuseField('state', `cannot be ${said}: it is ${state}`, next.length === 0 ? state : `one of ${next.join(', ')}`);

export const bulkSendingStates = stateTable({
  name: 'Bulk sending',
  states: bulkStates,
  verbs: { start: 'started', pause: 'paused', resume: 'resumed', cancel: 'canceled', finish: 'finished' },
  rows: [
    [start, 'start', 'running'],
    ['running', 'pause', 'paused'],
    ['paused', 'resume', 'running'],
    [['running', 'paused'], 'cancel', 'canceled'],
    ['running', 'finish', 'finished'],
  ],
  refuse,
});
