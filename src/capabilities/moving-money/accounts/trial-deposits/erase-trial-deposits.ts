// Trial deposits of a borrower who is erased: the rows stay, without their amounts and the account.
import type { Erasing } from '#platform/capability.ts';

export const eraseTrialDeposits: Erasing = async (tx, personId, { now }) => {
  const own = tx.db.updateTable('trial_deposits').where('person_id', '=', personId);
  tx.write(own.set({ end_reason: 'erased', ended_at: now }).where('ended_at', 'is', null));
  tx.write(own.set({ amounts_sealed: null, account_hash: null }));
};
