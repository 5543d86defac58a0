// Fetches what a bank has left for us: kept raw, once.
import { businessNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Realm } from '#platform/db/realm.ts';
import { openPlace } from '#platform/file-places/company-place.ts';
import { fetchFiles, isFetched } from '#platform/file-places/fetch-files.ts';
import { persistently } from '#platform/work/operations/persistently.ts';
import { secretsOfBank } from '../../orders/companies-providers/carrier.ts';
import { keepFile } from './keep-file.ts';
import type { Originator } from './originators.ts';

type FetchTools = Pick<WorkTools, 'database' | 'vault' | 'clock' | 'log' | 'position' | 'settings'>;

/** Returns why a file could not be fetched; null: all were that are whole. Errors: PlaceFailed. */
export async function fetchIncoming(
  tools: FetchTools,
  realm: Realm,
  { carrierId, settings }: Originator,
): Promise<string | null> {
  const folder = settings.place.incomingFolder;
  if (folder == null) return null;
  const { database, clock } = tools;
  const reader = database.reader(realm);
  const secrets = await secretsOfBank(reader, tools, carrierId);
  const place = await openPlace({ ...settings.place, folder }, { realm, secrets, settings: tools.settings });
  try {
    return await fetchFiles(tools, place, {
      realm,
      placeId: carrierId,
      async take(file, bytes) {
        const now = await businessNow(reader, clock);
        const received = { fileName: file.name.slice(0, 200), bytes, by: null, fetchedFrom: carrierId };
        // Another service may keep the same bytes at the same time.
        await persistently(() =>
          database.transact(realm, async (tx) => {
            await keepFile(tools, tx, now, received);
            isFetched(tx, tools, carrierId, file);
          }),
        );
      },
    });
  } finally {
    await place.close();
  }
}
