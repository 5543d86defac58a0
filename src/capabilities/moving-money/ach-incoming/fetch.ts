// Fetches what a bank has left for us. What lies there unchanged at two looks is whole; it is read once, whatever its name,
// and stays there: the bank clears its own folder.
import { businessNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import { machineNow } from '#platform/clock.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { type FilePlace, type FileSeen, PlaceFailed } from '#platform/file-places/file-place.ts';
import { openPlace } from '../ach-files/place-of-bank.ts';
import { secretsOfBank } from '../companies-providers/carrier.ts';
import { keepFile } from './keep-file.ts';
import type { Originator } from './originators.ts';

type FetchTools = Pick<WorkTools, 'database' | 'vault' | 'clock' | 'log' | 'position' | 'settings'>;

/** Over a million lines. */
const bytesMax = 134_217_728;
const lookedAtMax = 5_000;

/** Errors: PlaceFailed. */
export async function fetchIncoming(
  tools: FetchTools,
  realm: Realm,
  { carrierId, settings }: Originator,
): Promise<void> {
  const folder = settings.place.incomingFolder;
  if (folder == null) return;
  const reader = tools.database.reader(realm);
  const secrets = await secretsOfBank(reader, tools, carrierId);
  const { webhookDevHosts: devHosts, bankFilesDirectory = null } = tools.settings;
  const incoming = { ...settings, place: { ...settings.place, folder } };
  const place = await openPlace(incoming, { realm, secrets, devHosts, bankFilesDirectory });
  try {
    const files = await place.list();
    if (files.length > lookedAtMax) throw new PlaceFailed(`More than ${lookedAtMax} files lie with the bank.`);
    const seen = await seenBefore(reader, carrierId);
    for (const file of files.toSorted((a, b) => a.changedAt - b.changedAt)) {
      const before = seen.get(markOf(file));
      if (before === undefined)
        await tools.database.transact(realm, async (tx) => noteSeen(tools, tx, carrierId, file));
      else if (before.fetched_at === null) await fetchOne(tools, reader, place, carrierId, file);
    }
  } finally {
    await place.close();
  }
}

const markOf = ({ name, bytes, changedAt }: FileSeen): string => `${name} ${bytes} ${changedAt}`;

async function seenBefore({ db, rows }: Reader, carrierId: string) {
  const seen = await rows(
    db.selectFrom('ach_fetches').select(['mark', 'fetched_at']).where('carrier_id', '=', carrierId),
  );
  return new Map(seen.map((row) => [row.mark, row]));
}

function noteSeen({ clock }: FetchTools, tx: Tx, carrierId: string, file: FileSeen): void {
  const row = { carrier_id: carrierId, mark: markOf(file), seen_at: machineNow(clock), fetched_at: null };
  tx.write(
    tx.db
      .insertInto('ach_fetches')
      .values(row)
      .onConflict((conflict) => conflict.columns(['company_id', 'carrier_id', 'mark'] as never).doNothing()),
  );
}

async function fetchOne(
  tools: FetchTools,
  reader: Reader,
  place: FilePlace,
  carrierId: string,
  file: FileSeen,
): Promise<void> {
  if (file.bytes > bytesMax)
    throw new PlaceFailed(`A file of the bank has ${file.bytes} bytes: more than ${bytesMax}.`);
  const bytes = await place.read(file.name);
  const now = await businessNow(reader, tools.clock);
  await tools.database.transact(reader.realm, async (tx) => {
    const received = { fileName: file.name.slice(0, 200), bytes, by: null, fetchedFrom: carrierId };
    await keepFile(tools, tx, now, received);
    tx.write(
      tx.db
        .updateTable('ach_fetches')
        .set({ fetched_at: machineNow(tools.clock) })
        .where('carrier_id', '=', carrierId)
        .where('mark', '=', markOf(file)),
    );
  });
}
