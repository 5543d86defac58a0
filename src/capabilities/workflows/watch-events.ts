// Follows the events that workflows wait for: the day looks at an item whose event has come. To hear of an event twice is
// to look twice, and to find nothing new.
import { businessNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Duty } from '#platform/chore.ts';
import type { Realm } from '#platform/db/realm.ts';
import { followEvents, type Place } from '#platform/events/follow-events.ts';
import { inGroups } from '#platform/work/in-groups.ts';
import { holdOwners } from './run/whose.ts';

export const watchingEvents = (tools: WorkTools): Duty => ({
  name: 'workflows.watch',
  run: (mode) =>
    followEvents(tools.database, mode, 'workflows', async (realm, places) => {
      await watch(tools, realm, places);
      return true;
    }),
});

/** What waits is looked at in a commit that holds its owner, where there is anything that waits at all. */
async function watch({ database, clock }: WorkTools, realm: Realm, places: readonly Place[]): Promise<void> {
  const reader = database.reader(realm);
  const types = [...new Set(places.map(({ event_type }) => event_type))];
  const owners = [...new Set(places.map(({ subject_id }) => subject_id))];
  const waiting = await reader.rows(
    reader.db
      .selectFrom('workflow_items')
      .select(['owner_id', 'case_id', 'id', 'waits_for', 'position'])
      .where('owner_id', 'in', owners)
      .where('waits_for', 'in', types),
  );
  const reached = waiting.filter((item) =>
    places.some(
      ({ subject_id, event_type, position }) =>
        subject_id === item.owner_id && event_type === item.waits_for && position > item.position,
    ),
  );
  await inGroups(reached, database.grouping, (group) =>
    database.transact(realm, async (tx) => {
      const now = await businessNow(tx, clock);
      await holdOwners(tx, group);
      for (const { owner_id, id } of group) {
        tx.write(
          tx.db
            .updateTable('workflow_items')
            .set({ acts_at: now, look_at: now })
            .where('owner_id', '=', owner_id)
            .where('id', '=', id)
            .where('waits_for', 'is not', null),
        );
      }
    }),
  );
}
