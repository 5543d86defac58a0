// An erased person is written to no more.
import type { Erasing } from '#platform/capability.ts';

export const eraseNotices: Erasing = async (tx, personId) => {
  tx.write(tx.db.deleteFrom('pending_notices').where('person_id', '=', personId));
};
