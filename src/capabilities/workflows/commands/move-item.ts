// What people do with an item: take it, complete it, skip it, give it to somebody else, have it tried again.
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { ItemOfPath } from '../find.ts';
import { endItem, goOn } from '../run/advance.ts';
import { withForm } from '../run/facts.ts';
import { begunAs, giversOf, orders, withAll } from '../run/open-items.ts';
import { note, type Run, sealerOfRun, setItem, setWorkflow } from '../run/run.ts';
import { earlier } from '../run/when.ts';
import { loansOf } from '../run/whose.ts';
import type { Workitem, WorkitemComplete, WorkitemReassign } from '../schemas.ts';
import { sealDone } from '../show.ts';
import { itemStates } from '../states.ts';
import { assigneeAsked } from './assignee.ts';
import { checkDone } from './done.ts';
import { moving, placeOf, written } from './moving.ts';
import { mustBeAnother } from './second-person.ts';
import { mustBeForCaller, mustBeFree, taken } from './whose.ts';

/** Errors: WorkitemEnded, WorkitemNotOpen, WorkitemTaken, WorkitemOfAnother. */
export async function takeItem(
  ctx: CommandContext,
  tx: Tx,
  found: ItemOfPath,
  accept: boolean | undefined,
  whole: Whole,
): Promise<Workitem> {
  const { item } = found;
  itemStates.mustAllow(item.status, 'take', { id: item.id });
  mustBeFree(item, ctx);
  await mustBeForCaller(ctx, tx, item, whole);
  const run = await moving(ctx, tx, found);
  setItem(run, item, { ...(await taken(ctx, tx, accept)), updated_at: ctx.now });
  note(run, 'takeItem', placeOf(item));
  return written(run);
}

/** Errors: WorkitemEnded, WorkitemNotOpen, WorkitemTaken, WorkitemOfAnother, SecondPersonNeeded, InvalidRequest. */
export async function completeItem(
  ctx: CommandContext,
  tx: Tx,
  found: ItemOfPath,
  sent: WorkitemComplete,
  whole: Whole,
): Promise<Workitem> {
  const { item } = found;
  const { to: status } = itemStates.move(item.status, 'complete', { id: item.id });
  mustBeFree(item, ctx);
  await mustBeForCaller(ctx, tx, item, whole);
  const run = await moving(ctx, tx, found);
  await mustBeAnother(ctx, run, item);
  const { outcome, said } = await checkDone(tx, run, item, sent);
  const details_sealed = sealDone(sealerOfRun(run), item, said);
  if (said.form) setWorkflow(run, { forms_sealed: withForm(run, item.key, said.form) });
  if (outcome === 'approved') approveLoans(run);
  endItem(run, item, { status, outcome, more: { details_sealed } });
  note(run, 'completeItem', { ...placeOf(item), words: sent.comment });
  await goOn(run);
  return written(run);
}

/** What was approved is about the loans that the case has now: a tool is ordered for no other one. */
const approveLoans = (run: Run): void => setWorkflow(run, { approved_loan_ids: [...loansOf(run)] });

/** Errors: WorkitemEnded, WorkitemTaken, WorkitemOfAnother, SecondPersonNeeded. */
export async function skipItem(
  ctx: CommandContext,
  tx: Tx,
  found: ItemOfPath,
  reason: string,
  whole: Whole,
): Promise<Workitem> {
  const { item } = found;
  const { to: status } = itemStates.move(item.status, 'skip', { id: item.id });
  mustBeFree(item, ctx);
  if (item.kind === 'approval') await mustBeForCaller(ctx, tx, item, whole);
  const run = await moving(ctx, tx, found);
  await mustBeAnother(ctx, run, item);
  const details_sealed = sealDone(sealerOfRun(run), item, { reason });
  // Whoever skips an approval gives it.
  if (item.kind === 'approval') approveLoans(run);
  endItem(run, item, { status, outcome: 'skipped', more: { details_sealed } });
  note(run, 'skipItem', { ...placeOf(item), words: reason });
  await goOn(run);
  return written(run);
}

/** Errors: WorkitemEnded, NotFound, InvalidRequest. */
export async function reassignItem(
  ctx: CommandContext,
  tx: Tx,
  found: ItemOfPath,
  { to, reason }: WorkitemReassign,
): Promise<Workitem> {
  const { item } = found;
  itemStates.mustAllow(item.status, 'reassign', { id: item.id });
  const run = await moving(ctx, tx, found);
  const assigned = await assigneeAsked(tx, run.ofCase, to);
  const assigned_by_ids = giversOf(run, assigned, withAll(item.assigned_by_ids, [ctx.caller.actor.id]));
  setItem(run, item, { ...assigned, assigned_by_ids, taken_by_id: null, taken_until: null, updated_at: ctx.now });
  note(run, 'reassignItem', { ...placeOf(item), words: reason });
  return written(run);
}

/** Errors: WorkitemEnded, WorkitemNotOpen, WorkitemTaken, WorkitemOfAnother. */
export async function retryItem(
  ctx: CommandContext,
  tx: Tx,
  found: ItemOfPath,
  reason: string | undefined,
  whole: Whole,
): Promise<Workitem> {
  const { item } = found;
  itemStates.mustAllow(item.status, 'retry', { id: item.id });
  mustBeFree(item, ctx);
  await mustBeForCaller(ctx, tx, item, whole);
  const run = await moving(ctx, tx, found);
  const { status, actsAt, errorType = null } = await begunAs(run, run.asked);
  const again = {
    status,
    acts_at: actsAt,
    look_at: earlier(actsAt, item.next_late_at),
    tries: 0,
    needs_preview: orders(run.asked),
    error_type: errorType,
  };
  setItem(run, item, { ...again, taken_by_id: null, taken_until: null, updated_at: ctx.now });
  note(run, 'retryItem', { ...placeOf(item), words: reason });
  return written(run);
}
