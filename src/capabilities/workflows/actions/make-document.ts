// Asks for a document of a text, about the borrower and the case: it is set outside of transactions.
import { microsOfInstant } from '@tenor/engine/values/instant.ts';
import type { AutomaticTask } from '#capabilities/workflow-types/index.ts';
import { paperRows } from '../papers/paper-rows.ts';
import { setItem } from '../run/run.ts';
import { ofBorrower } from '../run/whose.ts';
import type { Act } from './acting.ts';

export const makeDocument =
  (_: NonNullable<AutomaticTask['makeDocument']>): Act =>
  async ({ run, item }) => {
    const { ctx, tx, owner } = ofBorrower(run);
    const clock = { micros: () => Number(microsOfInstant(ctx.machineNow())) };
    const anew = { last_failure: null, tries: 0, ...paperRows.putIn(clock) };
    const row = { person_id: owner.person_id, id: item.id, ...anew };
    tx.write(
      tx.db
        .insertInto('workflow_papers')
        .values(row)
        .onConflict((found) => found.columns(['person_id', 'id']).doUpdateSet(anew)),
    );
    paperRows.enqueue(tx, ctx.position, row);
    setItem(run, item, { acts_at: null, look_at: item.next_late_at, updated_at: ctx.now });
    return undefined;
  };
