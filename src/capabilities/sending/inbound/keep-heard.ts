// Keeps what was heard before anybody acts on it, once for each key, sealed. So whoever tells it gets an answer at once,
// and nothing is lost when a worker dies.
import { type MachineClock, machineNow } from '#platform/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { HeardOfMessage } from './heard.ts';
import { inboundRows } from './inbound-rows.ts';

interface Keeping {
  readonly vault: Vault;
  readonly clock: Pick<MachineClock, 'micros'>;
  position(): number;
}

export const heardPart = (key: string): string => `heard.${key}`;

/** So much of a company may wait: whoever tells more waits too. */
const waitingMax = 10_000;

/** Errors: TooManyRequests. */
export async function mustHaveRoom(tx: Tx): Promise<void> {
  const over = await tx.row(
    tx.db
      .selectFrom('heard_messages')
      .select('key')
      .where('due_at', 'is not', null)
      .orderBy('due_at')
      .offset(waitingMax - 1)
      .limit(1),
  );
  if (over === undefined) return;
  throw new Refusal(errors.TooManyRequests, `${waitingMax} answers and reports wait to be taken in.`, {
    headers: { 'retry-after': '60' },
  });
}

/** False: it was heard before. */
export async function keepHeard(
  { vault, clock, position }: Keeping,
  tx: Tx,
  key: string,
  heard: HeardOfMessage,
): Promise<boolean> {
  const kept = await tx.affected(
    tx.db
      .insertInto('heard_messages')
      .values({
        key,
        content_sealed: vault.companySealer(tx.realm.companyId).seal(heardPart(key), JSON.stringify(heard)),
        last_failure: null,
        created_at: machineNow(clock),
        ...inboundRows.putIn(clock),
      })
      .onConflict((conflict) => conflict.columns(['company_id', 'key']).doNothing()),
  );
  if (kept > 0) inboundRows.enqueue(tx, position, { key });
  return kept > 0;
}
