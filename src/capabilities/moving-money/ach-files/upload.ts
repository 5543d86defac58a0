// Leaves a file with its bank. First it is committed that we are about to; then the bytes go, outside of any transaction;
// then it is committed that they are there. A repeat looks whether they are, and sends the same bytes under the same name.
import { addSeconds, compare, type Instant } from '@tenor/engine/values/instant.ts';
import { workNow } from '#platform/business-clock.ts';
import type { Chore } from '#platform/chore.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { type FilePlace, PlaceFailed, putOnce } from '#platform/file-places/file-place.ts';
import type { JobKind } from '#platform/work/jobs.ts';
import { keepRenewed } from '#platform/work/lease.ts';
import { fewAtOnce } from '#platform/work/operations/few-at-once.ts';
import { persistently } from '#platform/work/operations/persistently.ts';
import type { FileRow } from '../ach-entries/tables.ts';
import { countSent } from '../ach-rates/count.ts';
import type { OrderTools } from '../attempts/order-work.ts';
import { isStopped } from '../attempts/switch.ts';
import { secretsOfBank } from '../companies-providers/carrier.ts';
import type { AchSettings } from '../providers/ach/settings.ts';
import { awaitAnswer } from './awaiting.ts';
import { achFileFailed, achFileSent, tellOfFile } from './events.ts';
import { fileUpdate, lockFile } from './file.ts';
import { newerWithBank } from './newer-with-bank.ts';
import { hashOf, openBytes } from './parts.ts';
import { openPlace } from './place-of-bank.ts';
import { enqueueUpload, lookAgainMicros, uploadJob } from './release.ts';
import { achFileStates } from './states.ts';

/** Who has not renewed it by then is dead. */
const leaseMicros = 20_000_000;
const microsOfSecond = 1_000_000;
/** A host that hangs delays no other company. */
const atOnceMax = 2;

/** Seconds until the next try after the first failure, the second, and so on; then hourly. */
const againAfter = [15, 60, 300, 900] as const;
const hourly = 3_600;
/** So often in vain: somebody must hear of it. */
const alarmTries = 4;

export function uploading(tools: OrderTools): JobKind {
  const inTurn = fewAtOnce(atOnceMax);
  return {
    name: uploadJob,
    async run({ mode, companyId, payload }) {
      const [fileId, claim] = [String(payload.fileId), Number(payload.claim)];
      await inTurn(`${mode} ${companyId}`, `${fileId} ${claim}`, () =>
        uploadFile(tools, { mode, companyId }, fileId, claim),
      );
    },
  };
}

/** May be called at any time, by several at once: one of them uploads. */
export async function uploadFile(tools: OrderTools, realm: Realm, fileId: string, claim: number): Promise<void> {
  const mine = await transact(tools, realm, (tx, now) => take(tools, tx, now, fileId, claim));
  if (mine === undefined) return;
  const heard = await send(tools, realm, mine);
  await transact(tools, realm, (tx, now) => conclude(tools, tx, now, mine, heard));
}

const transact = <T>({ database, clock }: OrderTools, realm: Realm, work: (tx: Tx, now: Instant) => Promise<T>) =>
  persistently(() => database.transact(realm, async (tx) => work(tx, await workNow(tx, clock))));

interface Mine {
  readonly file: FileRow;
  readonly isFirst: boolean;
  readonly settings: AchSettings;
}

/** Undefined: somebody else has it, payments are stopped, or it is no longer to leave. */
async function take(tools: OrderTools, tx: Tx, now: Instant, fileId: string, claim: number): Promise<Mine | undefined> {
  const file = await lockFile(tx, fileId);
  if (file === undefined || file.claim !== claim || !achFileStates.from('upload').includes(file.state))
    return undefined;
  if (await isStopped(tx)) return undefined;
  const carrier = await tools.carrierById(tx, tools, file.carrier_id);
  if (carrier?.files === undefined) {
    tools.log.error({ file: fileId, carrier: file.carrier_id }, 'a file waits for a bank that is not there');
    return undefined;
  }
  if (tx.realm.mode === 'live' && isTooLate(file, carrier.files, now)) {
    const says = 'Its cut-off has passed: void it, or release it once more if the bank still takes it.';
    const state = achFileStates.move(file.state, 'keep', { id: fileId }).to;
    tx.write(fileUpdate(tx.db, fileId).set({ state, held_until: null, last_error: says }));
    tools.log.error({ file: fileId }, 'a file did not leave before its cut-off: a person must look');
    await tellOfFile({ realm: tx.realm, now, position: tools.position }, tx, file, achFileFailed);
    return undefined;
  }
  const mine = {
    state: achFileStates.move(file.state, 'upload', { id: fileId }).to,
    claim: claim + 1,
    tries: file.tries + 1,
    held_until: tools.clock.micros() + leaseMicros,
  };
  tx.write(fileUpdate(tx.db, fileId).set(mine));
  return { file: { ...file, ...mine }, isFirst: file.state === 'released', settings: carrier.files };
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

type Heard =
  | { readonly is: 'there' }
  /** Nothing of it has left, and a person must look at the file of this name. */
  | { readonly is: 'older'; readonly than: string }
  | { readonly is: 'failed'; readonly why: string; readonly isUnsent: boolean };

async function send(tools: OrderTools, realm: Realm, { file, isFirst, settings }: Mine): Promise<Heard> {
  const reader = tools.database.reader(realm);
  const stored = { database: tools.database, vault: tools.vault, realm, fileId: file.id };
  let place: FilePlace | undefined;
  const stop = keepRenewed(
    async () => {
      // Another one has it now: what this one still does is broken off.
      if (!(await renew(tools, realm, file))) await place?.close();
    },
    (error) => tools.log.warn({ err: error, file: file.id }, 'the claim of a file could not be renewed'),
  );
  try {
    if ((await hashOf(stored)) !== file.sha256) throw new PlaceFailed('The bytes are not those that were closed.');
    const secrets = await secretsOfBank(reader, tools, file.carrier_id);
    const { webhookDevHosts: devHosts } = tools.settings;
    const bankFilesDirectory = tools.settings.bankFilesDirectory ?? null;
    place = await openPlace(settings, { realm, secrets, devHosts, bankFilesDirectory });
    const isByRule = file.released_by_type === null;
    const than = isFirst && isByRule ? await newerWithBank(reader, place, settings) : undefined;
    if (than !== undefined) return { is: 'older', than };
    await putOnce(place, { name: file.file_name, bytes: file.bytes, open: () => openBytes(stored) });
    return { is: 'there' };
  } catch (error) {
    if (!(error instanceof PlaceFailed)) throw error;
    return { is: 'failed', why: error.message, isUnsent: place === undefined };
  } finally {
    stop();
    await place?.close();
  }
}

const renew = ({ database, clock }: OrderTools, realm: Realm, { id, claim }: FileRow): Promise<boolean> =>
  database.transact(realm, async (tx) => {
    const held_until = clock.micros() + leaseMicros;
    return (await tx.affected(fileUpdate(tx.db, id).set({ held_until }).where('claim', '=', claim))) > 0;
  });

async function conclude(tools: OrderTools, tx: Tx, now: Instant, mine: Mine, heard: Heard): Promise<void> {
  const { file, isFirst, settings } = mine;
  const { id, tries } = file;
  const telling = (kind: EventKind) => tellOfFile({ realm: tx.realm, now, position: tools.position }, tx, file, kind);
  // Of another state, or an older claim: somebody else took it over.
  const own = fileUpdate(tx.db, id).where('claim', '=', file.claim).where('state', '=', file.state);
  if (heard.is === 'there') {
    const state = achFileStates.move(file.state, 'arrived', { id }).to;
    const { acknowledgeWithinMinutes: minutes } = settings;
    const acknowledge_by = minutes === null ? null : addSeconds(now, minutes * 60);
    const arrived = own.set({ state, uploaded_at: now, acknowledge_by, held_until: null, last_error: null });
    if ((await tx.affected(arrived)) === 0) return;
    if (acknowledge_by !== null) awaitAnswer(tx, id, acknowledge_by);
    await countSent(tx, file);
    return telling(achFileSent);
  }
  if (heard.is === 'older') {
    const unsent = achFileStates.move(file.state, 'notReached', { id }).to;
    const state = achFileStates.move(unsent, 'keep', { id }).to;
    const last_error = `${heard.than} is with the bank and not here: the database may be older. Look, then void or release this one.`;
    if ((await tx.affected(own.set({ state, held_until: null, last_error }))) === 0) return;
    tools.log.error({ file: id, company: tx.realm.companyId, than: heard.than }, 'a bank has a newer file than we');
    return telling(achFileFailed);
  }
  const about = { file: id, company: tx.realm.companyId, tries, why: heard.why };
  tools.log[tries >= alarmTries ? 'error' : 'warn'](about, 'a file could not be left with its bank');
  const isBack = isFirst && heard.isUnsent;
  const state = isBack ? achFileStates.move(file.state, 'notReached', { id }).to : file.state;
  const held_until = tools.clock.micros() + (againAfter[tries - 1] ?? hourly) * microsOfSecond;
  const isFailing = (await tx.affected(own.set({ state, held_until, last_error: heard.why }))) > 0;
  if (isFailing && tries === alarmTries) await telling(achFileFailed);
}

const broughtMax = 50;

/** What a dead worker left, a lost job, and what is to be tried again. */
export const resumeUploads = ({ database, clock, position }: OrderTools): Chore => ({
  name: 'ach.resumeUploads',
  everyMs: 1_000,
  async run(mode) {
    const { db, rows } = database.unscoped(mode);
    const stopped = db.selectFrom('money_switches').select('company_id').where('stopped_at', 'is not', null);
    const left = await rows(
      db
        .selectFrom('ach_files')
        .select(['company_id', 'id', 'claim'])
        .where('held_until', '<=', clock.micros())
        .where('company_id', 'not in', stopped)
        .orderBy('held_until')
        .limit(broughtMax),
    );
    for (const { company_id: companyId, id, claim } of left) {
      await database.transact({ mode, companyId }, async (tx) => {
        const again = { claim: claim + 1, held_until: clock.micros() + lookAgainMicros };
        const found = await tx.affected(fileUpdate(tx.db, id).set(again).where('claim', '=', claim));
        if (found > 0) enqueueUpload({ position }, tx, { id, claim: claim + 1 });
      });
    }
  },
});
