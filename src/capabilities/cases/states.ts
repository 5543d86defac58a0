// The statuses of a case. What is completed or canceled is closed to every change until somebody reopens it.

import { type CaseStatus, caseStatuses } from '#capabilities/case-types/index.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { type Refused, same, start, stateTable } from '#platform/states.ts';
import { openStatuses } from './case-values.ts';
import { caseErrors } from './errors.ts';

const caseClosed = ({ id, state }: Pick<Refused<CaseStatus, string>, 'id' | 'state'>): Refusal =>
  new Refusal(caseErrors.CaseClosed, `The case ${id} is ${state}, and nothing of it changes.`, {
    data: { path: 'status', expected: 'reopened' },
  });

export const caseStates = stateTable({
  name: 'Case',
  states: caseStatuses,
  verbs: {
    initiate: 'wait to be worked on',
    process: 'be worked on',
    complete: 'be completed',
    cancel: 'be canceled',
    reopen: 'be reopened',
    settle: 'be completed by the day, when nothing is overdue any more',
    change: 'be changed',
  },
  rows: [
    [[start, 'processing', 'reopened'], 'initiate', 'initiated'],
    ['initiated', 'process', 'processing'],
    // A reopened case is under work: it goes on as one that is processed does.
    [['processing', 'reopened'], 'complete', 'completed'],
    [openStatuses, 'cancel', 'canceled'],
    [['completed', 'canceled'], 'reopen', 'reopened'],
    [openStatuses, 'settle', 'completed'],
    [openStatuses, 'change', same],
    [['completed', 'canceled'], 'change', null, { refuse: caseClosed }],
  ],
  refuse: ({ state, said, next }) =>
    refuseField(
      'status',
      state === start ? `cannot ${said} before it is there` : `cannot ${said}: it is ${state}`,
      state === start ? 'initiated, or nothing' : `one of ${next.filter((to) => isAsked(state, to)).join(', ')}`,
    ),
});

/** What is asked for when this status is sent. */
export const verbOfStatus = {
  initiated: 'initiate',
  processing: 'process',
  completed: 'complete',
  canceled: 'cancel',
  reopened: 'reopen',
} as const satisfies Record<CaseStatus, string>;

/** Whether somebody may ask for it: the day alone completes what nobody works on. */
const isAsked = (from: CaseStatus, to: CaseStatus): boolean =>
  caseStates.steps.some((step) => step.from === from && step.verb === verbOfStatus[to]);
