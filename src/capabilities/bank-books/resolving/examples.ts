// The requests of the examples.
export const update = { ownerId: null };

export const ask = { note: 'called the bank, case 20417' };

export const attach = { groups: ['PV-1A2B-3C4D 2026-01-29 in'], feeAmount: 8.75 };

export const propose = { by: 'writeOff', reason: 'an interest payment of the bank' };

export const decision = { note: 'seen on the page of the bank' };
