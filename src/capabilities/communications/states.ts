// What becomes of a message. It stays queued while a worker is at it: where the worker dies then, nobody knows whether it
// went out, and it stays `unknown` until somebody asks the provider.
import { refuseField } from '#platform/errors.ts';
import { type Refused, start, stateTable } from '#platform/states.ts';

export const messageStates = [
  'scheduled',
  'held',
  'queued',
  'sent',
  'delivered',
  'failed',
  'unknown',
  'canceled',
  'dropped',
] as const;
export type MessageState = (typeof messageStates)[number];

const refuse = ({ state, said, next }: Refused<MessageState, string>) =>
  refuseField(
    'state',
    `cannot be ${said}: the message is ${state}`,
    next.length === 0 ? `${state}; send another message` : `one of ${next.join(', ')}`,
  );

/** It has not gone out; what is queued may be going just now. */
const waiting = ['scheduled', 'held', 'queued'] as const;

export const outgoingStates = stateTable({
  name: 'Outgoing message',
  states: messageStates,
  verbs: {
    schedule: 'scheduled',
    hold: 'held',
    queue: 'queued',
    drop: 'dropped',
    show: 'shown',
    accept: 'accepted',
    tryAgain: 'tried again',
    refuse: 'refused',
    lose: 'lost sight of',
    deliver: 'delivered',
    bounce: 'sent back',
    cancel: 'canceled',
    confirm: 'confirmed',
    giveUp: 'given up',
    sendAgain: 'sent again',
  },
  rows: [
    [start, 'schedule', 'scheduled'],
    [[start, ...waiting], 'hold', 'held'],
    [[start, 'scheduled', 'held'], 'queue', 'queued'],
    [[start, ...waiting], 'drop', 'dropped'],
    // A page shows it as soon as it is there.
    [[start, 'scheduled', 'held'], 'show', 'sent'],
    ['queued', 'accept', 'sent'],
    ['queued', 'tryAgain', 'queued'],
    [[start, ...waiting], 'refuse', 'failed'],
    ['queued', 'lose', 'unknown'],
    [['sent', 'unknown', 'delivered'], 'deliver', 'delivered'],
    [['sent', 'unknown', 'delivered', 'failed'], 'bounce', 'failed'],
    [waiting, 'cancel', 'canceled'],
    // Somebody has asked the provider what became of it.
    ['unknown', 'confirm', 'sent'],
    ['unknown', 'giveUp', 'failed'],
    ['unknown', 'sendAgain', 'queued'],
  ],
  refuse,
});
