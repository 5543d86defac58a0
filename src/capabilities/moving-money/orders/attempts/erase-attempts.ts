// Orders of a borrower who is erased: the rows stay, as the books do, without whose account it was. What was not sent
// is not sent any more: without its body its worker takes it back.
import type { Erasing } from '#platform/capability.ts';

export const eraseAttempts: Erasing = async (tx, personId) =>
  tx.write(
    tx.db
      .updateTable('payment_attempts')
      .set({ body_sealed: null, account_token: null })
      .where('person_id', '=', personId),
  );
