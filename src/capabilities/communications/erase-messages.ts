// Messages of an erased person: what they said goes, and what has not gone out is not sent. That one was sent, when and
// what came of it stays, as their interactions do.
import type { Erasing } from '#platform/capability.ts';
import { outgoingRows } from './outgoing/message-rows.ts';
import { outgoingStates } from './states.ts';

export const eraseMessages: Erasing = async (tx, personId, { now }) => {
  const own = () => tx.db.updateTable('outgoing_messages').where('person_id', '=', personId);
  tx.write(own().set({ content_sealed: null, once_key: null, last_failure: null }));
  tx.write(
    own()
      .set({ state: outgoingStates.to('cancel'), act_at: null, updated_at: now, ...outgoingRows.ended })
      .where('state', 'in', outgoingStates.from('cancel')),
  );
  tx.write(tx.db.deleteFrom('message_reports').where('person_id', '=', personId));
};
