// An erased person is written to no more.
import type { Erasing, UserGone } from '#platform/capability.ts';

export const eraseNotices: Erasing = async (tx, personId) => {
  tx.write(tx.db.deleteFrom('pending_notices').where('person_id', '=', personId));
};

export const forgetNotifications: UserGone = (tx, userId) => {
  tx.write(tx.db.deleteFrom('agent_notifications').where('user_id', '=', userId));
};
