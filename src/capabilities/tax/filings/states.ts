// What a filing goes through.
import { Refusal } from '#platform/errors.ts';
import { start, stateTable } from '#platform/states.ts';
import { taxErrors } from '../errors.ts';

export const filingStates = ['initiated', 'running', 'made', 'sent', 'discarded', 'failed'] as const;
export type FilingState = (typeof filingStates)[number];

export const filingTable = stateTable({
  name: 'Tax filing',
  states: filingStates,
  verbs: {
    initiate: 'initiated',
    run: 'run',
    make: 'made',
    send: 'sent',
    discard: 'discarded',
    fail: 'failed',
  },
  rows: [
    [start, 'initiate', 'initiated'],
    // A worker that takes it up again finds it running.
    [['initiated', 'running'], 'run', 'running'],
    ['running', 'make', 'made'],
    // The receipt comes later.
    [['made', 'sent'], 'send', 'sent'],
    ['made', 'discard', 'discarded'],
    [['initiated', 'running'], 'fail', 'failed'],
  ],
  refuse: ({ state, said, allowed }) =>
    new Refusal(taxErrors.TaxFilingStateForbids, `The filing cannot be ${said}: it is ${state}.`, {
      data: { state, allowed },
    }),
});
