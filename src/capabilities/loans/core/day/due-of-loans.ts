// Things of loans that come due at an instant, such as payments to order: those of one loan one after the other, each
// in the commit of its loan, with what it emits.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Ordering } from '#capabilities/moving-money/index.ts';
import { peopleAsSubjects } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import { inOneRowEach, writeOutbox } from '#platform/command/outbox.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { eventRecorder, writeEvents } from '#platform/events/record-events.ts';
import type { PassingDay } from '#platform/work/day/daily-step.ts';
import type { LoanContext } from '../books/replayed.ts';
import { findLoan } from '../lifecycle/loan.ts';
import { mayBeChanged } from '../loan/lock.ts';
import type { HeldLoan } from '../loan/product.ts';

/** What a thing is brought with: it may be a payment that is ordered. */
export type DayContext = LoanContext & Ordering;

interface OfLoan {
  readonly person_id: string;
  readonly loan_id: string;
}

interface Due<Thing extends OfLoan> {
  readonly things: readonly Thing[];
  readonly emits: readonly EventKind[];
  bring(ctx: DayContext, tx: Tx, held: HeldLoan, thing: Thing): Promise<void>;
}

/** A loan on which somebody else works is left for later. */
export async function bringOfLoans<Thing extends OfLoan>(
  day: PassingDay,
  tx: Tx,
  now: Instant,
  { things, emits, bring }: Due<Thing>,
): Promise<readonly Thing[]> {
  const owners = await peopleAsSubjects(
    tx,
    things.map((one) => one.person_id),
  );
  const events: Parameters<typeof writeEvents>[1][number][] = [];
  const work: Work[] = [];
  const asked: DayContext['asked'] = new Map();
  const maker = { realm: tx.realm, now, position: day.position, requestId: null, actor: system, declared: emits };
  const one = async (thing: Thing): Promise<void> => {
    const recorder = eventRecorder(maker, owners.get(thing.person_id));
    const held = await findLoan(tx, { personId: thing.person_id, loanId: thing.loan_id });
    if (held === undefined || !mayBeChanged(held.row, day.clock.micros())) return;
    await bring({ ...contextOf(day, tx, now, thing, work), emit: recorder.emit, asked }, tx, held, thing);
    events.push(...recorder.rows);
  };
  await Promise.all(
    [...Map.groupBy(things, ({ loan_id }) => loan_id).values()].map(async (own) => {
      for (const thing of own) await one(thing);
    }),
  );
  writeEvents(tx, events);
  writeOutbox(tx, inOneRowEach(work));
  return things;
}

type Work = Parameters<typeof writeOutbox>[1][number];

const contextOf = (day: PassingDay, tx: Tx, now: Instant, { person_id: subjectId }: OfLoan, work: Work[]) => ({
  realm: tx.realm,
  now,
  vault: day.vault,
  position: day.position,
  actor: system,
  machineMicros: () => day.clock.micros(),
  enqueue: (job: string, payload: Record<string, unknown>): void =>
    void work.push({ subjectId, position: day.position(), job, payload }),
});
