// The statuses of a plan. The service pauses it, and cancels it with its loan; a client agrees to it and cancels it.
import { errors, Refusal } from '#platform/errors.ts';
import { start, stateTable } from '#platform/states.ts';
import { autopayErrors } from './errors.ts';
import { scheduleCanceled, scheduleCreated, schedulePaused } from './events.ts';
import { planStatuses } from './statuses.ts';

const exists = () => new Refusal(autopayErrors.AutopayExists, 'This loan has autopay already.');

export const planStates = stateTable({
  name: 'Autopay plan',
  states: planStatuses,
  verbs: { agree: 'agreed', replace: 'replaced', pause: 'paused', cancel: 'canceled' },
  rows: [
    [start, 'agree', 'active', { emits: [scheduleCreated] }],
    ['active', 'replace', null, { refuse: exists }],
    ['paused', 'replace', 'canceled', { emits: [scheduleCanceled] }],
    ['active', 'pause', 'paused', { emits: [schedulePaused] }],
    [['active', 'paused'], 'cancel', 'canceled', { emits: [scheduleCanceled] }],
  ],
  refuse: ({ said }) => new Refusal(errors.NotFound, `This loan has no autopay that could be ${said}.`),
});
