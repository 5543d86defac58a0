// What bounds the messages of a campaign over all of its runs: they follow one another, and several small runs are one large
// one for the second person.
import { instantOfMicros, microsOfInstant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { settingsOf } from '#capabilities/company/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { campaignErrors } from '../errors.ts';
import { runTable } from '../states.ts';
import type { BulkSenderRow, RunRow } from '../tables.ts';
import { sendingsOf } from './run.ts';
import { channelsOf } from './send.ts';

/** Runs of every day are an hour less than a day apart when the clocks go forward. */
const countedMicros = 23n * 3_600_000_000n;

/**
 * The schedule starts a run whatever became of the one before, so this is asked where its messages would begin: while those of
 * another run wait for a second person or rest, the same borrowers would be written to twice. Errors: CampaignRunning.
 */
export async function mustWriteAlone(tx: Tx, run: RunRow): Promise<void> {
  // Two runs that come here at once follow each other.
  await tx.row(tx.db.selectFrom('campaigns').select('id').where('id', '=', run.campaign_id).forNoKeyUpdate());
  const others = await tx.rows(
    tx.db
      .selectFrom('campaign_runs')
      .select(['id', 'needs_release', 'bulk_sending_ids'])
      .where('campaign_id', '=', run.campaign_id)
      .where('state', 'in', runTable.from('release'))
      .where('id', '!=', run.id),
  );
  for (const { id, needs_release: waits, bulk_sending_ids: ids } of others) {
    const sends = (await sendingsOf(tx, ids)).some(({ finished_at: end }) => end === null);
    if (!waits && !sends) continue;
    const why = waits
      ? 'waits for a second person, and has not ended'
      : 'has not ended: its messages have not all been made';
    throw new Refusal(campaignErrors.CampaignRunning, `The run ${id} ${why}. Release it or cancel it first.`, {
      data: { path: 'borrowerCampaignId', runId: id },
    });
  }
}

/** Whether so many messages need a second person: each line is one by each channel. Errors: CampaignNotAnswered. */
export async function isAbove(tx: Tx, run: RunRow, sender: BulkSenderRow, lines: number): Promise<boolean> {
  const above = (await settingsOf(tx)).campaigns?.releaseAbove;
  if (above == null) return false;
  const messages = lines * (await channelsOf(tx, sender)).length;
  return messages > above || messages + (await begunByItself(tx, run)) > above;
}

/** The messages of other runs that were made in the last hours, whenever they were due, and that nobody else has released. */
async function begunByItself(tx: Tx, { campaign_id: campaignId, created_at: at }: RunRow): Promise<number> {
  const counted = await tx.row(
    tx.db
      .selectFrom('campaign_runs')
      .select(sql<number>`coalesce(sum(num_borrowers * cardinality(bulk_sending_ids)), 0)::integer`.as('messages'))
      .where('campaign_id', '=', campaignId)
      .where('created_at', '>', instantOfMicros(microsOfInstant(at) - countedMicros))
      .where('released_at', 'is', null),
  );
  return counted?.messages ?? 0;
}
