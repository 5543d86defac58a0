// Starts a run of a campaign: one for an instant, and by hand only where none is under way.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { isTaken } from '#platform/sqlstate.ts';
import { start } from '#platform/states.ts';
import { type Starting, startOperation } from '#platform/work/operations/operations.ts';
import { campaignErrors } from '../errors.ts';
import { runTable } from '../states.ts';
import type { CampaignRow, RunRow } from '../tables.ts';
import { tellRun } from './events.ts';
import { runJob } from './job.ts';
import { noneSkipped } from './skipped.ts';

interface Begun {
  readonly campaign: CampaignRow;
  readonly instant: Instant;
  readonly isScheduled: boolean;
  /** Whose rights it needs. */
  readonly responsible: Actor;
}

/** The campaign is locked. Errors: CampaignRunning. */
export function startRun(ctx: Starting, tx: Tx, { campaign, instant, isScheduled, responsible }: Begun): RunRow {
  const id = newId('RN');
  const operation = startOperation({ ...ctx, caller: { actor: responsible } }, tx, runJob, { runId: id });
  const row: RunRow = {
    id,
    company_id: campaign.company_id,
    position: ctx.position(),
    campaign_id: campaign.id,
    instant,
    is_scheduled: isScheduled,
    state: runTable.move(start, 'initiate').to,
    operation_id: operation.id,
    responsible_type: responsible.type,
    responsible_id: responsible.id,
    started_at: null,
    finished_at: null,
    num_borrowers: null,
    skipped: noneSkipped,
    num_lines: null,
    num_blocked: null,
    num_sent: null,
    num_failed: null,
    bulk_sending_ids: [],
    needs_release: false,
    basis: null,
    released_at: null,
    released_by_id: null,
    content_id: null,
    file_name: null,
    is_personal: false,
    error_message: null,
    due_at: null,
    holder: null,
    tries: 0,
    last_failure: null,
    left_at: null,
    created_at: ctx.now,
    updated_at: null,
  };
  const { company_id: _, ...columns } = row;
  tx.write(tx.db.insertInto('campaign_runs').values({ ...columns, skipped: JSON.stringify(noneSkipped) }), (error) =>
    isTaken(error, 'campaign_runs_once') ? alreadyRuns(null, error) : error,
  );
  tellRun(ctx.emit, campaign.company_id, row);
  return row;
}

/** Errors: CampaignRunning. */
export async function mustRestNow(tx: Tx, { id }: CampaignRow, now: Instant): Promise<void> {
  const own = tx.db.selectFrom('campaign_runs').select('id').where('campaign_id', '=', id);
  const going = await tx.row(own.where('state', 'in', runTable.from('cancel')).limit(1));
  const ofNow = going ?? (await tx.row(own.where('instant', '=', now)));
  if (ofNow !== undefined) throw alreadyRuns(ofNow.id);
}

const alreadyRuns = (runId: string | null, cause?: unknown): Refusal =>
  new Refusal(campaignErrors.CampaignRunning, 'The campaign has a run of this moment, or one that has not ended.', {
    data: { path: 'borrowerCampaignId', runId },
    cause,
  });
