// The statuses of transactions: of those that are recorded, which a client moves, and of those whose money the service
// moves, which follow what the provider says. A service credit begins as succeeded, and keeps that status.
import { Refusal } from '#platform/errors.ts';
import { type Refused, same, start, stateTable } from '#platform/states.ts';
import type { TransactionStatus } from './base/words.ts';
import { transactionErrors } from './errors.ts';
import {
  paymentCanceled,
  paymentChargedBack,
  paymentConfirmed,
  paymentDisputed,
  paymentFailed,
  paymentInitiated,
  paymentScheduled,
  paymentSucceeded,
} from './events.ts';

const forbidden = ({ state, said, allowed }: Refused<string, string>): Refusal =>
  new Refusal(transactionErrors.TransactionStatusForbids, `A transaction that is ${state} cannot ${said}.`, {
    data: { status: state, allowed },
  });

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
  refuse: forbidden,
});

/** On the books while it may still come back, and after that. */
const applied = ['pending', 'succeeded'] as const;

export const collectedStates = stateTable({
  name: 'Collected transaction',
  states: ['scheduled', 'initiated', 'pending', 'succeeded', 'failed', 'inDispute', 'canceled', 'chargeback'],
  verbs: {
    schedule: 'be scheduled',
    order: 'be ordered',
    cancel: 'be canceled',
    drop: 'be dropped',
    accept: 'be accepted',
    refuse: 'be refused',
    confirm: 'be confirmed',
    return: 'come back',
    void: 'be taken back',
    dispute: 'be disputed',
    win: 'be won back',
    chargeBack: 'be charged back',
    reinstate: 'be reinstated',
    reverse: 'be reversed',
    backdate: 'be moved',
  },
  rows: [
    [start, 'schedule', 'scheduled', { emits: [paymentScheduled] }],
    [[start, 'scheduled'], 'order', 'initiated', { emits: [paymentInitiated] }],
    ['scheduled', 'cancel', 'canceled', { emits: [paymentCanceled] }],
    // A check at its release fails.
    ['scheduled', 'drop', 'canceled', { emits: [paymentCanceled] }],
    ['initiated', 'accept', 'pending'],
    ['initiated', 'refuse', 'failed', { emits: [paymentFailed] }],
    ['pending', 'confirm', 'succeeded', { emits: [paymentConfirmed, paymentSucceeded] }],
    [applied, 'return', 'failed', { emits: [paymentFailed] }],
    [['initiated', 'pending'], 'void', 'canceled', { emits: [paymentCanceled] }],
    [applied, 'dispute', 'inDispute', { emits: [paymentDisputed] }],
    ['inDispute', 'win', 'succeeded', { emits: [paymentSucceeded] }],
    [[...applied, 'inDispute'], 'chargeBack', 'chargeback', { emits: [paymentChargedBack] }],
    // What undid it is undone itself: a return that was dishonored, a dispute that was won after all.
    [['failed', 'chargeback'], 'reinstate', 'succeeded', { emits: [paymentSucceeded] }],
    [['initiated', ...applied], 'reverse', same],
    ['succeeded', 'backdate', same],
  ],
  refuse: forbidden,
});

/** The status of a transaction that is only recorded. */
export const recordedStatus = ({ status }: { readonly status: TransactionStatus }) =>
  status as (typeof transactionStates.states)[number];

/** The verb that a client asks for by sending this status. */
export const verbOfStatus = {
  pending: 'await',
  succeeded: 'succeed',
  failed: 'fail',
  canceled: 'cancel',
} as const;
