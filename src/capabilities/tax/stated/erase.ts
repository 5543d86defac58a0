// Who was erased is told of no more, so what somebody has said of their debts goes. What forms say is sealed with their key.
import type { Erasing } from '#platform/capability.ts';
import '../tables.ts';

export const eraseStated: Erasing = async (tx, personId) =>
  tx.write(tx.db.deleteFrom('stated_discharges').where('person_id', '=', personId));
