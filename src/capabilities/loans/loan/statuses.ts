// What a loan goes through. What is done in each status, and where it leads: states.ts.
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
