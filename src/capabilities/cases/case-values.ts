import type { CaseStatus } from '#capabilities/case-types/index.ts';

/** The statuses in which somebody still has to do something. */
export const openStatuses = ['initiated', 'processing', 'reopened'] as const satisfies readonly CaseStatus[];
