/**
 * The rooms of the capability in their order: a file imports from its own room and from those before it, types too. The
 * first folder of each is its wing, so a wing imports only those before it.
 */
export const rooms: readonly string[] = [
  'orders/order',
  'orders/providers',
  'orders/companies-providers',
  'orders/consent',
  'orders/ach-entries',
  'orders/attempts',
  'orders/merchant-accounts',
  'orders/approvals',
  'orders/notices',
  'ach/rates',
  'ach/files',
  'ach/incoming',
  'ach/decisions',
  'accounts/trial-deposits',
  'accounts/card-verifications',
  'accounts/corrections',
  'accounts/prenotes',
];
