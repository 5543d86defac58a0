// The statuses of money that is paid out: they follow what the provider says.
import { start, stateTable } from '#platform/states.ts';
import { disbursementStatuses } from '../../core/loan/disbursement-schemas.ts';
import { refuseBy } from '../../core/loan/thing-states.ts';
import { payoutErrors } from './errors.ts';
import * as told from './events.ts';

export const disbursementStates = stateTable({
  name: 'Disbursement',
  states: disbursementStatuses,
  verbs: {
    wait: 'wait',
    order: 'be ordered',
    accept: 'be accepted',
    confirm: 'be confirmed',
    refuse: 'be refused',
    return: 'come back',
    void: 'be taken back',
    reinstate: 'be reinstated',
  },
  rows: [
    [start, 'wait', 'waiting'],
    [[start, 'waiting'], 'order', 'initiated', { emits: [told.disbursementInitiated] }],
    ['initiated', 'accept', 'pending', { emits: [told.disbursementPending] }],
    ['pending', 'confirm', 'succeeded', { emits: [told.disbursementSucceeded] }],
    ['initiated', 'refuse', 'failed', { emits: [told.disbursementFailed] }],
    [['pending', 'succeeded'], 'return', 'failed', { emits: [told.disbursementFailed] }],
    // The return itself was undone: the money is out after all.
    ['failed', 'reinstate', 'succeeded', { emits: [told.disbursementSucceeded] }],
    [['waiting', 'initiated', 'pending'], 'void', 'canceled', { emits: [told.disbursementCanceled] }],
  ],
  refuse: refuseBy(payoutErrors.DisbursementStatusForbids, 'A disbursement'),
});
