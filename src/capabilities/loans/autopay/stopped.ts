import type { Instant } from '@tenor/engine/values/instant.ts';
import type { PlanRow } from './tables.ts';

/** A plan that takes nothing any more. */
export const stopped = (row: PlanRow, status: PlanRow['status'], reason: string, now: Instant): PlanRow => ({
  ...row,
  status,
  stopped_reason: reason,
  next_action_at: null,
  next_planned_on: null,
  last_planned_on: null,
  updated_at: now,
});
