// The schedule of an installment loan, as all answers show it.
import type { ScheduleRow } from '@tenor/engine/installment/schedule-of.ts';
import type { ScheduleItem } from '../../loan/plan-schemas.ts';
import { scheduleItem } from '../../loan/schedule-item.ts';

export const presentSchedule = (loanId: string, rows: readonly ScheduleRow[]): ScheduleItem[] =>
  rows.map(({ on: dueOn, ...row }) => scheduleItem(loanId, { dueOn, ...row }));
