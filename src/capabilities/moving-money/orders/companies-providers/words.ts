// The words of the interface for who carries what.
export const instrumentTypes = ['bankAccount', 'card'] as const;

export const kindNames = ['http', 'ach', 'simulator'] as const;

/** What a test realm uses where nothing is set. */
export const simulator = 'simulator';
