// What happens to an item that was not done in time, as its type says.
import type { ItemDefinition } from '#capabilities/workflow-types/index.ts';
import { tellLate } from '../events.ts';
import { endItem } from '../run/advance.ts';
import { assignedTo, giversOf } from '../run/open-items.ts';
import { note, type Run, setItem, standsAt } from '../run/run.ts';
import { earlier, endOf } from '../run/when.ts';
import { itemStates } from '../states.ts';
import type { ItemRow } from '../tables.ts';

export function beLate(run: Run, item: ItemRow): void {
  const definition = standsAt(run)?.items.find(({ id }) => id === item.workitem_type_id) as ItemDefinition;
  const { whenLate } = definition;
  const place = { stepId: item.step_id, itemId: item.id, reason: 'late' as const };
  if (whenLate?.do === 'goOn') {
    const { to: status } = itemStates.move(item.status, 'skip', { id: item.id });
    const goesByItself = item.kind === 'wait' || item.kind === 'automatic';
    endItem(run, item, { status, outcome: goesByItself ? 'timedOut' : 'notNeeded', more: { is_late: true } });
    note(run, 'skipItem', place);
    return;
  }
  const late = markLate(run, item, definition);
  if (whenLate?.do === 'reassign' && whenLate.to !== null) {
    const assigned = assignedTo(whenLate.to, run.ofCase);
    const assigned_by_ids = giversOf(run, assigned, late.assigned_by_ids);
    setItem(run, late, { ...assigned, assigned_by_ids, taken_by_id: null, taken_until: null });
    note(run, 'reassignItem', place);
  } else {
    note(run, whenLate?.do === 'escalate' ? 'escalateItem' : 'remindOfItem', place);
  }
  tell(run, late, definition);
}

/** Its next time comes after as long as its type says, or never. */
function markLate(run: Run, item: ItemRow, { whenLate }: ItemDefinition): ItemRow {
  const again = whenLate?.again ?? null;
  const next = again === null ? null : endOf(again, run.ctx);
  // What would be done again at once would be done without end.
  const lateAgain = next !== null && next <= run.ctx.now ? null : next;
  const look_at = earlier(item.acts_at, lateAgain);
  return setItem(run, item, { is_late: true, look_at, next_late_at: lateAgain, updated_at: run.ctx.now });
}

/** Whoever has it is told, or whom its type names instead. */
function tell(run: Run, item: ItemRow, { whenLate }: ItemDefinition): void {
  const told = whenLate?.do === 'escalate' && whenLate.to !== null ? assignedTo(whenLate.to, run.ofCase) : item;
  tellLate(run.ctx, run.workflow, item, {
    tellsEmployeeId: told.assigned_employee_id,
    tellsUserId: told.assigned_user_id,
    tellsTeamId: told.assigned_team_id,
    tellsRoleId: told.assigned_role_id,
  });
}
