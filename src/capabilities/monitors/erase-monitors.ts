// What registers said of an erased person goes; the cases that followed from it stay without their words.
import type { Erasing } from '#platform/capability.ts';

export const eraseMonitors: Erasing = async (tx, personId) => {
  tx.write(tx.db.deleteFrom('monitor_hits').where('person_id', '=', personId));
  tx.write(tx.db.deleteFrom('monitor_actions').where('person_id', '=', personId));
  tx.write(tx.db.deleteFrom('monitoring_statuses').where('person_id', '=', personId));
};
