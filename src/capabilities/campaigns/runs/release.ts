// A second person lets the messages of a run go out: neither who has made or changed what it follows, or written its texts,
// nor who started it.
import { mayApprove, mustBeNoneOf, secondPersonErrors } from '#capabilities/access/index.ts';
import { movingBy } from '#capabilities/cases/index.ts';
import { bulkSendingChanged } from '#capabilities/communications/index.ts';
import { subjectNow } from '#capabilities/interactions/index.ts';
import { makersOfQuestion } from '#capabilities/questions/index.ts';
import { writersOfTexts } from '#capabilities/templates/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { bulkSender } from '../bulk-sender.ts';
import { campaignErrors } from '../errors.ts';
import { runTable } from '../states.ts';
import type { RunRow } from '../tables.ts';
import { basisOf } from './basis.ts';
import { campaignRunChanged, tellRun } from './events.ts';
import { one } from './routes.ts';
import { type RunOfPath, showRun } from './run.ts';
import { sendRun } from './send.ts';

export const releaseRoute = one({
  name: 'borrowerCampaignRuns.release',
  path: '/release',
  summary: 'Let the messages of a run go out, as a second person',
  description:
    'Where the company sets `campaigns.releaseAbove` and a run has more messages. Whoever has made or changed the campaign, its bulk sender or its question, has written a text that its messages may have, or has started the run, does not release it, and nobody does once the bulk sender or its texts have changed. A key needs `payment.approval.key:approve` besides. POST /campaigns/{borrowerCampaignId}/preview shows what goes out.',
  errors: [
    campaignErrors.NothingToRelease,
    campaignErrors.RunOutdated,
    campaignErrors.CampaignNotAnswered,
    secondPersonErrors.SecondPersonNeeded,
  ],
  emits: [campaignRunChanged, bulkSendingChanged],
  example: {},
  authorize: ({ caller }) => mayApprove(caller),
  command: async (ctx, tx, _input, found) => showRun(await releaseRun(ctx, tx, found)),
});

const outdated = ({ id }: RunRow): Refusal =>
  new Refusal(
    campaignErrors.RunOutdated,
    `The query or the bulk sender of the campaign of ${id}, or a text, was changed.`,
  );

/** Errors: NothingToRelease, RunOutdated, SecondPersonNeeded. */
async function releaseRun(ctx: CommandContext, tx: Tx, { campaign, run }: RunOfPath): Promise<RunRow> {
  const { bulk_sender_id: senderId } = campaign;
  if (!run.needs_release || runTable.isFinal(run.state))
    throw new Refusal(campaignErrors.NothingToRelease, `The run ${run.id} does not wait for a second person.`);
  if (senderId === null) throw outdated(run);
  const sender = await bulkSender.find(tx, senderId);
  if (run.basis !== null && run.basis !== (await basisOf(tx, campaign, sender))) throw outdated(run);
  const startedBy = run.responsible_id === null ? [] : [run.responsible_id];
  const asked = campaign.query_id === null ? [] : await makersOfQuestion(tx, campaign.query_id);
  const wrote = await writersOfTexts(tx, subjectNow(sender.interaction_subject));
  const ids = [...new Set([...campaign.makers, ...asked, ...sender.makers, ...wrote, ...startedBy])];
  const message = 'You, or whoever is behind your key, made or changed what it sends, or started it.';
  await mustBeNoneOf(ctx, tx, [{ ids, reason: 'orderedIt', message }], 'borrowerCampaignRunId');
  const changes = {
    state: runTable.move(run.state, 'release').to,
    needs_release: false,
    released_at: ctx.now,
    released_by_id: ctx.caller.actor.id,
    bulk_sending_ids: await sendRun(movingBy(ctx), tx, run, sender),
    updated_at: ctx.now,
  };
  tx.write(tx.db.updateTable('campaign_runs').set(changes).where('id', '=', run.id));
  const released = { ...run, ...changes };
  tellRun(ctx.emit, tx.realm.companyId, released);
  return released;
}
