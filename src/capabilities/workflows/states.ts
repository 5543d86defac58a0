// What a workflow and each of its items go through. A step goes with them: it is current, until it is left.
import { Refusal } from '#platform/errors.ts';
import { type Refused, same, start, stateTable } from '#platform/states.ts';
import { workflowErrors } from './errors.ts';
import { type ItemStatus, itemStatuses, workflowStatuses } from './words.ts';

export const workflowStates = stateTable({
  name: 'Workflow',
  states: workflowStatuses,
  verbs: { start: 'started', complete: 'completed', cancel: 'canceled' },
  rows: [
    [start, 'start', 'running'],
    ['running', 'complete', 'completed'],
    ['running', 'cancel', 'canceled'],
  ],
  refuse: ({ id, state }) =>
    new Refusal(workflowErrors.WorkflowEnded, `The workflow ${id} is ${state}.`, { data: { path: 'workflowId' } }),
});

const refuseItem = ({ id, state, said }: Pick<Refused<ItemStatus, string>, 'id' | 'state' | 'said'>): Refusal => {
  const isEnded = state !== start && itemStates.isFinal(state);
  const kind = isEnded ? workflowErrors.WorkitemEnded : workflowErrors.WorkitemNotOpen;
  return new Refusal(kind, `The workitem ${id} cannot ${said}: it is ${state}.`, { data: { path: 'workitemId' } });
};

const open = ['open', 'waiting', 'acting', 'failed'] as const;

export const itemStates = stateTable({
  name: 'Workitem',
  states: itemStatuses,
  verbs: {
    ask: 'be asked of people',
    wait: 'wait',
    act: 'act',
    take: 'be taken',
    complete: 'be completed',
    finish: 'end by itself',
    call: 'ask a receiver',
    answer: 'be answered',
    fail: 'fail',
    retry: 'be tried again',
    skip: 'be skipped',
    reassign: 'be given to somebody else',
    cancel: 'be canceled',
  },
  rows: [
    [start, 'ask', 'open'],
    [start, 'wait', 'waiting'],
    [start, 'act', 'acting'],
    [['open', 'failed'], 'take', same],
    [['open', 'failed'], 'complete', 'completed'],
    [['waiting', 'acting'], 'finish', 'completed'],
    ['acting', 'call', 'waiting'],
    ['waiting', 'answer', 'completed'],
    // A receiver may say that there will be no answer.
    [['acting', 'waiting'], 'fail', 'failed'],
    // A wait begins anew, or fails again for want of its date.
    ['failed', 'retry', ['acting', 'waiting', 'failed']],
    [open, 'skip', 'skipped'],
    [open, 'reassign', same],
    [open, 'cancel', 'canceled'],
  ],
  refuse: refuseItem,
});
