/**
 * The rooms of the capability in their order: a file imports from its own room and from those before it, types included.
 * `products/*`: each folder in there is a room of its own, that only `products` itself opens.
 */
export const rooms: readonly string[] = [
  'loan',
  'timeline',
  'books',
  'products/*',
  'products',
  'lifecycle',
  'charges',
  'reads',
  'transactions',
  'boarding',
  'day',
  'verify',
];
