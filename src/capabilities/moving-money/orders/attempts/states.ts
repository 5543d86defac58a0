// What becomes of an order. From `sending` on the money may have moved, whatever we heard; only `refused` and `voided`
// say for certain that it has not. What providers tell only moves an attempt forward.
import { same, start, stateTable } from '#platform/states.ts';

const states = [
  'ready',
  'sending',
  'unknown',
  'accepted',
  'settled',
  'confirmed',
  'refused',
  'voided',
  'returned',
  'disputed',
] as const;
export type AttemptState = (typeof states)[number];

/** It may have reached the provider, who has not answered. */
const onItsWay = ['sending', 'unknown'] as const;
/** The provider has it, and the money has not come back. */
const under = ['accepted', 'settled', 'confirmed'] as const;

export const attemptStates = stateTable({
  name: 'Payment attempt',
  states,
  verbs: {
    order: 'ordered',
    takeBack: 'taken back',
    send: 'sent',
    lose: 'lost sight of',
    accepted: 'accepted',
    refused: 'refused',
    settled: 'settled',
    confirmed: 'confirmed',
    returned: 'returned',
    voided: 'voided',
    disputed: 'disputed',
    disputeWon: 'won back',
    disputeLost: 'lost in a dispute',
    corrected: 'corrected',
  },
  rows: [
    [start, 'order', 'ready'],
    ['ready', 'takeBack', 'voided'],
    // Again with the same key and the same body, where the provider keeps keys.
    [['ready', 'unknown'], 'send', 'sending'],
    [onItsWay, 'lose', 'unknown'],
    [onItsWay, 'accepted', 'accepted'],
    [[...onItsWay, 'accepted'], 'refused', 'refused'],
    ['accepted', 'settled', 'settled'],
    ['settled', 'confirmed', 'confirmed'],
    [[...under, 'disputed'], 'returned', 'returned'],
    ['accepted', 'voided', 'voided'],
    [under, 'disputed', 'disputed'],
    // Also what was lost or came back: arbitration turned it, or the return was undone.
    [['disputed', 'returned'], 'disputeWon', 'confirmed'],
    ['disputed', 'disputeLost', 'returned'],
    // New numbers of the account, or a card that its issuer has renewed: they say nothing of the money.
    [[...onItsWay, ...under, 'refused', 'returned', 'disputed'], 'corrected', same],
  ],
  refuse: ({ id, state, said }) => new Error(`The attempt ${id} is ${state} and cannot be ${said}.`),
});
