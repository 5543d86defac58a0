// Moves the clock of a test realm forward: from one instant at which something is due to the next, so that everything
// happens, and is dated, as if the time had really passed. The cost depends on what is due and not on the calendar.

import { setTimeout as sleep } from 'node:timers/promises';
import { dayNumberOf } from '@tenor/engine/values/civil-date.ts';
import { dateInUtc, type Instant } from '@tenor/engine/values/instant.ts';
import Type from 'typebox';
import { stopwatch } from '#platform/clock.ts';
import { oneAfterTheOther } from '#platform/db/cluster/grouping.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { type DailyStep, type PassingDay, type ReadByDay, readsNothing } from '#platform/work/day/daily-step.ts';
import { makeTroubles } from '#platform/work/day/troubles.ts';
import type { Span } from '#platform/work/due-rows.ts';
import { defineJob, KeptInstant } from '#platform/work/operations/job.ts';
import type { OperationKind, Running } from '#platform/work/operations/operation-kind.ts';
import { persistently } from '#platform/work/operations/persistently.ts';

export const advancing = defineJob('testClock.advance', Type.Object({ from: KeptInstant, to: KeptInstant }));

/** Clients do not need the progress more often. */
const progressEveryMs = 200;

export const advanceClock = (steps: readonly DailyStep[], whole: ReadByDay = readsNothing): OperationKind => ({
  ...advancing,
  needs: ['test.clock:update'],
  async run(running) {
    const { from, to } = advancing.readInput(running.input);
    const failed = await passDays({ running, whole }, steps, from, to);
    const days = daysBetween(from, to);
    await running.finish(async (tx) => {
      running.mark(tx, { done: days, total: days });
      tx.write(ownClock(tx, running.operationId).set({ now_at: to, operation_id: null }));
      return { now: to, ...(failed === 0 ? {} : { failed }) };
    });
  },
  async release(tx, { operationId }) {
    tx.write(ownClock(tx, operationId).set({ operation_id: null }));
    return null;
  },
});

const ownClock = (tx: Tx, operationId: string) =>
  tx.db.updateTable('test_clocks').where('operation_id', '=', operationId);

/**
 * After a crash the next worker begins at the present instant of the clock: work that is due then may not be done yet.
 */
async function passDays(
  { running, whole }: { readonly running: Running; readonly whole: ReadByDay },
  steps: readonly DailyStep[],
  from: Instant,
  to: Instant,
): Promise<number> {
  const { reader, step, operationId } = running;
  let at = (await reader.row(reader.db.selectFrom('test_clocks').select('now_at')))?.now_at ?? from;
  let after: Instant | null = null;
  const day = passingDay(running, whole, () => at);
  const total = daysBetween(from, to);
  for (let sinceProgress: (() => number) | undefined; ; ) {
    const next = await earliest(steps, running, { after, until: to });
    if (next === null) return day.troubles.count();
    if (next > at) at = next;
    const isToBeTold = sinceProgress === undefined || sinceProgress() >= progressEveryMs;
    await step(async (tx) => {
      tx.write(ownClock(tx, operationId).set({ now_at: at }));
      if (isToBeTold) running.mark(tx, { done: daysBetween(from, at), total });
    });
    if (isToBeTold) sinceProgress = stopwatch();
    await passInstant(day, reader, steps, at);
    // Work that failed is left behind; the clock does not wait for it.
    after = at;
  }
}

async function earliest(steps: readonly DailyStep[], { reader }: Running, span: Span): Promise<Instant | null> {
  const [plain, rare] = [steps.filter(({ firstIn }) => !firstIn), steps.flatMap(({ firstIn }) => firstIn ?? [])];
  const each = [nextOf(reader, plain, span), ...rare.map(async (firstIn) => [await firstIn(reader, span)])];
  const found = (await Promise.all(each)).flat();
  return found.reduce<Instant | null>(
    (first, at) => (at !== null && (first === null || at < first) ? at : first),
    null,
  );
}

/** When each step has something to do next: one flight for all. */
async function nextOf(reader: Reader, steps: readonly DailyStep[], span: Span): Promise<(Instant | null)[]> {
  const found = await reader.together(...steps.map(({ due }) => due.next(reader, span)));
  return found.map(([row]) => row?.at ?? null);
}

/**
 * The steps that have something to do, in their order. A look costs far less than a step that finds nothing, and what
 * one step does may bring work to those after it, so after each the rest is looked at again.
 */
async function passInstant(day: PassingDay, reader: Reader, steps: readonly DailyStep[], now: Instant): Promise<void> {
  for (let left = steps; left.length > 0; ) {
    const due = await nextOf(reader, left, { after: null, until: now });
    const first = due.findIndex((at) => at !== null);
    const step = left[first];
    if (step === undefined) return;
    while ((await step.run(day)).isMore);
    left = left.slice(first + 1);
  }
}

const daysBetween = (from: Instant, to: Instant): number => dayNumberOf(dateInUtc(to)) - dayNumberOf(dateInUtc(from));

/** Each transaction locks the operation, so that a worker that lost it changes nothing any more. */
const passingDay = (running: Running, whole: ReadByDay, now: () => Instant): PassingDay => ({
  whole,
  realm: running.realm,
  transact: (work) => persistently(() => running.step((tx) => work(tx, now()))),
  database: running.database,
  vault: running.vault,
  // Each commit holds the operation's row, so there is one at a time.
  grouping: oneAfterTheOther,
  clock: running.clock,
  position: running.position,
  log: running.log,
  troubles: makeTroubles(running.clock),
  waits: true,
  stopping: new AbortController().signal,
  told: () => {},
  rest: async () => void (await sleep(0)),
});
