// Who was erased is told of no more, so what somebody has said of their loans goes. What was told is sealed with their key.
import type { Erasing } from '#platform/capability.ts';
import '../tables.ts';

export const eraseStatements: Erasing = async (tx, personId) =>
  tx.write(tx.db.deleteFrom('credit_statements').where('person_id', '=', personId));
