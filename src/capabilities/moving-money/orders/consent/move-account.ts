// A bank has corrected the number of an account: it is the same account, and what was counted of it goes along. An
// authorization stays what it is: it is of the instrument, and keeps the last four digits that the consumer was shown.
import type { Vault } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { accountHash } from './account-hash.ts';

interface Moved {
  readonly personId: string;
  readonly before: string;
  readonly after: string;
}

export async function moveAccount(vault: Vault, tx: Tx, { personId, before, after }: Moved): Promise<void> {
  const [from, to] = [accountHash(vault, personId, before), accountHash(vault, personId, after)];
  const authorizations = tx.db.updateTable('payment_authorizations').set({ account_hash: to });
  tx.write(authorizations.where('person_id', '=', personId).where('account_hash', '=', from));
  const stopped = (hash: Buffer) =>
    tx.db
      .selectFrom('stopped_accounts')
      .selectAll()
      .where('person_id', '=', personId)
      .where('account_hash', '=', hash)
      .forUpdate();
  const old = await tx.row(stopped(from));
  if (old === undefined) return;
  const there = await tx.row(stopped(to));
  const counts = {
    failures: Math.max(old.failures, there?.failures ?? 0),
    stopped_position: Math.max(old.stopped_position ?? 0, there?.stopped_position ?? 0) || null,
    updated_at: old.updated_at,
  };
  tx.write(
    tx.db
      .insertInto('stopped_accounts')
      .values({ person_id: personId, account_hash: to, ...counts })
      .onConflict((conflict) => conflict.columns(['person_id', 'account_hash']).doUpdateSet(counts)),
  );
}
