// The words of payment instruments.

/** Of these, `check` is only ever recorded. */
export const instrumentTypes = ['bankAccount', 'card', 'paymentNetwork', 'check'] as const;
export type InstrumentType = (typeof instrumentTypes)[number];

/** A link to a bank account through Plaid is asked for like an instrument, and would become a bank account. */
export const requestedTypes = [...instrumentTypes, 'plaid'] as const;

export const instrumentStatuses = ['pending', 'active', 'inactive'] as const;
export type InstrumentStatus = (typeof instrumentStatuses)[number];

export const accountTypes = ['checking', 'savings'] as const;
export type AccountType = (typeof accountTypes)[number];

export const accountHolderTypes = ['personal', 'business'] as const;
export type AccountHolderType = (typeof accountHolderTypes)[number];

export const cardTypes = ['debit', 'credit'] as const;
export type CardType = (typeof cardTypes)[number];
