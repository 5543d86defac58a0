// Payments that the service collects.
import type { Part } from '#platform/part.ts';
import { paymentsDay } from './payments-day.ts';
import { collectingRoutes } from './routes.ts';

export const collectingPart: Part = {
  routes: collectingRoutes,
  dailySteps: [paymentsDay],
};
