// A subscription sends while it is on. The status that it shows as failing or attention describes its receiver
// (webhook.ts).
import { errors, Refusal } from '#platform/errors.ts';
import { same, start, stateTable } from '#platform/states.ts';
import type { WebhookRow } from './tables.ts';

export const subscriptionStates = stateTable({
  name: 'Webhook subscription',
  states: ['on', 'off', 'deleted'],
  verbs: {
    switchOn: 'switched on',
    switchOff: 'switched off',
    giveUp: 'given up',
    send: 'sent to',
    delete: 'deleted',
  },
  rows: [
    [[start, 'on', 'off'], 'switchOn', 'on'],
    [[start, 'on', 'off'], 'switchOff', 'off'],
    // Its receiver answered 410.
    ['on', 'giveUp', 'off'],
    // A repeated delivery, a recovery, or a test.
    ['on', 'send', same],
    [['on', 'off'], 'delete', 'deleted'],
  ],
  refuse: ({ id, state }) =>
    new Refusal(
      errors.InvalidRequest,
      `The webhook subscription ${id} is ${state === 'off' ? 'switched off' : state}.`,
      { data: { path: 'enabled', expected: 'a subscription that is switched on: PUT it with enabled true first' } },
    ),
});

export const stateOfSubscription = ({ enabled, deleted_at }: Pick<WebhookRow, 'enabled' | 'deleted_at'>) => {
  if (deleted_at !== null) return 'deleted';
  return enabled ? 'on' : 'off';
};

export const deliveryStates = stateTable({
  name: 'Webhook delivery',
  states: ['open', 'delivered', 'parked'],
  verbs: {
    plan: 'planned',
    deliver: 'delivered',
    tryAgain: 'tried again',
    park: 'given up',
    redeliver: 'sent again',
    recover: 'recovered',
  },
  rows: [
    [start, 'plan', 'open'],
    ['open', 'deliver', 'delivered'],
    ['open', 'tryAgain', same],
    ['open', 'park', 'parked'],
    [['open', 'delivered', 'parked'], 'redeliver', 'open'],
    ['parked', 'recover', 'open'],
  ],
  refuse: ({ state, said }) => new Error(`A delivery that is ${state} cannot be ${said}.`),
});
