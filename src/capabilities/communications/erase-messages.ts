// Messages of an erased person: what they said goes, and what has not gone out is not sent. That one was sent, when and
// what came of it stays, as their interactions do.
import type { Erasing } from '#platform/capability.ts';
import { outgoingStates } from './states.ts';

export const eraseMessages: Erasing = async (tx, personId, { now }) => {
  const own = () => tx.db.updateTable('outgoing_messages').where('person_id', '=', personId);
  tx.write(own().set({ content_sealed: null, once_key: null, last_failure: null }));
  const queued = await tx.rows(
    tx.db.selectFrom('queued_messages').select(['id', 'holder']).where('person_id', '=', personId),
  );
  const leaving = queued.filter(({ holder }) => holder !== null).map(({ id }) => id);
  const waiting = own().where('state', 'in', outgoingStates.from('cancel'));
  const canceled = { state: outgoingStates.to('cancel'), act_at: null, updated_at: now };
  // A worker says itself what became of those that it is at.
  tx.write((leaving.length === 0 ? waiting : waiting.where('id', 'not in', leaving)).set(canceled));
  tx.write(tx.db.deleteFrom('queued_messages').where('person_id', '=', personId).where('holder', 'is', null));
  tx.write(tx.db.deleteFrom('message_reports').where('person_id', '=', personId));
};
