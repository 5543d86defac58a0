// Orders of a borrower who is erased: the rows stay, as the books do, without whose account it was. What was not sent
// is not sent any more.
import type { Erasing } from '#platform/capability.ts';
import { attemptStates } from './states.ts';

export const eraseAttempts: Erasing = async (tx, personId, { now }) => {
  const own = tx.db.updateTable('payment_attempts').where('person_id', '=', personId);
  const voided = { state: attemptStates.to('takeBack'), held_until: null, act_at: null, ended_at: now };
  tx.write(own.set(voided).where('state', 'in', attemptStates.from('takeBack')));
  tx.write(own.set({ body_sealed: null }));
};
