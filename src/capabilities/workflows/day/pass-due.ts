// What is due in a workflow, one item after the other. What one of them brings about may be due at once too.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { act } from '../actions/act.ts';
import type { Around } from '../actions/acting.ts';
import { endItem, goOn } from '../run/advance.ts';
import { note, type Run } from '../run/run.ts';
import { itemStates } from '../states.ts';
import type { ItemRow } from '../tables.ts';
import { beLate } from './late.ts';

/** Steps are visited a bounded number of times, so there is an end. */
export async function passDue(run: Run, around: Around): Promise<void> {
  for (let item = nextDue(run); item !== undefined; item = nextDue(run)) await pass(run, item, around);
}

const nextDue = ({ items, ctx }: Run): ItemRow | undefined =>
  items.find((item) => item.look_at !== null && item.look_at <= ctx.now && !waitsForPreview(item, ctx.now));

/** The day looks at what a tool would change first, and comes back. */
export const waitsForPreview = (
  { needs_preview: needs, acts_at }: Pick<ItemRow, 'needs_preview' | 'acts_at'>,
  now: Instant,
): boolean => needs && acts_at !== null && acts_at <= now;

/** An item that acts now is not late: it may just be done. */
async function pass(run: Run, item: ItemRow, around: Around): Promise<void> {
  if (item.acts_at === null || item.acts_at > run.ctx.now) await beLate(run, item);
  else if (item.kind === 'automatic') await act(run, item, around);
  else endWait(run, item);
  await goOn(run);
}

function endWait(run: Run, item: ItemRow): void {
  const { to: status } = itemStates.move(item.status, 'finish', { id: item.id });
  endItem(run, item, { status, outcome: 'completed' });
  note(run, 'completeItem', { stepId: item.step_id, itemId: item.id, reason: 'timeHasCome' });
}
