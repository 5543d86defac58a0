// The words of a case.
export const caseStatuses = ['initiated', 'processing', 'completed', 'canceled', 'reopened'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** The statuses in which somebody still has to do something. */
export const openStatuses = ['initiated', 'processing', 'reopened'] as const satisfies readonly CaseStatus[];
