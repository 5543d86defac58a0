// What becomes of an order that waits for a second person.
import { Refusal } from '#platform/errors.ts';
import { start, stateTable } from '#platform/states.ts';
import { approvalErrors } from './errors.ts';
import { approvalApproved, approvalExpired, approvalRejected, approvalRequested, approvalWithdrawn } from './events.ts';

export const approvalStatuses = ['waiting', 'approved', 'rejected', 'expired', 'withdrawn'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

export const approvalStates = stateTable({
  name: 'Payment approval',
  states: approvalStatuses,
  verbs: {
    ask: 'asked for',
    approve: 'approved',
    reject: 'rejected',
    expire: 'left to expire',
    withdraw: 'withdrawn',
  },
  rows: [
    [start, 'ask', 'waiting', { emits: [approvalRequested] }],
    ['waiting', 'approve', 'approved', { emits: [approvalApproved] }],
    ['waiting', 'reject', 'rejected', { emits: [approvalRejected] }],
    // Nobody decided in time.
    ['waiting', 'expire', 'expired', { emits: [approvalExpired] }],
    // The order itself was canceled.
    ['waiting', 'withdraw', 'withdrawn', { emits: [approvalWithdrawn] }],
  ],
  refuse: ({ id, state, said }) =>
    new Refusal(approvalErrors.ApprovalDecided, `The payment approval ${id} is ${state} and cannot be ${said}.`, {
      data: { path: 'paymentApprovalId', status: state },
    }),
});
