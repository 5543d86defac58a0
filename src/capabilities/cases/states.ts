// The statuses of a case, and of a supercase. What is completed or canceled is closed to every change until somebody
// reopens it.
import { type CaseStatus, caseStatuses } from '#capabilities/case-types/index.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { type Refused, same, start, stateTable } from '#platform/states.ts';
import { openStatuses } from './case-values.ts';
import { caseErrors } from './errors.ts';

const lifeVerbs = {
  initiate: 'wait to be worked on',
  process: 'be worked on',
  complete: 'be completed',
  cancel: 'be canceled',
  reopen: 'be reopened',
  change: 'be changed',
} as const;

export type LifeVerb = keyof typeof lifeVerbs;

/** What all have in common that live as a case does; each says itself how it refuses a change of what is closed. */
export const lifeOfCases = {
  states: caseStatuses,
  closed: ['completed', 'canceled'],
  verbs: lifeVerbs,
  rows: [
    [[start, 'processing', 'reopened'], 'initiate', 'initiated'],
    ['initiated', 'process', 'processing'],
    // A reopened case is under work: it goes on as one that is processed does.
    [['processing', 'reopened'], 'complete', 'completed'],
    [openStatuses, 'cancel', 'canceled'],
    [['completed', 'canceled'], 'reopen', 'reopened'],
    [openStatuses, 'change', same],
  ],
  refuse: ({ state, said, next }: Pick<Refused<CaseStatus, string>, 'state' | 'said' | 'next'>) =>
    refuseField(
      'status',
      state === start ? `cannot ${said} before it is there` : `cannot ${said}: it is ${state}`,
      state === start ? 'initiated, or nothing' : `one of ${next.join(', ')}`,
    ),
} as const;

const caseClosed = ({ id, state }: Pick<Refused<CaseStatus, string>, 'id' | 'state'>): Refusal =>
  new Refusal(caseErrors.CaseClosed, `The case ${id} is ${state}, and nothing of it changes.`, {
    data: { path: 'status', expected: 'reopened' },
  });

export const caseStates = stateTable({
  name: 'Case',
  states: lifeOfCases.states,
  verbs: { ...lifeOfCases.verbs, settle: 'be completed by the day, or with all cases of a supercase' },
  rows: [
    ...lifeOfCases.rows,
    [openStatuses, 'settle', 'completed'],
    [lifeOfCases.closed, 'change', null, { refuse: caseClosed }],
  ],
  refuse: ({ next, ...refused }) =>
    lifeOfCases.refuse({ ...refused, next: next.filter((to) => isAsked(refused.state, to)) }),
});

/** What is asked for when this status is sent. */
export const verbOfStatus = {
  initiated: 'initiate',
  processing: 'process',
  completed: 'complete',
  canceled: 'cancel',
  reopened: 'reopen',
} as const satisfies Record<CaseStatus, LifeVerb>;

/** Whether somebody may ask for it: the day alone completes what nobody works on. */
const isAsked = (from: string, to: CaseStatus): boolean =>
  caseStates.steps.some((step) => step.from === from && step.verb === verbOfStatus[to]);
