// Payments that the service collects.
import { overdueCheck } from '#platform/doctor/overdue.ts';
import type { Part } from '#platform/part.ts';
import { duePayments, paymentsDay } from './payments-day.ts';
import { collectingRoutes } from './routes.ts';

export const collectingPart: Part = {
  routes: collectingRoutes,
  dailySteps: [paymentsDay],
  checks: [overdueCheck('payments', duePayments)],
};
