// When a borrower is erased, the decisions stay, as the books do, without what somebody wrote about them. What waits
// cannot be approved any more, and is canceled when its time is over.
import type { Erasing } from '#platform/capability.ts';

export const eraseApprovals: Erasing = async (tx, personId, { now }) => {
  const own = tx.db.updateTable('payment_approvals').where('person_id', '=', personId);
  tx.write(own.set({ reason: null, updated_at: now }).where('reason', 'is not', null));
};
