// The words and the numbers of the law (50 USC 3937).
import type { Rate } from '@tenor/engine/values/rate.ts';

export const scraCapStatuses = ['active', 'ended', 'canceled'] as const;
export type ScraCapStatus = (typeof scraCapStatuses)[number];

/** What a loan from before the service may cost at most in a year. */
export const scraRateMax = '0.06' as Rate;

/** So long after the service has ended the lender takes notice of it. */
export const noticeDaysMax = 180;
