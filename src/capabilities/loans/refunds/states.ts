// The statuses of a refund: it is on the books at once, and stays there unless it is canceled.
import { Refusal } from '#platform/errors.ts';
import { start, stateTable } from '#platform/states.ts';
import { refundErrors } from './errors.ts';
import { refundCanceled, refundCreated } from './events.ts';
import { refundStatuses } from './words.ts';

export const refundStates = stateTable({
  name: 'Refund',
  states: refundStatuses,
  verbs: { make: 'be made', cancel: 'be canceled' },
  rows: [
    [start, 'make', 'succeeded', { emits: [refundCreated] }],
    ['succeeded', 'cancel', 'canceled', { emits: [refundCanceled] }],
  ],
  refuse: ({ state, said, allowed }) =>
    new Refusal(refundErrors.RefundStatusForbids, `A refund that is ${state} cannot ${said}.`, {
      data: { status: state, allowed },
    }),
});
