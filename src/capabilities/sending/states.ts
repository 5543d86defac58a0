// What becomes of a message. While a provider is asked it is `sending`: a worker that dies then leaves it there, and
// nobody knows whether it went out.
import { start, stateTable } from '#platform/states.ts';

const states = ['kept', 'queued', 'sending', 'sent', 'refused', 'unknown', 'expired'] as const;
export type MessageState = (typeof states)[number];

export const messageStates = stateTable({
  name: 'Message',
  states,
  verbs: {
    keep: 'kept in the test mailbox',
    queue: 'queued',
    take: 'taken',
    accept: 'accepted',
    refuse: 'refused',
    lose: 'lost sight of',
    tryAgain: 'tried again',
    expire: 'let expire',
  },
  rows: [
    // In test mode nothing is sent.
    [start, 'keep', 'kept'],
    [start, 'queue', 'queued'],
    ['queued', 'take', 'sending'],
    ['queued', 'expire', 'expired'],
    ['sending', 'accept', 'sent'],
    ['sending', 'refuse', 'refused'],
    // It may have gone out: it is sent again only by a provider that knows our id.
    ['sending', 'lose', 'unknown'],
    ['sending', 'tryAgain', 'queued'],
  ],
  refuse: ({ state, said }) => new Error(`A message that is ${state} cannot be ${said}.`),
});
