// Random due days: every frequency, and most often those that most loans have.

import fc from 'fast-check';
import type { DueDays } from '../time/due-dates.ts';
import { d, weekdayOf } from './due-days.ts';

const between = (min: number, max: number) => fc.integer({ min, max });

export const someDueDays: fc.Arbitrary<DueDays> = fc.oneof(
  { weight: 55, arbitrary: between(1, 31).map((n): DueDays => ({ frequency: 'monthly', days: [n], startDate: null })) },
  { weight: 14, arbitrary: between(1, 7).map((n): DueDays => ({ frequency: 'weekly', days: [n], startDate: null })) },
  {
    weight: 14,
    arbitrary: fc
      .tuple(between(1, 14), between(15, 31))
      .map((days): DueDays => ({ frequency: 'twiceMonthly', days, startDate: null })),
  },
  {
    weight: 17,
    arbitrary: fc.tuple(between(1, 7), fc.option(between(0, 60), { freq: 1 })).map(([n, at]): DueDays => {
      const from = at === null ? null : d('2026-12-01') + at;
      return { frequency: 'everyTwoWeeks', days: [from === null ? n : weekdayOf(from)], startDate: from };
    }),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(between(1, 7), between(2, 8)).map((days): DueDays => {
      return { frequency: 'everyNWeeks', days, startDate: null };
    }),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom('quarterly' as const, 'halfYearly', 'yearly'), between(1, 31))
      .map(([frequency, n]): DueDays => ({ frequency, days: [n], startDate: null })),
  },
);
