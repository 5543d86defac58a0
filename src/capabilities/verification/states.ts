// A verification ends with the right answers, or with the last wrong ones. What was not answered in time stays in progress
// and is shown as expired.
import { Refusal } from '#platform/errors.ts';
import { same, start, stateTable } from '#platform/states.ts';
import { verificationErrors } from './errors.ts';
import { verificationFailed, verificationStarted, verificationSucceeded } from './events.ts';
import { statuses } from './words.ts';

export const verificationEnded = (id: string, status: string): Refusal =>
  new Refusal(verificationErrors.VerificationEnded, `The verification ${id} is ${status}.`, { data: { status } });

export const verificationStates = stateTable({
  name: 'Verification',
  states: statuses,
  verbs: {
    start: 'started',
    answerWrongly: 'answered wrongly',
    useUp: 'answered wrongly for the last time',
    answer: 'answered',
  },
  rows: [
    [start, 'start', 'inProgress', { emits: [verificationStarted] }],
    ['inProgress', 'answerWrongly', same],
    ['inProgress', 'useUp', 'failed', { emits: [verificationFailed] }],
    ['inProgress', 'answer', 'succeeded', { emits: [verificationSucceeded] }],
  ],
  refuse: ({ id, state }) => verificationEnded(id, state),
});
