// Follows the events that workflows wait for: the day looks at an item whose event has come. To hear of an event twice is
// to look twice, and to find nothing new.
import { holdPerson } from '#capabilities/people/index.ts';
import { businessNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Duty } from '#platform/chore.ts';
import type { Realm } from '#platform/db/realm.ts';
import { followEvents, type Place } from '#platform/events/follow-events.ts';
import { inGroups } from '#platform/work/in-groups.ts';

export const watchingEvents = (tools: WorkTools): Duty => ({
  name: 'workflows.watch',
  run: (mode) =>
    followEvents(tools.database, mode, 'workflows', async (realm, places) => {
      await watch(tools, realm, places);
      return true;
    }),
});

/** What waits is looked at in the commit of its borrower, where there is anything that waits at all. */
async function watch({ database, clock }: WorkTools, realm: Realm, places: readonly Place[]): Promise<void> {
  const reader = database.reader(realm);
  const types = [...new Set(places.map(({ event_type }) => event_type))];
  const people = [...new Set(places.map(({ subject_id }) => subject_id))];
  const waiting = await reader.rows(
    reader.db
      .selectFrom('workflow_items')
      .select(['person_id', 'id', 'waits_for', 'position'])
      .where('person_id', 'in', people)
      .where('waits_for', 'in', types),
  );
  const reached = waiting.filter((item) =>
    places.some(
      ({ subject_id, event_type, position }) =>
        subject_id === item.person_id && event_type === item.waits_for && position > item.position,
    ),
  );
  await inGroups(reached, database.grouping, (group) =>
    database.transact(realm, async (tx) => {
      const now = await businessNow(tx, clock);
      // Each move of a workflow holds its borrower and writes whole items: it must not write over this.
      for (const personId of [...new Set(group.map(({ person_id }) => person_id))].sort())
        await holdPerson(tx, personId);
      for (const { person_id, id } of group) {
        tx.write(
          tx.db
            .updateTable('workflow_items')
            .set({ acts_at: now, look_at: now })
            .where('person_id', '=', person_id)
            .where('id', '=', id)
            .where('waits_for', 'is not', null),
        );
      }
    }),
  );
}
