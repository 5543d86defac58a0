// The endpoints of runs.
import Type from 'typebox';
import { ownCompany } from '#capabilities/access/index.ts';
import { bulkSendingChanged, findBulk, moveBulk } from '#capabilities/communications/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import type { PageInput } from '#platform/http/pages.ts';
import { Bool, Described } from '#platform/input/schemas.ts';
import { cancelOperation } from '#platform/work/operations/operations.ts';
import { borrowerCampaign, findCampaign } from '../campaign.ts';
import { campaignErrors } from '../errors.ts';
import { cancelExample } from '../examples.ts';
import { campaignRuns, type RunRow } from '../tables.ts';
import { downloadPermission } from '../words.ts';
import { fileAtAddress, givenFile } from './download.ts';
import { endRun } from './end.ts';
import { campaignRunChanged } from './events.ts';
import { CampaignRun, type RunOfPath, runList, runOfPath, showRun, showRunNow } from './run.ts';
import { mustRestNow, startRun } from './start.ts';

const ofCampaign = '/campaigns/{borrowerCampaignId}/runs';

const all = below({
  path: ofCampaign,
  permission: 'campaign.run',
  subject: borrowerCampaign.subject,
  answer: CampaignRun,
});
export const one = below({
  path: `${ofCampaign}/{borrowerCampaignRunId}`,
  permission: 'campaign.run',
  subject: runOfPath,
  answer: CampaignRun,
});

const page = (reader: Reader, query: PageInput, campaignId: string) =>
  runList.page(reader, reader.db.selectFrom('campaign_runs').select(campaignRuns.all), query, {
    below: campaignId,
    each: (row) => showRun(row as RunRow),
  });

export const runRoutes: readonly Endpoint[] = [
  all({
    name: 'borrowerCampaignRuns.list',
    summary: 'List the runs of a campaign',
    shape: 'list',
    query: runList.query,
    list: runList,
    read: ({ reader }, { query }, { row }) => page(reader, query, row.id),
  }),
  endpoint({
    name: 'companyCampaignRuns.list',
    path: '/companies/{companyId}/campaigns/{borrowerCampaignId}/runs',
    summary: 'List the runs of a campaign of your company',
    description: 'The same list below the path of the company: companyId is your own, or `current`.',
    permission: 'campaign.run:list',
    subject: ownCompany,
    shape: 'list',
    query: runList.query,
    list: runList,
    answer: CampaignRun,
    errors: [errors.NotFound],
    read: async ({ reader }, { query, params }) =>
      page(reader, query, (await findCampaign(reader, params.borrowerCampaignId)).id),
  }),
  all({
    name: 'borrowerCampaignRuns.create',
    summary: 'Start a run of a campaign',
    description:
      'The question is asked anew, by an operation. Nothing is done before the whole answer is there; then its file is made, and its messages begin. The run goes on only while you have the right to start it, and to send; where its file is left at a host, that to download it, too. One run of a campaign is under way at a time.',
    errors: [campaignErrors.CampaignRunning],
    emits: [campaignRunChanged],
    example: {},
    async command(ctx, tx, _input, { row: campaign }) {
      if (campaign.sftp !== null) mustHave(ctx.caller, downloadPermission);
      await mustRestNow(tx, campaign, ctx.now);
      const { actor } = ctx.caller;
      return showRun(startRun(ctx, tx, { campaign, instant: ctx.now, isScheduled: false, responsible: actor }));
    },
  }),
  one({
    name: 'borrowerCampaignRuns.read',
    summary: 'Read a run of a campaign',
    read: ({ reader }, _input, { run }) => showRunNow(reader, run),
  }),
  one({
    name: 'borrowerCampaignRuns.update',
    summary: 'Cancel a run of a campaign',
    description:
      'What was made before goes out; PUT of its interactions takes those back that wait. To rest it, pause its bulk sendings.',
    body: Type.Object({ state: Type.Literal('canceled') }, { title: 'BorrowerCampaignRunUpdate' }),
    emits: [campaignRunChanged],
    mayEmit: [bulkSendingChanged],
    example: { body: cancelExample },
    command: async (ctx, tx, { body }, found) => showRun(await cancelRun(ctx, tx, found, body.state)),
  }),
  one({
    name: 'borrowerCampaignRuns.download',
    path: '/download',
    permission: downloadPermission,
    summary: 'Download the file of a run',
    description:
      'It tells of borrowers, and goes after thirty days. What is encrypted ends in .pgp. Where the question asks for masked numbers, it needs `query:personal.read` too.',
    shape: 'content',
    showsPersonal: () => true,
    query: {
      returnUrl: Type.Optional(
        Described(Bool, { description: 'True: answers `{ "url": … }`, an address that gives it for five minutes.' }),
      ),
    },
    errors: [errors.NotFound],
    content: (ctx, { query }, { run }) => givenFile(ctx, run, query.returnUrl ?? false),
  }),
  endpoint({
    name: 'borrowerCampaignRuns.open',
    method: 'GET',
    path: '/campaign-files/{fileToken}',
    summary: 'Download the file of a run by its address',
    description:
      'The address comes from `returnUrl=true`, and holds for five minutes. Whoever has it needs no API key.',
    openTo: 'everybody',
    shape: 'content',
    errors: [errors.NotFound, campaignErrors.RunAddressExpired],
    open: (ctx, { params }) => fileAtAddress(ctx, params.fileToken),
  }),
];

/** Canceled again, it stays canceled. Errors: InvalidRequest. */
async function cancelRun(ctx: CommandContext, tx: Tx, { run }: RunOfPath, asked: RunRow['state']): Promise<RunRow> {
  if (run.state === asked) return run;
  const ended = endRun(ctx, tx, run, 'cancel');
  await cancelOperation(tx, run.operation_id, ctx.machineNow());
  for (const id of run.bulk_sending_ids) {
    const sending = await findBulk(tx, id, true);
    if (sending === undefined || sending.finished_at !== null) continue;
    moveBulk({ ...ctx, actor: ctx.caller.actor }, tx, sending, 'canceled');
  }
  return ended;
}
