// What the receiver of a webhook answers to an item that has asked it: its fields, or that there will be no answer.
import { checkCustomFields } from '#capabilities/case-types/index.ts';
import type { AutomaticTask } from '#capabilities/workflow-types/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { workflowErrors } from '../errors.ts';
import type { ItemOfPath } from '../find.ts';
import { endItem, goOn } from '../run/advance.ts';
import { withForm } from '../run/facts.ts';
import { note, sealerOfRun, setItem, setWorkflow } from '../run/run.ts';
import type { Workitem, WorkitemAnswer } from '../schemas.ts';
import { sealDone } from '../show.ts';
import { itemStates } from '../states.ts';
import type { ItemRow } from '../tables.ts';
import { type Moving, moving, placeOf, written } from './moving.ts';
import { mustBeAnother } from './second-person.ts';

/** Errors: WorkitemEnded, WorkitemNotOpen, SecondPersonNeeded, InvalidRequest. */
export async function answerItem(
  ctx: CommandContext,
  tx: Tx,
  found: ItemOfPath,
  { outcome = 'completed', answer, asking, comment }: WorkitemAnswer,
): Promise<Workitem> {
  const { item } = found;
  const { to: status } = itemStates.move(item.status, 'answer', { id: item.id });
  const run = await moving(ctx, tx, found);
  const asked = webhookOf(run);
  mustBeOfLastAsking(item, asking);
  await mustBeAnother(ctx, run, item);
  if (outcome === 'failed') {
    if (answer !== undefined) throw refuseField('answer', 'stands beside failed', 'nothing, or the outcome completed');
    fail(run, comment);
    return written(run);
  }
  const form = checkCustomFields(asked.answer, answer ?? {}, 'answer');
  const details_sealed = sealDone(sealerOfRun(run), item, { form, comment: comment ?? null });
  setWorkflow(run, { forms_sealed: withForm(run, item.key, form) });
  endItem(run, item, { status, outcome: 'completed', more: { details_sealed, error_type: null } });
  note(run, 'completeItem', { ...placeOf(item), reason: 'answered', words: comment });
  await goOn(run);
  return written(run);
}

/** Other items wait for a time or an event, and nobody answers them. Errors: WorkitemNotOpen. */
function webhookOf({ asked, item }: Moving): NonNullable<AutomaticTask['webhook']> {
  const webhook = asked.kind === 'automatic' ? asked.automatic.webhook : null;
  if (webhook !== null) return webhook;
  throw new Refusal(workflowErrors.WorkitemNotOpen, `The workitem ${item.id} waits for no answer.`, {
    data: { path: 'workitemId' },
  });
}

/** One that has failed may have asked once more since. Errors: WorkitemNotOpen. */
function mustBeOfLastAsking({ id, made_id: last }: ItemRow, asking: string | undefined): void {
  if (asking === undefined || asking === last) return;
  throw new Refusal(workflowErrors.WorkitemNotOpen, `The workitem ${id} has asked once more since ${asking}.`, {
    data: { path: 'asking' },
  });
}

function fail(run: Moving, words: string | undefined): void {
  const { item, ctx } = run;
  const { to: status } = itemStates.move(item.status, 'fail', { id: item.id });
  setItem(run, item, { status, error_type: 'AnsweredFailed', updated_at: ctx.now });
  note(run, 'failItem', { ...placeOf(item), reason: 'answered', words });
}
