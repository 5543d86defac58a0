// The statuses that a transaction has today. A service credit begins as succeeded, and keeps that status.
import { Refusal } from '#platform/errors.ts';
import { same, start, stateTable } from '#platform/states.ts';
import { transactionErrors } from './errors.ts';
import { paymentCanceled, paymentFailed, paymentSucceeded } from './events.ts';

export const transactionStates = stateTable({
  name: 'Transaction',
  states: ['pending', 'succeeded', 'failed', 'canceled'],
  verbs: {
    await: 'become pending',
    succeed: 'become succeeded',
    fail: 'become failed',
    cancel: 'become canceled',
    backdate: 'be moved',
  },
  rows: [
    [start, 'await', 'pending'],
    [[start, 'pending'], 'succeed', 'succeeded', { emits: [paymentSucceeded] }],
    [[start, 'pending', 'succeeded'], 'fail', 'failed', { emits: [paymentFailed] }],
    [['pending', 'succeeded'], 'cancel', 'canceled', { emits: [paymentCanceled] }],
    ['succeeded', 'backdate', same],
  ],
  refuse: ({ state, said, allowed }) =>
    new Refusal(transactionErrors.TransactionStatusForbids, `A transaction that is ${state} cannot ${said}.`, {
      data: { status: state, allowed },
    }),
});

/** The verb that a client asks for by sending this status. */
export const verbOfStatus = {
  pending: 'await',
  succeeded: 'succeed',
  failed: 'fail',
  canceled: 'cancel',
} as const;
