// Starts the runs of campaigns whose time has come, each instant once. What a company has missed while nothing worked is
// made up for by one run.

import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { startingDay } from '#platform/work/day/starting-day.ts';
import type { Starting } from '#platform/work/operations/operations.ts';
import { nextRunOf } from './campaign.ts';
import { dueCampaigns } from './due.ts';
import { campaignRunChanged } from './runs/events.ts';
import { startRun } from './runs/start.ts';
import { type CampaignRow, campaigns } from './tables.ts';

export const campaignDay = startingDay({
  name: 'campaigns',
  due: dueCampaigns,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db.selectFrom('campaigns').select('id').where('company_id', '=', companyId).where('next_run_at', '<=', late),
  ),
  declared: [campaignRunChanged],
  start: runWhenDue,
});

async function runWhenDue(ctx: Starting, tx: Tx, id: string): Promise<void> {
  const found = tx.db.selectFrom('campaigns').select(campaigns.all).where('id', '=', id).forNoKeyUpdate();
  const campaign = (await tx.row(found)) as CampaignRow | undefined;
  const instant = campaign?.next_run_at ?? null;
  // Somebody was quicker, or has changed the campaign.
  if (campaign === undefined || instant === null || instant > ctx.now) return;
  const next = await nextRunOf(tx, campaign, ctx.now);
  tx.write(tx.db.updateTable('campaigns').set({ next_run_at: next }).where('id', '=', id));
  const responsible = { type: campaign.changed_by_type, id: campaign.changed_by_id } as Actor;
  startRun(ctx, tx, { campaign, instant, isScheduled: true, responsible });
}
