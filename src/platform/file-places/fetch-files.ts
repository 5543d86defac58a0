// Fetches what others have left for us in a folder. What lies there unchanged at two looks is whole; it is read once,
// whatever its name, and stays there: whose folder it is clears it.
import type { WorkTools } from '#platform/capability.ts';
import { machineNow, stopwatch } from '#platform/clock.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { type FilePlace, type FileSeen, PlaceFailed } from './file-place.ts';
import './tables.ts';

type FetchTools = Pick<WorkTools, 'database' | 'clock'>;

interface Watched {
  readonly realm: Realm;
  readonly placeId: string;
  /** Keeps what was read, and says `isFetched` in the same commit. Another worker may keep the same bytes at once. */
  take(file: FileSeen, bytes: Buffer): Promise<void>;
}

const notedAtOnce = 1_000;
/** Less than anybody waits for a worker that has taken the look: the rest is fetched at the next one. */
const turnMs = 240_000;

/** Under such a name somebody is still writing. */
const isBeingWritten = ({ name }: FileSeen): boolean => /^\.|\.(tmp|part|filepart)$/i.test(name);

/** Returns why a file could not be fetched; null: all were that are whole. Errors: PlaceFailed. */
export async function fetchFiles(tools: FetchTools, place: FilePlace, watched: Watched): Promise<string | null> {
  const { realm, placeId } = watched;
  const files = (await place.list()).filter((file) => !isBeingWritten(file));
  const seen = await seenBefore(tools.database.reader(realm), placeId, files);
  await noteSeen(
    tools,
    realm,
    placeId,
    files.filter((file) => !seen.has(markOf(file))),
  );
  const whole = files.filter((file) => seen.get(markOf(file))?.fetched_at === null);
  return fetchAll(place, watched, whole);
}

const markOf = ({ name, bytes, changedAt }: FileSeen): string => `${name} ${bytes} ${changedAt}`;

async function seenBefore({ db, rows }: Reader, placeId: string, files: readonly FileSeen[]) {
  const seen = await rows(
    db
      .selectFrom('file_fetches')
      .select(['mark', 'fetched_at'])
      .where('place_id', '=', placeId)
      .where('mark', '=', (eb) => eb.fn.any(eb.val(files.map(markOf)))),
  );
  return new Map(seen.map((row) => [row.mark, row]));
}

async function noteSeen({ database, clock }: FetchTools, realm: Realm, placeId: string, files: readonly FileSeen[]) {
  for (let at = 0; at < files.length; at += notedAtOnce) {
    const rows = files
      .slice(at, at + notedAtOnce)
      .map((file) => ({ place_id: placeId, mark: markOf(file), seen_at: machineNow(clock), fetched_at: null }));
    await database.transact(realm, async (tx) => {
      tx.write(
        tx.db
          .insertInto('file_fetches')
          .values(rows)
          .onConflict((conflict) => conflict.columns(['company_id', 'place_id', 'mark'] as never).doNothing()),
      );
    });
  }
}

/** One that cannot be fetched holds up no other. */
async function fetchAll(
  place: FilePlace,
  { take }: Pick<Watched, 'take'>,
  files: readonly FileSeen[],
): Promise<string | null> {
  const since = stopwatch();
  let why: string | null = null;
  for (const file of files.toSorted((a, b) => a.changedAt - b.changedAt)) {
    if (since() > turnMs) break;
    try {
      const bytes = await place.read(file);
      // One of another length is written to at this moment: the next look sees another one.
      if (bytes.length === file.bytes) await take(file, bytes);
    } catch (error) {
      if (!(error instanceof PlaceFailed)) throw error;
      why ??= error.message;
    }
  }
  return why;
}

/** In the commit that keeps what was read. */
export const isFetched = (tx: Tx, { clock }: Pick<FetchTools, 'clock'>, placeId: string, file: FileSeen): void =>
  tx.write(
    tx.db
      .updateTable('file_fetches')
      .set({ fetched_at: machineNow(clock) })
      .where('place_id', '=', placeId)
      .where('mark', '=', markOf(file)),
  );
