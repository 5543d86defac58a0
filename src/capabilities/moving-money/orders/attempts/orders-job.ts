// Sends orders: a job from the outbox takes one. What a dead worker left, or a lost job, is found by `held_until`, and
// comes through the outbox again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chore } from '#platform/chore.ts';
import { stopwatch } from '#platform/clock.ts';
import { writeOutbox } from '#platform/command/outbox.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { Pace } from '#platform/pace.ts';
import { inBatches } from '#platform/work/in-batches.ts';
import type { JobKind } from '#platform/work/jobs.ts';
import { fewAtOnce } from '#platform/work/operations/few-at-once.ts';
import { type AttemptRef, attemptUpdate } from './attempt.ts';
import { lookAgainMicros, sendJob } from './give-order.ts';
import { type OrderTools, workIn } from './order-work.ts';
import { sendMany, togetherMax } from './send-many.ts';
import { workOn } from './send-order.ts';
import { attemptStates } from './states.ts';
import type { AttemptRow } from './tables.ts';

/** So many orders of a company are under way at once in a process; a provider that hangs delays no other company. */
const atOnceMax = 8;
/** Two, so that one is heard of while the other is sent; on a cluster, where each has one order, as many as alone. */
const batchesMax = 2;

/** `pace`: requests of the process come first, as they do beside the day. */
export function ordersJob(tools: OrderTools, pace: Pace): JobKind {
  const inTurn = fewAtOnce(() => atOnceMax);
  const { personsMax, commitsAtOnce } = tools.database.grouping;
  const gather = inBatches<Sending>({
    atOnceMax: batchesMax * commitsAtOnce,
    togetherMax: Math.min(togetherMax, personsMax),
    async work(things, failed) {
      const since = stopwatch();
      const left = await sendMany(workIn(tools, (things[0] as Sending).realm), things, failed);
      pace.worked(since());
      await sleep(pace.restMs());
      return left;
    },
  });
  return {
    name: sendJob,
    async run({ mode, companyId, payload }) {
      const realm = { mode, companyId };
      const ref: Sending = { personId: String(payload.personId), id: String(payload.attemptId), realm };
      const [who, what] = [`${mode} ${companyId}`, `${ref.personId} ${ref.id}`];
      const isDone = await gather(who, what, ref);
      if (!isDone) await inTurn(who, what, () => workOn(workIn(tools, realm), ref));
    },
  };
}

interface Sending extends AttemptRef {
  readonly realm: Realm;
}

/** So many of a company in a round: one with many does not keep others waiting. */
const broughtMax = 20;

export const resumeOrders = (tools: OrderTools): Chore => ({
  name: 'orders.resume',
  everyMs: 1_000,
  async run(mode) {
    const { db, rows } = tools.database.unscoped(mode);
    const left = db.selectFrom('payment_attempts').where('held_until', '<=', tools.clock.micros());
    const companies = await rows(left.select('company_id').distinct());
    const stopped = await rows(
      db.selectFrom('money_switches').select('company_id').where('stopped_at', 'is not', null),
    );
    const areStopped = new Set(stopped.map(({ company_id }) => company_id));
    for (const { company_id: companyId } of companies) {
      let own = left
        .select(['person_id', 'id', 'state', 'claim'])
        .where('company_id', '=', companyId as never)
        .orderBy('held_until')
        .limit(broughtMax);
      // What was not sent waits while payments are stopped; what may have been sent is asked for.
      if (areStopped.has(companyId)) own = own.where('state', '!=', 'ready');
      for (const one of await rows(own)) await resume(tools, { mode, companyId }, one);
    }
  },
});

type Left = Pick<AttemptRow, 'person_id' | 'id' | 'state' | 'claim'>;

/**
 * Nobody knows what a dead worker has sent. The claim is raised, so that a worker that lives after all is not heard.
 */
async function resume({ database, clock, position }: OrderTools, realm: Realm, one: Left): Promise<void> {
  const now = clock.micros();
  const { person_id: personId, id, state, claim } = one;
  const lost = attemptStates.from('lose').includes(state) ? { state: attemptStates.to('lose'), claim: claim + 1 } : {};
  await database.transact(realm, async (tx) => {
    const found = await tx.affected(
      attemptUpdate(tx.db, one)
        .set({ ...lost, held_until: now + lookAgainMicros })
        .where('claim', '=', claim)
        .where('state', '=', state)
        .where('held_until', '<=', now),
    );
    if (found > 0) enqueueOrder(tx, position, { personId, id });
  });
}

export function enqueueOrder(tx: Tx, position: () => number, { personId, id }: AttemptRef): void {
  const payload = { personId, attemptId: id };
  writeOutbox(tx, [{ subjectId: personId, position: position(), job: sendJob, payload }]);
}
