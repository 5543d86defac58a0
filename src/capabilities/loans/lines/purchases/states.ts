// The statuses of purchases and of disputes.
import { Refusal } from '#platform/errors.ts';
import { type Refused, same, start, stateTable } from '#platform/states.ts';
import { purchaseErrors } from './errors.ts';
import { type DisputeStatus, disputeStatuses, type PurchaseStatus, purchaseStatuses } from './words.ts';

const forbidden = ({ state, said, allowed }: Refused<string, string>): Refusal => {
  const what = state === start ? 'A new purchase' : `A purchase that is ${state}`;
  return new Refusal(purchaseErrors.PurchaseStatusForbids, `${what} cannot ${said}.`, {
    data: { status: state, allowed },
  });
};

const onlyRegular = ({ id }: Refused<string, string>): Refusal =>
  new Refusal(purchaseErrors.PurchaseTypeForbids, `${id} is no regular purchase: only what was bought is disputed.`, {
    data: { expected: 'a regular purchase; a refund or a cash back that is wrong is canceled' },
  });

export const purchaseStates = stateTable({
  name: 'Purchase',
  states: purchaseStatuses,
  verbs: {
    authorize: 'become authorized',
    await: 'become pending',
    settle: 'become settled',
    decline: 'become declined',
    cancel: 'become canceled',
    change: 'have another amount, date or type',
    replace: 'be replaced by another purchase',
    restore: 'become authorized again',
    refund: 'be refunded',
    dispute: 'be disputed',
    endDispute: 'be relieved of a dispute',
    endLastDispute: 'be relieved of its last dispute',
  },
  rows: [
    [start, 'authorize', 'authorized'],
    [[start, 'authorized'], 'await', 'pending'],
    [[start, 'authorized', 'pending'], 'settle', 'settled'],
    [[start, 'authorized', 'pending'], 'decline', 'declined'],
    [['authorized', 'pending', 'settled'], 'cancel', 'canceled'],
    [['authorized', 'pending', 'settled', 'disputed'], 'change', same],
    ['authorized', 'replace', 'canceled'],
    ['canceled', 'restore', 'authorized', { when: 'wasReplaced' }],
    [['pending', 'settled', 'disputed'], 'refund', same],
    ['settled', 'dispute', 'disputed', { when: 'isRegular', refuse: onlyRegular }],
    ['disputed', 'dispute', same],
    ['disputed', 'endDispute', same],
    ['disputed', 'endLastDispute', 'settled'],
  ],
  refuse: forbidden,
});

/** The verb that a client asks for by sending this status. */
export const verbOfStatus = {
  authorized: 'authorize',
  pending: 'await',
  settled: 'settle',
  declined: 'decline',
  canceled: 'cancel',
  disputed: 'dispute',
  dispute: 'dispute',
} as const;

/** How far a purchase has come. A disputed one is settled. */
const stageOf: Readonly<Record<PurchaseStatus, 'authorized' | 'pending' | 'settled' | 'off'>> = {
  authorized: 'authorized',
  pending: 'pending',
  settled: 'settled',
  disputed: 'settled',
  canceled: 'off',
  declined: 'off',
};

/** The authorization of a regular purchase holds its amount; that of a refund changes nothing yet. */
export const isAuthorized = (status: PurchaseStatus): boolean => stageOf[status] === 'authorized';
export const isSettled = (status: PurchaseStatus): boolean => stageOf[status] === 'settled';
export const isPosted = (status: PurchaseStatus): boolean => isSettled(status) || stageOf[status] === 'pending';
/** It is not to be, or never was. */
export const isOff = (status: PurchaseStatus): boolean => stageOf[status] === 'off';
/** It has a dispute that is open. */
export const isDisputed = (status: PurchaseStatus): boolean => status === 'disputed';

export const disputeStates = stateTable({
  name: 'Dispute of a purchase',
  states: disputeStatuses,
  verbs: {
    submit: 'submitted',
    win: 'won',
    lose: 'lost',
    expire: 'expired',
    withdraw: 'withdrawn',
  },
  rows: [
    [start, 'submit', 'submitted'],
    ['submitted', 'win', 'won'],
    ['submitted', 'lose', 'lost'],
    ['submitted', 'expire', 'expired'],
    ['submitted', 'withdraw', 'withdrawn'],
  ],
  refuse: ({ state, said, allowed }) =>
    new Refusal(purchaseErrors.DisputeStatusForbids, `A dispute that is ${state} cannot be ${said}.`, {
      data: { status: state, allowed },
    }),
});

export const verbOfOutcome = {
  submitted: 'submit',
  won: 'win',
  lost: 'lose',
  expired: 'expire',
  withdrawn: 'withdraw',
} as const;

export const isOpen = (status: DisputeStatus): status is 'submitted' => status === 'submitted';
/** What was disputed was never bought. */
export const isWon = (status: DisputeStatus): boolean => status === 'won';
/** Its amount is taken off the purchase: for now, or for good. */
export const takesBack = (status: DisputeStatus): boolean => isOpen(status) || isWon(status);
