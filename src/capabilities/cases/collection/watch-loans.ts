// Follows the events of loans: of a borrower whose loan became overdue, owes another amount, or became current, or who was
// told so where that counts, the day is asked to look. So the work follows what has happened, whatever the portfolio holds.

import { settingsOf } from '#capabilities/company/index.ts';
import { businessNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Duty } from '#platform/chore.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { eventsAt, followEvents, type Place } from '#platform/events/follow-events.ts';
import { inGroups } from '#platform/work/in-groups.ts';

const heard: ReadonlySet<string> = new Set([
  'loan.overdue',
  'loan.overdue.update',
  'loan.current',
  'loan.paidoff',
  'loan.closed',
]);

export const watchingLoans = (tools: WorkTools): Duty => ({
  name: 'collections.watch',
  run: (mode) =>
    followEvents(tools.database, mode, 'collections', async (realm, places) => {
      await watch(tools, realm, places);
      return true;
    }),
});

/** To watch somebody twice is to look twice, and to find nothing new. */
async function watch({ database, clock }: WorkTools, realm: Realm, places: readonly Place[]): Promise<void> {
  const people = places.filter(({ event_type }) => heard.has(event_type)).map(({ subject_id }) => subject_id);
  const told = await toldOfOverdue(database, realm, places);
  await inGroups([...new Set([...people, ...told])].sort(), database.grouping, (group) =>
    database.transact(realm, async (tx) => {
      const lookAt = await businessNow(tx, clock);
      for (const personId of group) {
        tx.write(
          tx.db
            .insertInto('collection_watches')
            .values({ person_id: personId, look_at: lookAt })
            .onConflict((taken) => taken.column('person_id').doUpdateSet({ look_at: lookAt })),
        );
      }
    }),
  );
}

/** Who was sent a notice of what is overdue. Most companies count none, and their messages are not read. */
async function toldOfOverdue(
  database: RealmDatabase,
  realm: Realm,
  places: readonly Place[],
): Promise<readonly string[]> {
  const sent = places.filter(({ event_type }) => event_type === 'communication.send');
  if (sent.length === 0) return [];
  const reader = database.reader(realm);
  const { autoInitiate } = (await settingsOf(reader)).collections ?? {};
  if (autoInitiate?.overdueNoticesMin == null) return [];
  const events = await eventsAt(reader, sent);
  return events
    .filter(({ details }) => String(details.subject).startsWith('loanOverdue'))
    .map(({ subject_id }) => subject_id);
}
