// Holds what is stored of suspensions of late fees against their facts on the timeline.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { type Unlike, unlikeFacts } from '../../core/timeline/unlike-facts.ts';
import { factOf, type SuspensionRow, suspensionStates } from './suspension.ts';

export function unlikeSuspensions(loan: LoanRow, timeline: readonly Fact[], rows: readonly SuspensionRow[]): Unlike[] {
  const inForce = rows.filter(({ canceled_at }) => canceled_at === null);
  const facts = inForce.map((row) => factOf(loan, row));
  return [...unlikeFacts(timeline, { kinds: ['lateFeeSuspension'], facts }), ...rows.flatMap(unlikeStatus)];
}

function unlikeStatus({ id, status, canceled_at }: SuspensionRow): Unlike[] {
  const computed = suspensionStates.to(canceled_at === null ? 'suspend' : 'cancel');
  return status === computed ? [] : [{ where: `${id} status`, stored: status, computed }];
}
