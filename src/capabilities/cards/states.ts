// Two things are said of a card: whether it may be used, and how far the plastic has come. Neither waits for the other:
// a lost card is terminated and its replacement is asked for.
import { refuseField } from '#platform/errors.ts';
import { type Refused, same, start, stateTable } from '#platform/states.ts';
import { cardStatuses, fulfillmentStatuses } from './card-values.ts';
import { cardReplacementRequested, cardStatusChanged } from './events.ts';

const refuseIn =
  (field: string) =>
  ({ state, said, next }: Refused<string, string>) => {
    const message = state === start ? `cannot ${said} when it is recorded` : `cannot ${said}: it is ${state}`;
    const expected = next.length === 0 ? `${state}; make another card` : `one of ${next.join(', ')}`;
    return refuseField(`cardDetails.${field}`, message, expected);
  };

const changed = { emits: [cardStatusChanged] };

export const cardStates = stateTable({
  name: 'Card',
  states: cardStatuses,
  verbs: {
    issue: 'be unactivated',
    activate: 'be activated',
    suspend: 'be suspended',
    terminate: 'be terminated',
    erase: 'be erased',
  },
  rows: [
    // A card that has been in use elsewhere is recorded as it is.
    [start, 'issue', 'unactivated'],
    [start, 'activate', 'active'],
    [start, 'suspend', 'suspended'],
    [['unactivated', 'suspended'], 'activate', 'active', changed],
    [['unactivated', 'active'], 'suspend', 'suspended', changed],
    [['unactivated', 'active', 'suspended'], 'terminate', 'terminated', changed],
    [cardStatuses, 'erase', 'terminated'],
  ],
  refuse: refuseIn('status'),
});

/** What is asked for when this status is sent. */
export const verbOfStatus = {
  unactivated: 'issue',
  active: 'activate',
  suspended: 'suspend',
  terminated: 'terminate',
} as const;

export const fulfillmentStates = stateTable({
  name: 'Fulfillment of a card',
  states: fulfillmentStatuses,
  verbs: {
    order: 'be ordered',
    ship: 'be shipped',
    deliver: 'be delivered',
    reject: 'be rejected',
    reorder: 'be replaced',
    erase: 'be erased',
  },
  rows: [
    [[start, 'rejected'], 'order', 'ordered'],
    [[start, 'ordered', 'reordered'], 'ship', 'shipped'],
    // Not everybody who sends cards says so when they leave.
    [[start, 'ordered', 'reordered', 'shipped'], 'deliver', 'delivered'],
    [['ordered', 'reordered'], 'reject', 'rejected'],
    [['shipped', 'delivered'], 'reorder', 'reordered', { emits: [cardReplacementRequested] }],
    [fulfillmentStatuses, 'erase', same],
  ],
  refuse: refuseIn('fulfillmentStatus'),
});

export const verbOfFulfillment = {
  ordered: 'order',
  shipped: 'ship',
  delivered: 'deliver',
  rejected: 'reject',
  reordered: 'reorder',
} as const;
