// Two debits in a row that came back for lack of funds stop an account: what was authorized until then takes nothing more
// from it, on none of the borrower's covered loans (12 CFR 1041.8). A newer authorization begins anew.
import { sql } from 'kysely';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { authorizationById } from './authorization.ts';

const failuresMax = 2;

interface Of {
  readonly personId: string;
  readonly authorizationId: string | null;
}

/** Counts a failed debit of a covered loan. Returns whether its account is stopped now. */
export async function countFailure(
  { now, position }: Pick<CommandContext, 'now' | 'position'>,
  tx: Tx,
  { personId, authorizationId }: Of,
): Promise<boolean> {
  const debit = authorizationId === null ? undefined : await authorizationById(tx, personId, authorizationId);
  if (debit === undefined || debit.account_hash === null) return false;
  const before = await tx.row(stoppedAccount(tx, personId, debit.account_hash).forUpdate());
  const stoppedAt = before?.stopped_position ?? null;
  if (stoppedAt !== null && debit.position <= stoppedAt) return true;
  const failures = (before?.failures ?? 0) + 1;
  const isStopped = failures >= failuresMax;
  const changes = {
    failures: isStopped ? 0 : failures,
    stopped_position: isStopped ? position() : stoppedAt,
    updated_at: now,
  };
  tx.write(
    tx.db
      .insertInto('stopped_accounts')
      .values({ person_id: personId, account_hash: debit.account_hash, ...changes })
      .onConflict((conflict) => conflict.columns(['person_id', 'account_hash']).doUpdateSet(changes)),
  );
  return isStopped;
}

const stoppedAccount = ({ db }: Tx, personId: string, hash: Buffer) =>
  db.selectFrom('stopped_accounts').selectAll().where('person_id', '=', personId).where('account_hash', '=', hash);

/** A debit that cannot come back in the ordinary way any more: failures before it are not in a row with later ones. */
export function countSuccess({ now }: Pick<CommandContext, 'now'>, tx: Tx, { personId, authorizationId }: Of): void {
  if (authorizationId === null) return;
  tx.write(
    tx.db
      .updateTable('stopped_accounts')
      .set({ failures: 0, updated_at: now })
      .where('person_id', '=', personId)
      .where('failures', '>', 0)
      .where('account_hash', '=', (eb) =>
        eb
          .selectFrom('payment_authorizations')
          .select(sql<Buffer>`account_hash`.as('account_hash'))
          .where('person_id', '=', personId)
          .where('id', '=', authorizationId),
      ),
  );
}
