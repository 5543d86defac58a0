// What a loan goes through. Which way is open from where: rules.ts.
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
