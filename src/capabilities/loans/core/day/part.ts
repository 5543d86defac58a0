// What happens to loans by itself as the days pass.
import type { Part } from '#platform/part.ts';
import { loanDay } from './loan-day.ts';
import { replayIndex } from './replay-index.ts';

export const dayPart: Part = {
  dailySteps: [loanDay],
  operations: [replayIndex],
};
