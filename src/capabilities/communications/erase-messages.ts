// Messages of an erased person: what they said goes, and what has not gone out is not sent. That one was sent, when and
// what came of it stays, as their interactions do.
import { endEachOfErased } from '#capabilities/interactions/index.ts';
import type { Erasing } from '#platform/capability.ts';
import { outgoingStates } from './states.ts';

export const eraseMessages: Erasing = async (tx, personId, { now }) => {
  const own = () => tx.db.updateTable('outgoing_messages').where('person_id', '=', personId);
  tx.write(own().set({ content_sealed: null, once_key: null, last_failure: null }));
  const queued = await tx.rows(
    tx.db.selectFrom('queued_messages').select(['id', 'holder']).where('person_id', '=', personId),
  );
  const leaving = queued.filter(({ holder }) => holder !== null).map(({ id }) => id);
  const waiting = tx.db
    .selectFrom('outgoing_messages')
    .select(['id', 'interaction_id'])
    .where('person_id', '=', personId)
    .where('state', 'in', outgoingStates.from('cancel'));
  // A worker says itself what became of those that it is at.
  const ended = (await tx.rows(waiting)).filter(({ id }) => !leaving.includes(id));
  const canceled = { state: outgoingStates.to('cancel'), act_at: null, updated_at: now };
  const ids = ended.map(({ id }) => id);
  if (ids.length > 0) tx.write(own().where('id', 'in', ids).set(canceled));
  const interactions = ended.map(({ interaction_id: id }) => id);
  await endEachOfErased({ now }, tx, personId, interactions);
  tx.write(tx.db.deleteFrom('queued_messages').where('person_id', '=', personId).where('holder', 'is', null));
  tx.write(tx.db.deleteFrom('message_reports').where('person_id', '=', personId));
};
