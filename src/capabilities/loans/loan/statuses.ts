// The statuses of a loan. What may be done in each, and which status follows: states.ts.
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
