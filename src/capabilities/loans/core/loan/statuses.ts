// The statuses of a loan and of a draw. What may be done in each, and which status follows: states.ts of either.
export const loanStatuses = [
  'pending',
  'originated',
  'active',
  'frozen',
  'accelerated',
  'chargedOff',
  'paidOff',
  'declined',
  'canceled',
] as const;
export type LoanStatus = (typeof loanStatuses)[number];

/** Closed is a flag beside them. */
export const drawStatuses = [
  'pending',
  'originated',
  'active',
  'accelerated',
  'chargedOff',
  'paidOff',
  'declined',
  'canceled',
] as const;
export type DrawStatus = (typeof drawStatuses)[number];

/** As a sentence has it: charged off, paid off. */
export const inWords = (status: string): string => status.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
