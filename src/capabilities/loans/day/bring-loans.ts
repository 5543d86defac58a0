// Brings loans to the now of their realm, a small number in one transaction. The replay works every day since the last
// one, so that one change makes good any time that nobody worked, and each event is told as of its own day.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { system } from '#platform/actor.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { eventRecorder, lastUnorderedOf, writeEvents } from '#platform/events/record-events.ts';
import { type Changed, changeLoans } from '../books/change-loan.ts';
import { ledgerEvents } from '../loan/events.ts';
import { leaseOf } from '../loan/lock.ts';
import type { HeldLoan } from '../loan/product.ts';
import { holdLoans, type LoanIds } from './hold-loans.ts';

/** So few that a request that comes meanwhile hardly notices, so many that a commit is shared. */
export const together = 25;

interface BringTools {
  readonly clock: MachineClock;
  position(): number;
}

/** Their rows are held. What the loans need besides is read for all of them in the same flight. */
export async function bringLoans(
  tx: Tx,
  now: Instant,
  loans: readonly LoanIds[],
  tools: BringTools,
  isWanted: (held: HeldLoan) => boolean = () => true,
): Promise<Changed[]> {
  if (loans.length === 0) return [];
  const [found, last] = await Promise.all([
    holdLoans(tx, loans),
    lastUnorderedOf(
      tx,
      loans.map((one) => one.person_id),
    ),
  ]);
  const maker = {
    realm: tx.realm,
    now,
    position: tools.position,
    requestId: null,
    actor: system,
    declared: ledgerEvents,
  };
  const afters = new Map([...last].map(([subjectId, at]) => [subjectId, { subjectId, position: at }]));
  // What somebody works on is left to its time.
  const held = found.filter((one) => leaseOf(one.row, tools.clock.micros()) === undefined && isWanted(one));
  const recorders = held.map(({ row }) => eventRecorder(maker, afters.get(row.person_id)));
  const changed = await changeLoans(
    tx,
    held.map((one, i) => ({
      ctx: { now, emit: recorders[i]!.emit, actor: system, machineMicros: () => tools.clock.micros() },
      held: one,
    })),
  );
  writeEvents(
    tx,
    recorders.flatMap(({ rows }) => rows),
  );
  return changed;
}
