/**
 * The rooms of the capability in their order: a file imports from its own room and from those before it, types too.
 * `products/*`: each folder there is a separate room, and only `products` itself imports it.
 */
export const rooms: readonly string[] = [
  'loan',
  'timeline',
  'settlements',
  'promised',
  'books',
  'products/*',
  'products',
  'promos',
  'advances',
  'labels',
  'lifecycle',
  'plan',
  'sold',
  'charges',
  'reads',
  'payoff-quotes',
  'bills',
  'transactions',
  'collecting',
  'paying-out',
  'advancing',
  'refunding',
  'refunds',
  'parties',
  'scra',
  'agencies',
  'hardship',
  'owners',
  'labeling',
  'services',
  'reporting',
  'settling',
  'autopay',
  'promises',
  'draws',
  'purchases',
  'boarding',
  'day',
  'bulk',
  'verify',
];

/** Rooms of what only lines have: like the room of their product, they open its engine. */
export const roomsOfLines: readonly string[] = ['bills', 'draws', 'purchases'];
