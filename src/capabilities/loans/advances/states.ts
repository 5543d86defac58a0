// The statuses of an advance. A scheduled one is no more than announced; a pending one is on the books like a settled
// one, and may still come back.
import { Refusal } from '#platform/errors.ts';
import { start, stateTable } from '#platform/states.ts';
import { advanceStatusChanged } from '../loan/advance-events.ts';
import { type AdvanceStatus, advanceStatuses } from '../loan/advance-words.ts';
import { advanceErrors } from './errors.ts';

const told = { emits: [advanceStatusChanged] };

export const advanceStates = stateTable({
  name: 'Advance',
  states: advanceStatuses,
  verbs: {
    schedule: 'be scheduled',
    await: 'be pending',
    settle: 'be settled',
    cancel: 'be canceled',
    payOut: 'be paid out by the service',
    change: 'be given another amount or date',
  },
  rows: [
    [start, 'schedule', 'scheduled', told],
    [[start, 'scheduled'], 'await', 'pending', told],
    [[start, 'scheduled', 'pending'], 'settle', 'settled', told],
    [['scheduled', 'pending', 'settled'], 'cancel', 'canceled', told],
    ['scheduled', 'payOut', 'scheduled'],
    ['scheduled', 'change', 'scheduled'],
  ],
  refuse: ({ state, said, allowed }) =>
    new Refusal(advanceErrors.AdvanceStatusForbids, `An advance that is ${state} cannot ${said}.`, {
      data: { status: state, allowed },
    }),
});

/** The verb that a client asks for by sending this status. */
export const verbOfStatus = { scheduled: 'schedule', pending: 'await', settled: 'settle', canceled: 'cancel' } as const;

export const isScheduled = (status: AdvanceStatus): boolean => status === advanceStates.to('schedule');
export const isOnBooks = (status: AdvanceStatus): boolean =>
  status === advanceStates.to('await') || status === advanceStates.to('settle');
