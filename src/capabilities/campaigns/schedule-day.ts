// Starts the runs of campaigns whose time has come, each instant once. What a company has missed while nothing worked is
// made up for by one run.

import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Actor } from '#platform/actor.ts';
import { machineNow } from '#platform/clock.ts';
import { writeOutbox } from '#platform/command/outbox.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { nextRunOf } from './campaign.ts';
import { dueCampaigns } from './due.ts';
import { campaignRunChanged } from './runs/events.ts';
import { startRun } from './runs/start.ts';
import { type CampaignRow, campaigns } from './tables.ts';

const atOnceMax = 100;

export const campaignDay: DailyStep = {
  name: 'campaigns',
  due: dueCampaigns,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db.selectFrom('campaigns').select('id').where('company_id', '=', companyId).where('next_run_at', '<=', late),
  ),
  async run(day) {
    const due = await day.transact((tx, now) =>
      tx.rows(
        tx.db
          .selectFrom('campaigns')
          .select('id')
          .where('next_run_at', '<=', now)
          .orderBy('next_run_at')
          .limit(atOnceMax),
      ),
    );
    for (const { id } of due) await day.transact((tx, now) => runWhenDue(day, tx, id, now));
    return { isMore: due.length === atOnceMax };
  },
};

async function runWhenDue(day: PassingDay, tx: Tx, id: string, now: Instant): Promise<void> {
  const found = tx.db.selectFrom('campaigns').select(campaigns.all).where('id', '=', id).forNoKeyUpdate();
  const campaign = (await tx.row(found)) as CampaignRow | undefined;
  const instant = campaign?.next_run_at ?? null;
  // Somebody was quicker, or has changed the campaign.
  if (campaign === undefined || instant === null || instant > now) return;
  const next = await nextRunOf(tx, campaign, now);
  tx.write(tx.db.updateTable('campaigns').set({ next_run_at: next }).where('id', '=', id));
  const { realm, clock, position } = day;
  const declared = [campaignRunChanged];
  await recordingByHand({ realm, now, position: () => position(), declared }, tx, async (emit) => {
    const starting = {
      now,
      emit,
      position: () => position(),
      machineNow: () => machineNow(clock),
      enqueue: (job: string, payload: Record<string, unknown>) =>
        writeOutbox(tx, [{ subjectId: realm.companyId, position: position(), job, payload }]),
    };
    const responsible = { type: campaign.changed_by_type, id: campaign.changed_by_id } as Actor;
    startRun(starting, tx, { campaign, instant, isScheduled: true, responsible });
  });
}
