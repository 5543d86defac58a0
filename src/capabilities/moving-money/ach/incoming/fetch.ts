// Fetches what a bank has left for us. What lies there unchanged at two looks is whole; it is read once, whatever its name,
// and stays there: the bank clears its own folder.
import { businessNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import { machineNow, stopwatch } from '#platform/clock.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type FilePlace, type FileSeen, PlaceFailed } from '#platform/file-places/file-place.ts';
import { persistently } from '#platform/work/operations/persistently.ts';
import { secretsOfBank } from '../../orders/companies-providers/carrier.ts';
import { openPlace } from '../files/place-of-bank.ts';
import { keepFile } from './keep-file.ts';
import type { Originator } from './originators.ts';

type FetchTools = Pick<WorkTools, 'database' | 'vault' | 'clock' | 'log' | 'position' | 'settings'>;

const notedAtOnce = 1_000;
/** Less than anybody waits for a worker that has taken the look (ask-for-news.ts): the rest is fetched at the next one. */
const turnMs = 240_000;

/** Under such a name somebody is still writing. */
const isBeingWritten = ({ name }: FileSeen): boolean => /^\.|\.(tmp|part|filepart)$/i.test(name);

/** Returns why a file could not be fetched; null: all were that are whole. Errors: PlaceFailed. */
export async function fetchIncoming(
  tools: FetchTools,
  realm: Realm,
  { carrierId, settings }: Originator,
): Promise<string | null> {
  const folder = settings.place.incomingFolder;
  if (folder == null) return null;
  const reader = tools.database.reader(realm);
  const secrets = await secretsOfBank(reader, tools, carrierId);
  const { webhookDevHosts: devHosts, bankFilesDirectory = null } = tools.settings;
  const incoming = { ...settings, place: { ...settings.place, folder } };
  const place = await openPlace(incoming, { realm, secrets, devHosts, bankFilesDirectory });
  try {
    const files = (await place.list()).filter((file) => !isBeingWritten(file));
    const seen = await seenBefore(reader, carrierId, files);
    await noteSeen(
      tools,
      realm,
      carrierId,
      files.filter((file) => !seen.has(markOf(file))),
    );
    const whole = files.filter((file) => seen.get(markOf(file))?.fetched_at === null);
    return await fetchAll(tools, reader, place, carrierId, whole);
  } finally {
    await place.close();
  }
}

const markOf = ({ name, bytes, changedAt }: FileSeen): string => `${name} ${bytes} ${changedAt}`;

async function seenBefore({ db, rows }: Reader, carrierId: string, files: readonly FileSeen[]) {
  const seen = await rows(
    db
      .selectFrom('ach_fetches')
      .select(['mark', 'fetched_at'])
      .where('carrier_id', '=', carrierId)
      .where('mark', '=', (eb) => eb.fn.any(eb.val(files.map(markOf)))),
  );
  return new Map(seen.map((row) => [row.mark, row]));
}

async function noteSeen({ database, clock }: FetchTools, realm: Realm, carrierId: string, files: readonly FileSeen[]) {
  for (let at = 0; at < files.length; at += notedAtOnce) {
    const rows = files
      .slice(at, at + notedAtOnce)
      .map((file) => ({ carrier_id: carrierId, mark: markOf(file), seen_at: machineNow(clock), fetched_at: null }));
    await database.transact(realm, async (tx) => {
      tx.write(
        tx.db
          .insertInto('ach_fetches')
          .values(rows)
          .onConflict((conflict) => conflict.columns(['company_id', 'carrier_id', 'mark'] as never).doNothing()),
      );
    });
  }
}

/** One that cannot be fetched holds up no other. */
async function fetchAll(
  tools: FetchTools,
  reader: Reader,
  place: FilePlace,
  carrierId: string,
  files: readonly FileSeen[],
): Promise<string | null> {
  const since = stopwatch();
  let why: string | null = null;
  for (const file of files.toSorted((a, b) => a.changedAt - b.changedAt)) {
    if (since() > turnMs) break;
    try {
      await fetchOne(tools, reader, place, carrierId, file);
    } catch (error) {
      if (!(error instanceof PlaceFailed)) throw error;
      why ??= error.message;
    }
  }
  return why;
}

async function fetchOne(
  tools: FetchTools,
  reader: Reader,
  place: FilePlace,
  carrierId: string,
  file: FileSeen,
): Promise<void> {
  const bytes = await place.read(file);
  // It is written to at this moment: the next look sees another one.
  if (bytes.length !== file.bytes) return;
  const now = await businessNow(reader, tools.clock);
  // Another service may keep the same bytes at the same time.
  await persistently(() =>
    tools.database.transact(reader.realm, async (tx) => {
      const received = { fileName: file.name.slice(0, 200), bytes, by: null, fetchedFrom: carrierId };
      await keepFile(tools, tx, now, received);
      tx.write(
        tx.db
          .updateTable('ach_fetches')
          .set({ fetched_at: machineNow(tools.clock) })
          .where('carrier_id', '=', carrierId)
          .where('mark', '=', markOf(file)),
      );
    }),
  );
}
