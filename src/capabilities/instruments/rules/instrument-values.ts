// The words of payment instruments.

/** An instrument of type `check` is always external. */
export const instrumentTypes = ['bankAccount', 'card', 'paymentNetwork', 'check'] as const;
export type InstrumentType = (typeof instrumentTypes)[number];

/** `plaid` links a bank account through Plaid: it is requested like an instrument and becomes a bank account. */
export const requestedTypes = [...instrumentTypes, 'plaid'] as const;

export const instrumentStatuses = ['pending', 'active', 'inactive'] as const;
export type InstrumentStatus = (typeof instrumentStatuses)[number];

/** The statuses that an instrument can begin with. */
export const firstStatuses = ['pending', 'active'] as const;
export type FirstStatus = (typeof firstStatuses)[number];

export const accountTypes = ['checking', 'savings'] as const;
export type AccountType = (typeof accountTypes)[number];

export const accountHolderTypes = ['personal', 'business'] as const;
export type AccountHolderType = (typeof accountHolderTypes)[number];

export const cardTypes = ['debit', 'credit'] as const;
export type CardType = (typeof cardTypes)[number];
