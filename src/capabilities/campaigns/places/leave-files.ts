// Leaves the files of runs at the hosts of their campaigns: whole or not at all, and once, whatever dies on the way. A host
// that is away is tried again for a day; then the run has failed.
import { Readable } from 'node:stream';
import { blobs } from '#platform/blobs/blobs.ts';
import { findBlob } from '#platform/blobs/keep-blobs.ts';
import { blobStores } from '#platform/blobs/stores.ts';
import { workNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import { machineNow } from '#platform/clock.ts';
import type { Realm } from '#platform/db/realm.ts';
import { Refusal } from '#platform/errors.ts';
import type { Emit } from '#platform/events/emit.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import { openPlace } from '#platform/file-places/company-place.ts';
import { PlaceFailed, putOnce } from '#platform/file-places/file-place.ts';
import { claimedWork, done, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import { findCampaign, sftpOf } from '../campaign.ts';
import { campaignRunChanged, tellRun } from '../runs/events.ts';
import { sendingsOf } from '../runs/run.ts';
import { secretsOf } from '../secrets.ts';
import { runTable } from '../states.ts';
import type { RunRow } from '../tables.ts';
import { placeOfSftp } from './settings.ts';
import { waitingFiles } from './waiting-files.ts';

/** Together they are about a day. */
const waits = [10, 60, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800];

export const leavingFiles = claimedWork({
  rows: waitingFiles,
  line: ({ mode, companyId }) => `${mode} ${companyId}`,
  atOnceMax: 1,
  backOffSeconds: (tries) => waits[tries - 1],
  inVain: 'the file of a campaign was not left',
  doing: (tools: WorkTools) => ({
    take: async () => ({ set: {} }),
    act: ({ realm, row }) => leave(tools, realm, row),
    conclude: (tx, row, { kind, reason }) =>
      concluded(tools, tx, row, {
        isLeft: kind === 'done',
        isOver: kind === 'refused' || row.tries > waits.length,
        reason,
      }),
    mayRepeat: () => true,
  }),
});

async function leave(tools: WorkTools, realm: Realm, row: RunRow): Promise<Outcome> {
  const { database, vault, clock, settings } = tools;
  const reader = database.reader(realm);
  const { companyId } = realm;
  try {
    const campaign = await findCampaign(reader, row.campaign_id);
    const sftp = sftpOf(campaign);
    const blob =
      row.content_id === null
        ? undefined
        : await findBlob(reader, vault.companySealer(companyId), companyId, row.content_id);
    if (sftp === null || blob === undefined || row.file_name === null)
      return { kind: 'refused', reason: 'There is no file any more, or no host to leave it at.' };
    const place = await openPlace(placeOfSftp(sftp), {
      realm,
      secrets: secretsOf(vault, campaign).sftp ?? {},
      settings,
    });
    try {
      const contents = blobs(database, clock, blobStores(database, settings.blobs));
      const open = () => Readable.from(contents.open(realm, blob));
      await putOnce(place, { name: row.file_name, bytes: blob.length, open });
      return done;
    } finally {
      await place.close();
    }
  } catch (error) {
    if (error instanceof PlaceFailed) return { kind: 'later', reason: error.message };
    if (error instanceof Refusal) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

interface Came {
  readonly isLeft: boolean;
  readonly isOver: boolean;
  readonly reason: string;
}

/** The run ends with its last message, or with its file, whichever comes later. */
async function concluded(
  { clock, position }: WorkTools,
  tx: Parameters<typeof workNow>[0],
  row: RunRow,
  { isLeft, isOver, reason }: Came,
): Promise<Partial<RunRow>> {
  if (!isLeft && !isOver) return { last_failure: reason || null };
  const now = await workNow(tx, clock);
  const said = isLeft ? { left_at: machineNow(clock), last_failure: null } : { last_failure: reason };
  const still = await sendingsOf(tx, row.bulk_sending_ids);
  const isSending = row.needs_release || still.some(({ state }) => state === 'running' || state === 'paused');
  if (runTable.isFinal(row.state) || isSending) return { ...said, updated_at: now };
  const verb = isLeft ? 'succeed' : 'fail';
  const error_message = isLeft ? null : `Its file was not left: ${reason}`;
  const ends = { ...said, state: runTable.move(row.state, verb).to, error_message, finished_at: now, updated_at: now };
  const telling = { realm: tx.realm, now, position, declared: [campaignRunChanged] };
  await recordingByHand(telling, tx, async (emit: Emit) => tellRun(emit, tx.realm.companyId, { ...row, ...ends }));
  return ends;
}
