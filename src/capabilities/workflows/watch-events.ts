// Follows the events that workflows wait for: the day looks at an item whose event has come. To hear of an event twice is
// to look twice, and to find nothing new.
import { businessNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Duty } from '#platform/chore.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { eventsAt, followEvents, type Place } from '#platform/events/follow-events.ts';
import { inGroups } from '#platform/work/in-groups.ts';
import { holdOwners } from './run/whose.ts';
import type { ItemRow } from './tables.ts';

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
  const cases = await casesTold(reader, places, waiting);
  const reached = waiting.filter((item) =>
    places.some((place) => reaches(place, item) && (cases.get(place.sequence) ?? item.case_id) === item.case_id),
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

type Waiting = Pick<ItemRow, 'owner_id' | 'waits_for' | 'position'>;

const reaches = ({ subject_id, event_type, position }: Place, item: Waiting): boolean =>
  subject_id === item.owner_id && event_type === item.waits_for && position > item.position;

/**
 * All cases of the company lie with the company, so the place of an event does not say which of them it is about: the event
 * itself does. By the place in the order of events; what is about no case is left out, and ends the wait of any.
 */
async function casesTold(
  reader: Reader,
  places: readonly Place[],
  waiting: readonly Waiting[],
): Promise<ReadonlyMap<number, string>> {
  const { companyId } = reader.realm;
  const ofCompany = waiting.filter(({ owner_id }) => owner_id === companyId);
  const events = await eventsAt(
    reader,
    places.filter((place) => ofCompany.some((item) => reaches(place, item))),
  );
  return new Map(
    events.flatMap(({ sequence, details: { companyCaseId: id } }) => (typeof id === 'string' ? [[sequence, id]] : [])),
  );
}
