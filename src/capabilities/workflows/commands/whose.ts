// Who may do an item: whoever it is assigned to, or anybody who may do workitems where it is nobody's. What is in
// somebody's hands is theirs.
import { addSeconds, compare } from '@tenor/engine/values/instant.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import { employeeOf, rightsOfUser, teamsOf } from '#capabilities/users/index.ts';
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { workflowErrors } from '../errors.ts';
import type { ItemRow } from '../tables.ts';

/** As tasks are kept for whoever takes them, if the company says nothing else. */
const reservationSeconds = 120;

/** A program of the company does what its permissions say. Errors: WorkitemOfAnother. */
export async function mustBeForCaller(
  { caller }: Pick<CommandContext, 'caller'>,
  reader: Reader,
  item: ItemRow,
  whole: Whole,
): Promise<void> {
  const isNobodys =
    (item.assigned_employee_id ?? item.assigned_user_id ?? item.assigned_team_id ?? item.assigned_role_id) === null;
  if (caller.session === null || isNobodys || (await isFor(reader, item, caller.actor.id, whole))) return;
  throw new Refusal(workflowErrors.WorkitemOfAnother, `The workitem ${item.id} is not assigned to you.`, {
    data: { path: 'workitemId' },
  });
}

async function isFor(reader: Reader, item: ItemRow, userId: string, whole: Whole): Promise<boolean> {
  if (item.assigned_user_id !== null) return item.assigned_user_id === userId;
  if (item.assigned_employee_id !== null) return (await employeeOf(reader, userId)) === item.assigned_employee_id;
  if (item.assigned_team_id !== null) return (await teamsOf(reader, userId)).includes(item.assigned_team_id);
  const rights = await rightsOfUser(reader, userId, whole);
  return rights?.roleIds.includes(item.assigned_role_id ?? '') ?? false;
}

/** Errors: WorkitemTaken. */
export function mustBeFree(
  { id, taken_by_id: holder, taken_until: until }: ItemRow,
  { caller, machineNow }: Pick<CommandContext, 'caller' | 'machineNow'>,
): void {
  if (holder === null || holder === caller.actor.id || (until !== null && compare(until, machineNow()) <= 0)) return;
  throw new Refusal(workflowErrors.WorkitemTaken, `Somebody else has the workitem ${id} in hand.`, {
    data: { path: 'workitemId', takenUntil: until },
  });
}

/** What says that the caller has it in hand: for a while, or until it is done. */
export async function taken(ctx: Pick<CommandContext, 'caller' | 'machineNow'>, tx: Tx, accept: boolean | undefined) {
  const seconds = (await settingsOf(tx)).tasks?.reservationSeconds ?? reservationSeconds;
  return {
    taken_by_id: ctx.caller.actor.id,
    taken_until: accept === true ? null : addSeconds(ctx.machineNow(), seconds),
  };
}
