// When a person is erased, their notes go.
import type { Erasing } from '#platform/capability.ts';

export const eraseRecords: Erasing = async (tx, personId) => {
  tx.write(tx.db.deleteFrom('notes').where('person_id', '=', personId));
};
