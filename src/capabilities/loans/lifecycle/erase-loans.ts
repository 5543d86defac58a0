// Loans of an erased person stay, without the address that came in line.
import { sql } from 'kysely';
import type { Erasing } from '#platform/capability.ts';

export const eraseLoans: Erasing = async (tx, personId) => {
  tx.write(
    tx.db
      .updateTable('loans')
      .set({ address_sealed: null, version: sql`version + 1` })
      .where('person_id', '=', personId)
      .where('address_sealed', 'is not', null),
  );
};
