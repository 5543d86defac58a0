// What a file for a credit agency goes through.
import { Refusal } from '#platform/errors.ts';
import { start, stateTable } from '#platform/states.ts';
import { creditErrors } from '../errors.ts';

export const fileStates = ['initiated', 'running', 'made', 'refused', 'failed'] as const;
export type FileState = (typeof fileStates)[number];

export const fileTable = stateTable({
  name: 'Credit file',
  states: fileStates,
  verbs: {
    initiate: 'initiated',
    run: 'run',
    make: 'made',
    refuse: 'refused',
    fail: 'failed',
  },
  rows: [
    [start, 'initiate', 'initiated'],
    // A worker that takes it up again finds it running.
    [['initiated', 'running'], 'run', 'running'],
    ['running', 'make', 'made'],
    // It breaks a rule, so it does not leave.
    ['running', 'refuse', 'refused'],
    [['initiated', 'running'], 'fail', 'failed'],
  ],
  refuse: ({ state, said }) => new Refusal(creditErrors.CreditFileThere, `The file cannot be ${said}: it is ${state}.`),
});
