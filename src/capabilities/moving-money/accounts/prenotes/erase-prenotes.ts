// Prenotes of a borrower who is erased: the rows stay, without the account.
import type { Erasing } from '#platform/capability.ts';

export const erasePrenotes: Erasing = async (tx, personId) => {
  tx.write(tx.db.updateTable('prenotes').set({ account_hash: null }).where('person_id', '=', personId));
};
