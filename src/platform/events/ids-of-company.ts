// The ids of a company's events. The key is drawn with the company's first place and never changed: an id that was shown
// names the same event for ever. Each company has its own, as each has its own rows.
import type { Builder } from '#platform/db/builder.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { ofEach } from '#platform/of-each.ts';
import { type EventIds, eventIds } from './event-ids.ts';

/** The handle of a company serves both modes. */
const known = ofEach((_: Builder): Partial<Record<Mode, EventIds>> => ({}));

/** Undefined as long as no event of the company has a place. */
export async function idsOf(reader: Pick<Reader, 'db' | 'realm' | 'row'>): Promise<EventIds | undefined> {
  const { mode } = reader.realm;
  const kept = known(reader.db);
  if (kept[mode] === undefined) {
    const found = await reader.row(reader.db.selectFrom('event_keys').select('key'));
    if (found !== undefined) kept[mode] = eventIds(found.key);
  }
  return kept[mode];
}
