// An item that a command moves, with the workflow that it belongs to.
import { movingBy } from '#capabilities/cases/index.ts';
import type { ItemDefinition } from '#capabilities/workflow-types/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { ItemOfPath } from '../find.ts';
import { loadRun } from '../run/load.ts';
import { type Run, sealerOfRun } from '../run/run.ts';
import { write } from '../run/write.ts';
import type { Workitem } from '../schemas.ts';
import { showItem } from '../show.ts';
import type { ItemRow } from '../tables.ts';

export type Moving = Run & {
  readonly item: ItemRow;
  readonly asked: ItemDefinition;
};

export async function moving(ctx: CommandContext, tx: Tx, { owner, row, item }: ItemOfPath): Promise<Moving> {
  const run = await loadRun(movingBy(ctx), tx, row, { owner });
  const items = run.definition.steps.flatMap(({ items: own }) => own);
  return Object.assign(run, { item, asked: items.find(({ id }) => id === item.workitem_type_id) as ItemDefinition });
}

/** Writes what has moved, and shows the item. */
export function written(run: Moving): Workitem {
  write(run);
  const item = run.changed.items.get(run.item.id)?.row ?? run.item;
  return showItem(item, run.definition, sealerOfRun(run));
}

export const placeOf = ({ id, step_id }: ItemRow) => ({ stepId: step_id, itemId: id });
