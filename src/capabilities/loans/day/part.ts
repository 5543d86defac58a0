// What happens to loans by itself as the days pass.
import { overdueCheck } from '#platform/doctor/overdue.ts';
import type { Part } from '#platform/part.ts';
import { dueLoans } from './due-loans.ts';
import { loanDay } from './loan-day.ts';
import { replayIndex } from './replay-index.ts';

export const dayPart: Part = {
  dailySteps: [loanDay],
  checks: [overdueCheck('days', dueLoans)],
  operations: [replayIndex],
};
