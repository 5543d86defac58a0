// The statuses of a task: what an escalation, a snooze, a call or a note asks for is open until somebody has done it.
import { Refusal } from '#platform/errors.ts';
import { same, start, stateTable } from '#platform/states.ts';
import { caseErrors } from '../errors.ts';
import { taskStatuses } from './tables.ts';

export const taskStates = stateTable({
  name: 'Task of a case',
  states: taskStatuses,
  verbs: { open: 'be opened', change: 'be changed', take: 'be taken', finish: 'be done', cancel: 'be canceled' },
  rows: [
    [start, 'open', 'open'],
    ['open', 'change', same],
    ['open', 'take', same],
    ['open', 'finish', 'done'],
    ['open', 'cancel', 'canceled'],
  ],
  refuse: ({ id, state }) =>
    new Refusal(caseErrors.TaskEnded, `The task ${id} is ${state}.`, {
      data: { path: 'taskId', expected: 'a task that is open' },
    }),
});
