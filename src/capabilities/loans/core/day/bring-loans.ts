// Brings loans to the present of their realm, a small number in one transaction. The replay covers every day since the
// last one, so one change is enough after any time without work, and each event is emitted as of its own day.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { peopleAsSubjects } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import type { MachineClock } from '#platform/clock.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { eventRecorder, writeEvents } from '#platform/events/record-events.ts';
import { type Changed, changeLoans } from '../books/change-loan.ts';
import { ledgerEvents } from '../books/ledger-events.ts';
import { mayBeChanged } from '../loan/lock.ts';
import type { LoanIds } from '../loan/named-loans.ts';
import type { HeldLoan } from '../loan/product.ts';
import { holdLoans } from './hold-loans.ts';

/** So few loans that a request hardly has to wait for them, and so many that they share the cost of a commit. */
export const together = 25;

interface BringTools {
  readonly clock: MachineClock;
  position(): number;
}

/** The caller has locked the rows. What the loans need besides is read for all of them in the same flight. */
export async function bringLoans(
  tx: Tx,
  now: Instant,
  loans: readonly LoanIds[],
  tools: BringTools,
  isWanted: (held: HeldLoan) => boolean = () => true,
): Promise<Changed[]> {
  if (loans.length === 0) return [];
  const [found, owners] = await Promise.all([
    holdLoans(tx, loans),
    peopleAsSubjects(
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
  // A loan with a lease is left out: it comes later.
  const held = found.filter((one) => mayBeChanged(one.row, tools.clock.micros()) && isWanted(one));
  const recorders = held.map(({ row }) => eventRecorder(maker, owners.get(row.person_id)));
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
