/** The rooms of the capability in their order: a file imports from its own room and from those before it, types too. */
export const rooms: readonly string[] = [
  'cash-book',
  'breaks',
  'accounts',
  'statements',
  'reconciliation',
  'resolving',
  'daily-proof',
];
