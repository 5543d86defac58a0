// An automatic item does what its type says, in the commit that writes it down. Where it is refused, it is tried again as
// its type says, and then a person is asked.
import { addSeconds } from '@tenor/engine/values/instant.ts';
import type { ItemDefinition } from '#capabilities/workflow-types/index.ts';
import { Refusal } from '#platform/errors.ts';
import { endItem } from '../run/advance.ts';
import { orders } from '../run/open-items.ts';
import { note, type Run, setItem, standsAt } from '../run/run.ts';
import { earlier } from '../run/when.ts';
import { itemStates } from '../states.ts';
import type { ItemRow } from '../tables.ts';
import type { Around } from './acting.ts';
import { actionNamed } from './actions.ts';

type Automatic = Extract<ItemDefinition, { readonly kind: 'automatic' }>;

/** What the type of an item says, at whose step the workflow stands. */
export const automaticOf = (run: Run, item: ItemRow): Automatic =>
  standsAt(run)?.items.find(({ id }) => id === item.workitem_type_id) as Automatic;

/** What somebody else has locked is no fault of the item: the day comes back to it. */
export const act = (run: Run, item: ItemRow, around: Around): Promise<void> =>
  orTriedAgain(
    run,
    item,
    () => actionNamed(automaticOf(run, item).automatic)({ run, item, ...around }),
    ({ kind }) => kind.status === 423,
  );

/**
 * `work` returns the id of what it has made, null if nothing has one, or undefined if the item is not over yet. What
 * `comesBack` says of a refusal is left to whoever comes back by themselves.
 */
export async function orTriedAgain(
  run: Run,
  item: ItemRow,
  work: () => Promise<string | null | undefined>,
  comesBack: (refused: Refusal) => boolean,
): Promise<void> {
  try {
    const madeId = await work();
    if (madeId === undefined) return;
    const { to: status } = itemStates.move(item.status, 'finish', { id: item.id });
    endItem(run, item, { status, outcome: 'completed', more: { made_id: madeId, error_type: null } });
    note(run, 'completeItem', placeOf(item));
  } catch (error) {
    if (!(error instanceof Refusal) || comesBack(error)) throw error;
    beRefused(run, item, error.kind.errorType);
  }
}

const placeOf = ({ id, step_id }: ItemRow) => ({ stepId: step_id, itemId: id });

const minute = 60;

/** What an action did before it was refused stands, and does no harm when it is tried again. */
export function beRefused(run: Run, item: ItemRow, errorType: string): void {
  const definition = automaticOf(run, item);
  const { retry } = definition;
  const tries = item.tries + 1;
  const now = run.ctx.now;
  if (tries < retry.attempts) {
    const actsAt = addSeconds(now, retry.waitMinutes * minute * 2 ** (tries - 1));
    const look_at = earlier(actsAt, item.next_late_at);
    const anew = { needs_preview: orders(definition) };
    setItem(run, item, { tries, error_type: errorType, acts_at: actsAt, look_at, ...anew, updated_at: now });
    return;
  }
  const { to: status } = itemStates.move(item.status, 'fail', { id: item.id });
  const look_at = item.next_late_at;
  setItem(run, item, { status, tries, error_type: errorType, acts_at: null, look_at, updated_at: now });
  note(run, 'failItem', { ...placeOf(item), reason: 'refused' });
}
