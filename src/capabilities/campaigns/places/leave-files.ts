// Leaves the files of runs at the hosts of their campaigns. A run ends with its last message, or with its file, whichever
// comes later; if its host stays away it has failed.
import { workNow } from '#platform/business-clock.ts';
import { machineNow } from '#platform/clock.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import { leavingFiles } from '#platform/file-places/leaving-files.ts';
import { findCampaign, sftpOf } from '../campaign.ts';
import { campaignRunChanged, tellRun } from '../runs/events.ts';
import { sendingsOf } from '../runs/run.ts';
import { secretsOf } from '../secrets.ts';
import { runTable } from '../states.ts';
import { placeOfSftp } from './settings.ts';
import { waitingFiles } from './waiting-files.ts';

export const leavingFilesOfRuns = leavingFiles({
  rows: waitingFiles,
  inVain: 'the file of a campaign was not left',
  async destinationOf({ vault }, reader, row) {
    const campaign = await findCampaign(reader, row.campaign_id);
    const sftp = sftpOf(campaign);
    return sftp && { place: placeOfSftp(sftp), secrets: { ...secretsOf(vault, campaign).sftp } };
  },
  async conclude({ clock, position }, tx, row, { kind, reason, isOver }) {
    if (!isOver) return { last_failure: reason || null };
    const isLeft = kind === 'done';
    const now = await workNow(tx, clock);
    const said = isLeft ? { left_at: machineNow(clock), last_failure: null } : { last_failure: reason };
    const still = await sendingsOf(tx, row.bulk_sending_ids);
    const isSending = row.needs_release || still.some(({ state }) => state === 'running' || state === 'paused');
    if (runTable.isFinal(row.state) || isSending) return { ...said, updated_at: now };
    const verb = isLeft ? 'succeed' : 'fail';
    const error_message = isLeft ? null : `Its file was not left: ${reason}`;
    const ends = {
      ...said,
      state: runTable.move(row.state, verb).to,
      error_message,
      finished_at: now,
      updated_at: now,
    };
    const telling = { realm: tx.realm, now, position, declared: [campaignRunChanged] };
    await recordingByHand(telling, tx, async (emit) => tellRun(emit, tx.realm.companyId, { ...row, ...ends }));
    return ends;
  },
});
