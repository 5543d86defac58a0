/** The rooms of the capability in their order: a file imports from its own room and from those before it, types too. */
export const rooms: readonly string[] = [
  'orders',
  'providers',
  'companies-providers',
  'cash-book',
  'consent',
  'ach-entries',
  'attempts',
  'ach-files',
  'ach-incoming',
  'approvals',
  'trial-deposits',
  'corrections',
  'merchant-accounts',
  'notices',
  'daily-proof',
];
