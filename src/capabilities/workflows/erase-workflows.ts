// Workflows of an erased person: the rows stay, because events name them, without anything that was written in them.
// Nothing of them goes on.
import type { Erasing } from '#platform/capability.ts';
import { itemStates, workflowStates } from './states.ts';

export const eraseWorkflows: Erasing = async (tx, personId, { now }) => {
  const canceled = { ended_at: now, updated_at: now };
  tx.write(
    tx.db
      .updateTable('workflow_items')
      .set({
        status: itemStates.to('cancel'),
        acts_at: null,
        look_at: null,
        waits_for: null,
        needs_preview: false,
        ...canceled,
      })
      .where('owner_id', '=', personId)
      .where('status', 'in', itemStates.from('cancel')),
  );
  tx.write(
    tx.db
      .updateTable('workflow_steps')
      .set({ status: 'canceled', ...canceled })
      .where('owner_id', '=', personId)
      .where('status', '=', 'current'),
  );
  tx.write(
    tx.db
      .updateTable('workflows')
      .set({ status: workflowStates.to('cancel'), step_id: null, ...canceled })
      .where('owner_id', '=', personId)
      .where('status', 'in', workflowStates.from('cancel')),
  );
  tx.write(tx.db.updateTable('workflows').set({ forms_sealed: null }).where('owner_id', '=', personId));
  tx.write(
    tx.db
      .updateTable('workflow_items')
      .set({ details_sealed: null, preview_sealed: null })
      .where('owner_id', '=', personId),
  );
  tx.write(tx.db.updateTable('workflow_moves').set({ words_sealed: null }).where('owner_id', '=', personId));
};
