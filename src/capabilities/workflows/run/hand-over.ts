// The items of the former owner of a case go to its new one. Whoever gives the case to somebody gives them its approvals
// too, those that are open and those that open later: they do not answer them.
import { itemStates } from '../states.ts';
import { assignedTo, type OwnerOfCase, withAll } from './open-items.ts';
import { note, type Run, setItem, setWorkflow } from './run.ts';

const owner = { to: 'caseOwner', id: null } as const;

/** `by` has given it: whoever has asked for it, unless others are named. */
export function handOver(run: Run, before: OwnerOfCase, by: readonly string[] = askers(run)): void {
  const { ctx, ofCase } = run;
  const [was, is] = [assignedTo(owner, before), assignedTo(owner, ofCase)];
  if (was.assigned_employee_id === is.assigned_employee_id && was.assigned_team_id === is.assigned_team_id) return;
  setWorkflow(run, { given_by_ids: withAll(run.workflow.given_by_ids, by) });
  for (const item of run.items) {
    if (!item.is_of_owner || itemStates.isFinal(item.status)) continue;
    const assigned_by_ids = withAll(item.assigned_by_ids, by);
    setItem(run, item, { ...is, assigned_by_ids, taken_by_id: null, taken_until: null, updated_at: ctx.now });
    note(run, 'reassignItem', { stepId: item.step_id, itemId: item.id, reason: 'ownerChanged' });
  }
}

const askers = ({ ctx: { actor } }: Run): readonly string[] => (actor.id === null ? [] : [actor.id]);
