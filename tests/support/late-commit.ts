// An event that is written early and committed late: events with later positions are committed before it.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import Type from 'typebox';
import { system } from '#platform/actor.ts';
import { machineNow } from '#platform/clock.ts';
import { defineEvent } from '#platform/events/event-kind.ts';
import { eventRecorder } from '#platform/events/record-events.ts';
import type { Client, House } from './house.ts';

export const happened = defineEvent({
  type: 'test.happened',
  summary: 'It happened.',
  subject: 'person',
  fields: { nth: Type.Integer() },
});

/** Calls `begun` when the event is written, and commits it when `mayCommit` is fulfilled. */
export async function committedLate(
  { service: { database, clock, position } }: House,
  { realm }: Client,
  subjectId: string,
  begun: () => void,
  mayCommit: Promise<void>,
): Promise<void> {
  await database.transact(realm, async (tx) => {
    const maker = { realm, now: machineNow(clock), position, requestId: null, actor: system, declared: [happened] };
    const events = eventRecorder(maker, { subjectId, position: 0, personExternalId: null });
    events.emit(happened, subjectId, { nth: 1 });
    events.flush(tx);
    begun();
    // The server ends a transaction that says nothing for long, and the others may take their time on a full machine.
    let isOver = false;
    void mayCommit.then(() => {
      isOver = true;
    });
    while (!isOver) {
      await tx.rows(tx.db.selectNoFrom(sql`1`.as('one')));
      await Promise.race([mayCommit, sleep(1_000)]);
    }
  });
}
