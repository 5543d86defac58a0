// The lines of a run as rows of a bulk sending, and what a sending that ends means for its run.
import type { BulkSource, SourceRow } from '#capabilities/communications/index.ts';
import { runTable } from '../states.ts';
import { campaignRunChanged, tellRun } from './events.ts';
import { readRun, sendingsOf, tally } from './run.ts';
import { askedOf } from './sender-columns.ts';
import { linesAfter } from './staged-lines.ts';

export const campaignRows: BulkSource = {
  name: 'campaign',
  async after(from, { sourceId }, place, limit) {
    const lines = await linesAfter(from, sourceId, place?.position ?? 0, limit);
    return lines.map(
      ({ line, personId, values }): SourceRow => ({
        id: String(line),
        position: line,
        personId,
        asked: askedOf(values),
      }),
    );
  },
  mayEmit: [campaignRunChanged],
  async changed({ now, emit }, tx, sending) {
    const run = await readRun(tx, sending.source_id, true);
    if (run === undefined || run.state !== 'running') return;
    const others = await sendingsOf(
      tx,
      run.bulk_sending_ids.filter((id) => id !== sending.id),
    );
    const all = [sending, ...others];
    if (!all.every(({ state }) => state === 'finished' || state === 'canceled')) return;
    // A file that still has to be left ends the run when it is there.
    const isLeft = run.due_at === null;
    const isCanceled = all.every(({ state }) => state === 'canceled');
    const { sent, failed } = tally(all);
    const counts = { num_sent: sent, num_failed: failed, updated_at: now };
    const ends = { state: runTable.move(run.state, isCanceled ? 'cancel' : 'succeed').to, finished_at: now };
    const changes = isLeft ? { ...counts, ...ends } : counts;
    tx.write(tx.db.updateTable('campaign_runs').set(changes).where('id', '=', run.id));
    if (isLeft) tellRun(emit, tx.realm.companyId, { ...run, ...changes });
  },
};
