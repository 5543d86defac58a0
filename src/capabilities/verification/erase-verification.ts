// What stays of an erased borrower's verifications says when, by whom and by which questions. No answer was ever stored.
import type { Erasing } from '#platform/capability.ts';

export const eraseVerification: Erasing = async (tx, personId) => {
  tx.write(tx.db.deleteFrom('contact_codes').where('person_id', '=', personId));
  tx.write(tx.db.updateTable('verifications').set({ code_hash: null }).where('person_id', '=', personId));
};
