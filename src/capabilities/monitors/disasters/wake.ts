// After declarations the borrowers of their states are looked up by the day: an operation says of whom.
import { sql } from 'kysely';
import Type from 'typebox';
import { peopleOfStates } from '#capabilities/people/index.ts';
import { workNow } from '#platform/business-clock.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { defineJob } from '#platform/work/operations/job.ts';
import type { OperationKind } from '#platform/work/operations/operation-kind.ts';
import { type OperationView, startOperation } from '#platform/work/operations/operations.ts';
import { persistently } from '#platform/work/operations/persistently.ts';

const job = defineJob('monitors.wake', Type.Object({ states: Type.Array(Type.String()) }));

export const startWaking = (ctx: CommandContext, tx: Tx, states: readonly string[]): OperationView =>
  startOperation(ctx, tx, job, { states: [...states] });

const togetherMax = 500;

/** Whoever is woken twice is looked up twice, and nothing new is found. */
export const waking: OperationKind = {
  ...job,
  async run(running) {
    const { states } = job.readInput(running.input);
    const together = Math.min(togetherMax, running.database.grouping.personsMax);
    for (let after = ''; ; ) {
      const people = await peopleOfStates(running.reader, running.vault, { states, after });
      for (let at = 0; at < people.length; at += together) {
        const some = people.slice(at, at + together);
        await persistently(() =>
          running.piece(async (tx) => {
            wake(tx, some, await workNow(tx, running.clock));
            return { done: some.length, counts: {} };
          }),
        );
      }
      const last = people.at(-1);
      if (last === undefined) break;
      after = last;
    }
    await running.finish(async (tx) => ({ people: (await running.counted(tx)).done }));
  },
};

const wake = (tx: Tx, personIds: readonly string[], now: Awaited<ReturnType<typeof workNow>>): void =>
  tx.write(
    tx.db
      .updateTable('monitoring_statuses')
      .set({ next_check_at: now })
      .where('monitor', '=', 'federalEmergency')
      .where('person_id', '=', sql<string>`any(${personIds}::text[])`),
  );
