// The states of an operation. A worker takes it, and may take it again after another worker died.
import { errors, Refusal } from '#platform/errors.ts';
import { same, start, stateTable } from '#platform/states.ts';

export const operationStates = stateTable({
  name: 'Operation',
  states: ['queued', 'running', 'succeeded', 'failed', 'canceled'],
  verbs: {
    ask: 'asked for',
    take: 'taken',
    goOn: 'gone on with',
    succeed: 'ended',
    fail: 'ended',
    cancel: 'canceled',
  },
  rows: [
    [start, 'ask', 'queued'],
    [['queued', 'running'], 'take', 'running'],
    ['running', 'goOn', same],
    ['running', 'succeed', 'succeeded'],
    ['running', 'fail', 'failed'],
    [['queued', 'running'], 'cancel', 'canceled'],
  ],
  // Only imports are canceled from outside.
  refuse: ({ id, state }) =>
    new Refusal(errors.ImportEnded, `The import ${id} has ${state} already: there is nothing left to cancel.`, {
      data: { path: 'importId', state },
    }),
});

export type OperationState = (typeof operationStates.states)[number];
