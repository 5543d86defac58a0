// Leaves a file with its bank. First it is committed that we are about to; then the bytes go, outside of any transaction;
// then it is committed that they are there. A repeat looks whether they are, and sends the same bytes under the same name.
import { addSeconds, compare, type Instant } from '@tenor/engine/values/instant.ts';
import { workNow } from '#platform/business-clock.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { openPlace } from '#platform/file-places/company-place.ts';
import { type FilePlace, PlaceFailed, putOnce } from '#platform/file-places/file-place.ts';
import { thenHourly } from '#platform/work/claimed/back-off.ts';
import { claimedWork, done, type Lease, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import type { FileRow } from '../../orders/ach-entries/tables.ts';
import type { OrderTools } from '../../orders/attempts/order-work.ts';
import { isStopped } from '../../orders/attempts/switch.ts';
import { secretsOfBank } from '../../orders/companies-providers/carrier.ts';
import type { AchSettings } from '../../orders/providers/ach/settings.ts';
import { countSent } from '../rates/count.ts';
import { awaitAnswer } from './awaiting.ts';
import { achFileFailed, achFileSent, tellOfFile } from './events.ts';
import { fileUpdate } from './file.ts';
import { newerWithBank } from './newer-with-bank.ts';
import { hashOf, openBytes } from './parts.ts';
import { achFileStates } from './states.ts';
import { uploadRows } from './upload-rows.ts';

interface Taken {
  readonly set: Pick<FileRow, 'state'>;
  /** It was not tried before. */
  readonly isFirst: boolean;
  readonly settings: AchSettings;
}

/** What an upload says besides its outcome. */
type UploadOutcome = Outcome & {
  readonly settings?: AchSettings;
  /** The bank has a newer file, of this name. Nothing has left, and a person must look. */
  readonly than?: string;
  /** Nothing has left, in this try or before. */
  readonly isUnsent?: boolean;
};

export const uploading = claimedWork({
  rows: uploadRows,
  line: ({ mode, companyId }) => `${mode} ${companyId}`,
  atOnceMax: 2,
  backOffSeconds: thenHourly([15, 60, 300, 900]),
  inVain: 'a file could not be left with its bank',
  doing: (tools: OrderTools) => ({
    take: (tx, file) => take(tools, tx, file),
    act: ({ realm, row, taken, lease }) => send(tools, realm, row, taken, lease),
    conclude: (tx, file, said) => conclude(tools, tx, file, said),
    // The same bytes go under the same name, and what is there is not sent again.
    mayRepeat: () => true,
  }),
});

/** Undefined: payments are stopped, or it is not to leave. */
async function take(tools: OrderTools, tx: Tx, file: FileRow): Promise<Taken | undefined> {
  if (await isStopped(tx)) return undefined;
  const carrier = await tools.carrierById(tx, tools, file.carrier_id);
  if (carrier?.files === undefined) {
    tools.log.error({ file: file.id, carrier: file.carrier_id }, 'a file waits for a bank that is not there');
    return undefined;
  }
  const now = await workNow(tx, tools.clock);
  if (tx.realm.mode === 'live' && isTooLate(file, carrier.files, now)) {
    await keepForPerson(tools, tx, now, file);
    return undefined;
  }
  const state = achFileStates.move(file.state, 'upload', { id: file.id }).to;
  return { set: { state }, isFirst: file.state === 'released', settings: carrier.files };
}

async function keepForPerson(tools: OrderTools, tx: Tx, now: Instant, file: FileRow): Promise<void> {
  const last_error = 'Its cut-off has passed: void it, or release it once more if the bank still takes it.';
  const state = achFileStates.move(file.state, 'keep', { id: file.id }).to;
  tx.write(fileUpdate(tx.db, file.id).set({ state, last_error, ...uploadRows.ended }));
  tools.log.error({ file: file.id }, 'a file did not leave before its cut-off: a person must look');
  await tellOfFile({ realm: tx.realm, now, position: tools.position }, tx, file, achFileFailed);
}

/** Entries of a day that is over settle at once: what leaves by rule leaves in time. What a person released leaves. */
export function isTooLate(
  file: Pick<FileRow, 'state' | 'released_by_type' | 'window_at'>,
  { lateMinutes }: Pick<AchSettings, 'lateMinutes'>,
  now: Instant,
): boolean {
  if (file.state !== 'released' || file.released_by_type !== null || file.window_at === null) return false;
  return compare(now, addSeconds(file.window_at, lateMinutes * 60)) > 0;
}

async function send(
  tools: OrderTools,
  realm: Realm,
  file: FileRow,
  { isFirst, settings }: Taken,
  lease: Lease,
): Promise<UploadOutcome> {
  const reader = tools.database.reader(realm);
  const stored = { database: tools.database, vault: tools.vault, realm, fileId: file.id };
  let place: FilePlace | undefined;
  // Another one has it then: what this one still does is broken off.
  lease.lost.addEventListener('abort', () => void place?.close());
  try {
    if ((await hashOf(stored)) !== file.sha256) throw new PlaceFailed('The bytes are not those that were closed.');
    const secrets = await secretsOfBank(reader, tools, file.carrier_id);
    place = await openPlace(settings.place, { realm, secrets, settings: tools.settings });
    const isByRule = file.released_by_type === null;
    const than = isFirst && isByRule ? await newerWithBank(reader, place, settings) : undefined;
    if (than !== undefined) return { kind: 'refused', reason: 'the bank has a newer file', than };
    await putOnce(place, { name: file.file_name, bytes: file.bytes, open: () => openBytes(stored) });
    return { ...done, settings };
  } catch (error) {
    if (!(error instanceof PlaceFailed)) throw error;
    return { kind: 'later', reason: error.message, isUnsent: isFirst && place === undefined };
  } finally {
    await place?.close();
  }
}

async function conclude(
  tools: OrderTools,
  tx: Tx,
  file: FileRow,
  said: Partial<UploadOutcome>,
): Promise<Partial<FileRow>> {
  const { id } = file;
  const now = await workNow(tx, tools.clock);
  const tell = (kind: EventKind) => tellOfFile({ realm: tx.realm, now, position: tools.position }, tx, file, kind);
  if (said.kind === 'done') {
    const minutes = said.settings?.acknowledgeWithinMinutes ?? null;
    const acknowledge_by = minutes === null ? null : addSeconds(now, minutes * 60);
    if (acknowledge_by !== null) awaitAnswer(tx, id, acknowledge_by);
    await countSent(tx, file);
    await tell(achFileSent);
    const state = achFileStates.move(file.state, 'arrived', { id }).to;
    return { state, uploaded_at: now, acknowledge_by, last_error: null };
  }
  if (said.than !== undefined) {
    const about = { file: id, company: tx.realm.companyId, than: said.than };
    tools.log.error(about, 'a bank has a newer file than we');
    await tell(achFileFailed);
    const unsent = achFileStates.move(file.state, 'notReached', { id }).to;
    const last_error = `${said.than} is with the bank and not here: the database may be older. Look, then void or release this one.`;
    return { state: achFileStates.move(unsent, 'keep', { id }).to, last_error };
  }
  if (file.tries === uploadRows.alarmTries) await tell(achFileFailed);
  const state = said.isUnsent === true ? achFileStates.move(file.state, 'notReached', { id }).to : file.state;
  return { state, last_error: said.reason ?? null };
}
