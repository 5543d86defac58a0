// The items of the former owner of a case go to its new one.
import type { CaseRow } from '#capabilities/cases/index.ts';
import { itemStates } from '../states.ts';
import { assignedTo } from './open-items.ts';
import { type Run, setItem } from './run.ts';

const owner = { to: 'caseOwner', id: null } as const;

export function handOver(run: Run, before: CaseRow): void {
  const { ctx, ofCase } = run;
  const [was, is] = [assignedTo(owner, before), assignedTo(owner, ofCase)];
  if (was.assigned_employee_id === is.assigned_employee_id && was.assigned_team_id === is.assigned_team_id) return;
  for (const item of run.items) {
    const isOfOwner =
      item.assigned_employee_id === was.assigned_employee_id &&
      item.assigned_team_id === was.assigned_team_id &&
      item.assigned_user_id === null &&
      item.assigned_role_id === null;
    if (isOfOwner && !itemStates.isFinal(item.status)) setItem(run, item, { ...is, updated_at: ctx.now });
  }
}
