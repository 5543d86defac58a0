// Visits the places of registers, each every minute while its monitor is on: makes the request of the day, leaves the
// requests that wait, and fetches answers. Whatever dies on the way, a request is left under its one name, and the same
// bytes are read once.
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { system } from '#platform/actor.ts';
import { blobs } from '#platform/blobs/blobs.ts';
import { findBlob } from '#platform/blobs/keep-blobs.ts';
import { blobStores } from '#platform/blobs/stores.ts';
import { businessNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Chore } from '#platform/chore.ts';
import { machineNow } from '#platform/clock.ts';
import { writeOutbox } from '#platform/command/outbox.ts';
import { LostRace } from '#platform/db/races.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { openPlace } from '#platform/file-places/company-place.ts';
import { fetchFiles, isFetched } from '#platform/file-places/fetch-files.ts';
import { type FilePlace, type FileSeen, PlaceFailed, putOnce } from '#platform/file-places/file-place.ts';
import { discardUpload, receiveLines, type Upload } from '#platform/uploads/receive-lines.ts';
import type { JobKind } from '#platform/work/jobs.ts';
import { fewAtOnce } from '#platform/work/operations/few-at-once.ts';
import { persistently } from '#platform/work/operations/persistently.ts';
import { beginReading, readBefore } from '../files/begin.ts';
import { monitorsOf, type Setting } from '../monitor.ts';
import { contentOfRequest, fileNameOf, keepRequest } from '../requests/ask.ts';
import { monitorRequests } from '../requests/tables.ts';
import { secretsPart } from '../sealed.ts';
import type { MonitorKind } from '../words.ts';
import { placeRow } from './place.ts';
import type { PlaceRow } from './tables.ts';

type Tools = Pick<WorkTools, 'database' | 'vault' | 'clock' | 'log' | 'position' | 'settings'>;

const visitJob = 'monitors.visitPlace';

const second = 1_000_000;
/** Longer than a visit takes: who has not come back by then is dead. */
const leaseMicros = 600 * second;
const everyMicros = 60 * second;
const waitMicrosMax = 3_600 * second;
const dayMicros = 86_400 * second;
/** Where nobody's look is due, it is looked again then. */
const nobodyMicros = 3_600 * second;
const placesAtOnce = 100;
const leftAtOnce = 100;

export const visitingPlaces = (tools: Tools): Chore => ({
  name: 'monitors.places',
  everyMs: 5_000,
  async run(mode) {
    const { db, rows } = tools.database.unscoped(mode);
    const due = await rows(
      db
        .selectFrom('monitor_places')
        .select(['company_id', 'monitor', 'due_at'])
        .where('due_at', '<=', tools.clock.micros())
        .orderBy('due_at')
        .limit(placesAtOnce),
    );
    for (const one of due) await enqueue(tools, mode, one);
  },
});

type Place = Pick<PlaceRow, 'company_id' | 'monitor' | 'due_at'>;

async function enqueue(tools: Tools, mode: Mode, { company_id: companyId, monitor, due_at }: Place): Promise<void> {
  const { database, clock, position } = tools;
  await database.transact({ mode, companyId }, async (tx) => {
    const mine = await tx.affected(
      tx.db
        .updateTable('monitor_places')
        .set({ due_at: clock.micros() + leaseMicros })
        .where('monitor', '=', monitor)
        .where('due_at', '=', due_at),
    );
    if (mine > 0)
      writeOutbox(tx, [{ subjectId: companyId, position: position(), job: visitJob, payload: { monitor } }]);
  });
}

export function visitingJob(tools: Tools): JobKind {
  const inTurn = fewAtOnce(() => 1);
  return {
    name: visitJob,
    run({ mode, companyId, payload }) {
      const monitor = payload.monitor as MonitorKind;
      const realm = { mode, companyId };
      return inTurn(`${mode} ${companyId} ${monitor}`, 'visit', () => visit(tools, realm, monitor));
    },
  };
}

type Noted = Partial<Omit<PlaceRow, 'company_id' | 'monitor' | 'settings'>>;

const note = ({ database }: Tools, realm: Realm, monitor: MonitorKind, noted: Noted): Promise<void> =>
  database.transact(realm, async (tx) =>
    tx.write(tx.db.updateTable('monitor_places').set(noted).where('monitor', '=', monitor)),
  );

async function visit(tools: Tools, realm: Realm, monitor: MonitorKind): Promise<void> {
  const reader = tools.database.reader(realm);
  const row = await placeRow(reader, monitor);
  const setting = (await monitorsOf(reader)).find(({ kind }) => kind === monitor);
  if (row === undefined || setting === undefined) return;
  const visited = { tools, reader, row, setting };
  try {
    const last_failure = setting.is_enabled ? await visitPlace(visited) : null;
    const reached = setting.is_enabled ? { last_reached_at: machineNow(tools.clock) } : {};
    const due_at = tools.clock.micros() + everyMicros;
    await note(tools, realm, monitor, { due_at, failures: 0, last_failure, ...reached });
  } catch (error) {
    const isTold = error instanceof PlaceFailed;
    const ids = { company: realm.companyId, monitor };
    if (!isTold) tools.log.error({ err: error, ...ids }, 'the place of a register could not be visited');
    const last_failure = isTold ? error.message : 'What lies there could not be taken; the log says why.';
    const wait = Math.min(everyMicros * 2 ** Math.min(row.failures, 10), waitMicrosMax);
    const due_at = tools.clock.micros() + wait;
    await note(tools, realm, monitor, { due_at, failures: row.failures + 1, last_failure });
  }
}

interface Visited {
  readonly tools: Tools;
  readonly reader: Reader;
  readonly row: PlaceRow;
  readonly setting: Setting;
}

/** Why something could not be done; null: all was. Errors: PlaceFailed. */
async function visitPlace(visited: Visited): Promise<string | null> {
  const { settings } = visited.row;
  const why = await requestOfDay(visited);
  await atPlace(visited, settings.folder, (place) => leaveRequests(visited, place));
  const { incomingFolder } = settings;
  if (incomingFolder == null) return why;
  const notFetched = await atPlace(visited, incomingFolder, (place) => fetchAnswers(visited, place));
  return why ?? notFetched;
}

async function atPlace<T>(
  { tools, reader: { realm }, row }: Visited,
  folder: string,
  work: (place: FilePlace) => Promise<T>,
): Promise<T> {
  const { settings, secrets_sealed: sealed, monitor } = row;
  const sealer = tools.vault.companySealer(realm.companyId);
  const secrets = sealed === null ? {} : JSON.parse(sealer.unseal(secretsPart(monitor), sealed));
  // Apart from the folders of banks: whoever may set the one may not read or write in the other.
  const own = settings.kind === 'directory' ? join('registers', folder) : folder;
  const place = await openPlace({ ...settings, folder: own }, { realm, secrets, settings: tools.settings });
  try {
    return await work(place);
  } finally {
    await place.close();
  }
}

// ---- asking ----------------------------------------------------------------------------------------------------------

const contentsOf = ({ database, clock, settings }: Tools) =>
  blobs(database, clock, blobStores(database, settings.blobs));

/** Once a day, and at once again where more are due than a file holds. Returns why there is none. */
async function requestOfDay({ tools, reader, row, setting }: Visited): Promise<string | null> {
  const { database, vault, clock, position } = tools;
  const { realm } = reader;
  const { monitor, request_at: due } = row;
  if (due === null || due > clock.micros()) return null;
  const [now, zone = 'UTC'] = await Promise.all([businessNow(reader, clock), timezoneOf(reader)]);
  const { bytes, ...made } = await contentOfRequest({ reader, vault, setting, now, zone });
  if (made.lines === 0) {
    await note(tools, realm, monitor, { request_at: clock.micros() + nobodyMicros });
    return null;
  }
  const contents = contentsOf(tools);
  const arrived = await contents.put(realm, realm.companyId, Readable.from([bytes]), { bytesMax: bytes.length });
  const keeping = { vault, now, position, machineMicros: () => clock.micros() };
  try {
    await database.transact(realm, async (tx) => {
      const next = made.nextAfter === null ? clock.micros() + dayMicros : clock.micros();
      const mine = tx.db.updateTable('monitor_places').set({ request_at: next }).where('monitor', '=', monitor);
      if ((await tx.affected(mine.where('request_at', '=', due))) === 0) throw new LostRace('Another one has made it.');
      await keepRequest(keeping, tx, monitor, { ...arrived, ...made });
    });
    return null;
  } catch (error) {
    await contents.discard(realm, arrived).catch(() => {});
    if (error instanceof LostRace) return null;
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** Errors: PlaceFailed. */
async function leaveRequests({ tools, reader, row: { monitor } }: Visited, place: FilePlace): Promise<void> {
  const { database, vault, clock } = tools;
  const { realm } = reader;
  const waiting = await reader.rows(
    reader.db
      .selectFrom('monitor_requests')
      .select(monitorRequests.all)
      .where('monitor', '=', monitor)
      .where('to_leave', '=', true)
      .orderBy('position')
      .orderBy('id')
      .limit(leftAtOnce),
  );
  const contents = contentsOf(tools);
  for (const request of waiting) {
    const sealer = vault.companySealer(realm.companyId);
    const blob = await findBlob(reader, sealer, realm.companyId, request.content_id);
    // Older than thirty days: nobody asks any more.
    if (blob !== undefined) {
      const open = () => Readable.from(contents.open(realm, blob));
      await putOnce(place, { name: fileNameOf(request), bytes: blob.length, open });
    }
    const left_at = blob === undefined ? null : machineNow(clock);
    await database.transact(realm, async (tx) =>
      tx.write(tx.db.updateTable('monitor_requests').set({ to_leave: false, left_at }).where('id', '=', request.id)),
    );
  }
}

// ---- answers ---------------------------------------------------------------------------------------------------------

const placeIdOf = (monitor: MonitorKind): string => `monitor.${monitor}`;

/** Why one could not be fetched. Errors: PlaceFailed. */
const fetchAnswers = (visited: Visited, place: FilePlace): Promise<string | null> =>
  fetchFiles(visited.tools, place, {
    realm: visited.reader.realm,
    placeId: placeIdOf(visited.row.monitor),
    take: (file, bytes) => takeFile(visited, file, bytes),
  });

async function takeFile(visited: Visited, file: FileSeen, bytes: Buffer): Promise<void> {
  const { tools, reader } = visited;
  const { realm } = reader;
  const services = { database: tools.database, vault: tools.vault, clock: tools.clock };
  let upload: Upload;
  try {
    upload = await receiveLines(services, realm, Readable.from([bytes]), async () => {});
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // There is no room now: it is fetched again.
    if (error.kind === errors.TooManyImports) throw new PlaceFailed(error.message, { cause: error });
    return tools.database.transact(realm, async (tx) => noteFile(visited, tx, file, { failure: error.message }));
  }
  const operationId = await persistently(() => begin(visited, file, upload));
  if (operationId === undefined) await discardUpload(services, realm, upload.id);
}

/** The operation that reads it; undefined: the same bytes are read, or were. */
function begin(visited: Visited, file: FileSeen, upload: Upload): Promise<string | undefined> {
  const { tools, reader, row } = visited;
  const { database, clock, position } = tools;
  const { monitor } = row;
  const { realm } = reader;
  return database.transact(realm, async (tx) => {
    const [now, zone = 'UTC'] = [await businessNow(tx, clock), await timezoneOf(tx)];
    const before = await readBefore(tx, monitor, upload.hash);
    if (before !== undefined) {
      noteFile(visited, tx, file, { operationId: before });
      return undefined;
    }
    const asking = {
      now,
      caller: { actor: system },
      machineNow: () => machineNow(clock),
      position,
      enqueue: (job: string, payload: Record<string, unknown>) =>
        writeOutbox(tx, [{ subjectId: realm.companyId, position: position(), job, payload }]),
    };
    const arrived = { monitor, asOf: dateInZone(now, zone), upload, preparedBy: row.makers };
    const operation = beginReading(asking, tx, arrived, (cause) => new LostRace('It is read already.', { cause }));
    noteFile(visited, tx, file, { operationId: operation.id });
    return operation.id;
  });
}

interface Taken {
  readonly operationId?: string;
  readonly failure?: string;
}

function noteFile({ tools, row }: Visited, tx: Tx, file: FileSeen, { operationId, failure }: Taken): void {
  isFetched(tx, tools, placeIdOf(row.monitor), file);
  const set = {
    last_file_name: file.name,
    last_file_operation_id: operationId ?? null,
    last_file_failure: failure ?? null,
  };
  tx.write(tx.db.updateTable('monitor_places').set(set).where('monitor', '=', row.monitor));
}
