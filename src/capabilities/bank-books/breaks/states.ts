// What becomes of a break. None is dropped: it ends when the bank shows what was missing, when its money is found to be
// something, or when a second person has agreed.
import { Refusal } from '#platform/errors.ts';
import { same, start, stateTable } from '#platform/states.ts';
import { breakErrors } from './errors.ts';
import {
  breakAsked,
  breakGoingBack,
  breakOpened,
  breakProposed,
  breakRejected,
  breakResolved,
  breakUpdated,
} from './events.ts';
import { breakStatuses } from './words.ts';

const waiting = ['open', 'asked'] as const;

export const breakStates = stateTable({
  name: 'Money break',
  states: breakStatuses,
  verbs: {
    find: 'found',
    assign: 'given an owner',
    ask: 'asked about',
    attach: 'attached',
    propose: 'proposed to be resolved',
    reject: 'rejected',
    sendBack: 'sent back',
    approve: 'approved',
    match: 'matched',
  },
  rows: [
    [start, 'find', 'open', { emits: [breakOpened] }],
    [[...waiting, 'proposed', 'goingBack'], 'assign', same, { emits: [breakUpdated] }],
    [waiting, 'ask', 'asked', { emits: [breakAsked] }],
    [waiting, 'attach', 'resolved', { emits: [breakResolved] }],
    [waiting, 'propose', 'proposed', { emits: [breakProposed] }],
    ['proposed', 'reject', 'open', { emits: [breakRejected] }],
    // Approved by a second person: money that goes back is awaited at the bank, all else is booked at once.
    ['proposed', 'sendBack', 'goingBack', { emits: [breakGoingBack] }],
    ['proposed', 'approve', 'resolved', { emits: [breakResolved] }],
    // The bank shows what was missing.
    [[...waiting, 'proposed', 'goingBack'], 'match', 'resolved', { emits: [breakResolved] }],
  ],
  refuse: ({ id, state, said }) =>
    new Refusal(breakErrors.BreakStatusForbids, `The break ${id} is ${state} and cannot be ${said}.`, {
      data: { path: 'moneyBreakId', status: state },
    }),
});
