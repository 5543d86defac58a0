// What came of an interaction. A report may be late or wrong, so what has ended can still be corrected.
import { refuseField } from '#platform/errors.ts';
import { type Refused, start, stateTable } from '#platform/states.ts';

export const interactionStatuses = ['scheduled', 'inProgress', 'attempted', 'succeeded', 'failed', 'canceled'] as const;
export type InteractionStatus = (typeof interactionStatuses)[number];

const ended = ['attempted', 'succeeded', 'failed'] as const;
const open = ['scheduled', 'inProgress', ...ended] as const;

const refuse = ({ state, said, next }: Refused<InteractionStatus, string>) =>
  refuseField(
    'status',
    state === start ? `cannot be ${said}` : `cannot be ${said}: it is ${state}`,
    next.length === 0 ? `${state}; record another interaction` : `one of ${next.join(', ')}`,
  );

/** Only what lasts is in progress: a call, a chat. */
const lasting = {
  when: 'lasts',
  refuse: () => refuseField('status', 'is inProgress, and this channel lasts for no time', 'attempted or succeeded'),
} as const;

export const interactionStates = stateTable({
  name: 'Interaction',
  states: interactionStatuses,
  verbs: {
    schedule: 'scheduled',
    begin: 'inProgress',
    attempt: 'attempted',
    succeed: 'succeeded',
    fail: 'failed',
    cancel: 'canceled',
  },
  rows: [
    [start, 'schedule', 'scheduled'],
    [[start, 'scheduled'], 'begin', 'inProgress', lasting],
    [[start, ...open], 'attempt', 'attempted'],
    [[start, ...open], 'succeed', 'succeeded'],
    [[start, ...open], 'fail', 'failed'],
    // What has begun has taken place: it is counted, whatever came of it.
    [[start, 'scheduled'], 'cancel', 'canceled'],
  ],
  refuse,
});

/** What is asked for when this status is sent. */
export const verbOfStatus = {
  scheduled: 'schedule',
  inProgress: 'begin',
  attempted: 'attempt',
  succeeded: 'succeed',
  failed: 'fail',
  canceled: 'cancel',
} as const;
