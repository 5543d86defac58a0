// A void is an order of its own, which moves no money: once it is accepted, the order that it takes back is voided.

import { recordBreak } from '#capabilities/bank-books/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { keyOf, lockAttempt } from './attempt.ts';
import type { AttemptRow } from './tables.ts';
import { takeReport } from './take-report.ts';
import type { Takers, Taking } from './taker.ts';

export async function voidOriginal(
  taking: Taking,
  tx: Tx,
  row: AttemptRow,
  takers: Takers,
  zone: string,
): Promise<void> {
  const found = await tx.row(
    tx.db
      .selectFrom('payment_attempts')
      .select('id')
      .where('person_id', '=', row.person_id)
      .where('carrier_id', '=', row.carrier_id)
      .where('provider_id', '=', row.of_provider_id ?? ''),
  );
  const original = found && (await lockAttempt(tx, { personId: row.person_id, id: found.id }));
  const about = { personId: row.person_id, attemptId: row.id, amount: row.amount_cents };
  if (original === undefined) {
    const detail = `${keyOf(row)} takes back an order that we do not know.`;
    recordBreak(tx, taking, { kind: 'contradiction', detail }, about);
    return;
  }
  const said = { what: 'voided', id: null, at: taking.now, amount: null, code: null, on: null } as const;
  const taken = await takeReport(taking, tx, original, said, { takers, zone });
  if (typeof taken === 'object') recordBreak(tx, taking, taken, about);
}
