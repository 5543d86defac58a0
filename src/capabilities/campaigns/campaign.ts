// A campaign: a question about borrowers, when it is asked, and what is done with the answer. The name in two words gives
// the parameters that the interface has.

import type { Instant } from '@tenor/engine/values/instant.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { columnsOfQueries, findQuestion, runPermission } from '#capabilities/questions/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { wrongUrl } from '#platform/egress/webhook-url.ts';
import { mustHaveNone, type Problem, refuseField } from '#platform/errors.ts';
import { mustBePublicKey } from '#platform/file-places/open-pgp.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { DateTime, ExternalId, Id, Nullable, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { withMaker } from '#platform/with-maker.ts';
import { problemOfHead } from './answers/head.ts';
import { queryOfUrl } from './answers/redash-url.ts';
import { bulkSender } from './bulk-sender.ts';
import { contactExporter, settingsOfExporter } from './exporters/exporter.ts';
import { columnsOfAnswer } from './exporters/settings.ts';
import { problemsOfSftp, SftpInput, type SftpSettings, SftpShown, settingsOf } from './places/settings.ts';
import { nextRun } from './schedule.ts';
import { sealSecrets, secretsAfter, secretsOf } from './secrets.ts';
import { type CampaignRow, campaigns, type ExporterRow } from './tables.ts';
import { downloadPermission } from './words.ts';

export const borrowerCampaign = defineResource({
  name: 'borrower campaign',
  plural: 'borrower campaigns',
  prefix: 'BC',
  path: '/campaigns',
  permission: 'campaign',
  table: campaigns,
  fields: {
    externalId: ExternalId({ max: 255, example: 'ten-days-late' }),
    queryId: Nullable(Text({ max: 12, example: 'QY-5KX8-W2NB' }), {
      description:
        'The question: a query of ours (/queries), with a column `id` or `borrowerId` (BO-…). It is asked anew for each run, in its newest version, and needs the permission to run it. Or redashQueryUrl.',
    }),
    redashQueryUrl: Nullable(Text({ min: 1, max: 2_000, example: 'https://redash.example.com/queries/17' }), {
      description:
        'The address of a query in Redash, as its page has it; p_… gives its parameters. It is asked anew for each run, and answers with a column `id`: the ids of borrowers (BO-…, or ext- and your own id).',
    }),
    redashApiKey: Nullable(Text({ min: 1, max: 200, example: '••••' }), {
      description: 'The key of that query. Kept sealed, and shown as dots.',
    }),
    schedule: Nullable(Text({ min: 1, max: 100, example: 'P P * * 1-5' }), {
      description:
        'When it runs by itself, in the zone of the company: five fields of cron, P for minute and hour, which the service chooses: between 6 and 7 in the morning. Null: only by hand.',
    }),
    nextRunAt: Nullable(DateTime, { description: 'When it runs next by itself.' }),
    contactExporterId: Nullable(Text({ max: 12, example: 'CX-5KX8-W2NB' }), {
      description: 'How its files look. Without it, and without a bulk sender, a file has the ids of the borrowers.',
    }),
    bulkSenderId: Nullable(Text({ max: 12, example: 'BS-5KX8-W2NB' }), { description: 'Which message it sends.' }),
    sftpSettings: Nullable(SftpShown, {
      description:
        'Where its files are left, besides being downloaded. Whoever has it so, changes such a campaign or starts its runs needs the permission to download them.',
    }),
    openPgpPublicKey: Nullable(Text({ min: 100, max: 20_000 }), {
      description: 'A public key, armored: its files are encrypted for whoever has the other half.',
    }),
  },
  onlyShown: ['nextRunAt'],
  taken: {
    queryId: Nullable(Id('QY', 'query')),
    contactExporterId: Nullable(Id('CX', 'contact exporter')),
    bulkSenderId: Nullable(Id('BS', 'bulk sender')),
    sftpSettings: Nullable(SftpInput),
  },
  atMost: 1_000,
  events: { created: 'A campaign was created.', updated: 'A campaign was changed.' },
  endpoints: {
    list: { summary: 'List campaigns' },
    create: {
      summary: 'Create a campaign',
      description:
        'Whoever has changed it last is responsible for the runs that it does by itself, and must keep the right to start them.',
      body: {
        externalId: 'ten-days-late',
        redashQueryUrl: 'https://redash.example.com/queries/17',
        redashApiKey: 'a key of the query',
        schedule: 'P P * * 1-5',
      },
    },
    read: { summary: 'Read a campaign' },
    update: {
      summary: 'Change a campaign',
      description: 'What is not sent stays. Keys and passwords stay for the same host alone.',
      body: { schedule: null },
    },
  },
  present: (rows) =>
    rows.map((row) => ({
      redashApiKey: row.redash_query_url === null ? null : '••••',
      sftpSettings: sftpOf(row),
    })),
});

export const sftpOf = ({ sftp }: Pick<CampaignRow, 'sftp'>): SftpSettings | null =>
  sftp === null ? null : (JSON.parse(sftp) as SftpSettings);

export const campaignRoutes = borrowerCampaign.endpoints({
  async beforeWrite(ctx, tx, { before, row, sent }) {
    const sftp =
      sent.sftpSettings === undefined
        ? before
          ? sftpOf(before)
          : null
        : sent.sftpSettings && settingsOf(sent.sftpSettings);
    if (sftp !== null) mustHave(ctx.caller, downloadPermission);
    mustHaveNone(problemsOf(ctx, row, sent.sftpSettings));
    const queryId = await queryNamed(ctx, tx, sent.queryId, before?.query_id ?? null);
    mustHaveOneQuestion(row.redash_query_url, queryId);
    const workers = await workersNamed(tx, sent, row);
    if (queryId !== null && [sent.queryId, sent.contactExporterId, sent.bulkSenderId].some((one) => one !== undefined))
      await mustFitAnswer(tx, queryId, workers);
    if (sent.openPgpPublicKey != null) await mustBePublicKey(sent.openPgpPublicKey);
    const secrets = secretsAfter({
      before: before && { redash_query_url: before.redash_query_url, sftp: sftpOf(before) },
      after: { redash_query_url: row.redash_query_url, sftp },
      secrets: before === undefined ? {} : secretsOf(ctx.vault, before),
      sent,
    });
    return {
      contact_exporter_id: workers.exporter?.id ?? null,
      bulk_sender_id: workers.senderId,
      query_id: queryId,
      sftp: sftp === null ? null : JSON.stringify(sftp),
      secrets_sealed: sealSecrets(ctx.vault, row, secrets),
      next_run_at: dueRunOf(before, row, ctx.now) ?? (await nextRunOf(tx, row, ctx.now)),
      changed_by_type: ctx.caller.actor.type,
      changed_by_id: ctx.caller.actor.id,
      makers: withMaker(before?.makers, ctx.caller.actor),
    };
  },
});

/** A run that is due and has not begun stays so, whatever else of the campaign is changed. */
function dueRunOf(before: CampaignRow | undefined, row: CampaignRow, now: Instant): Instant | null {
  const due = before?.schedule === row.schedule ? before.next_run_at : null;
  return due !== null && due <= now ? due : null;
}

function problemsOf({ settings }: CommandContext, row: CampaignRow, sftp: SftpInput | null | undefined): Problem[] {
  const { redash_query_url: url } = row;
  const problems: Problem[] = [];
  if (url !== null) {
    // The page of a query shows a picture of it by a fragment, which is never sent.
    const wrong = wrongUrl(url.replace(/#.*$/, ''), settings.webhookDevHosts);
    if (wrong !== undefined)
      problems.push({ path: 'redashQueryUrl', message: wrong.problem, expected: wrong.expected });
    else if (queryOfUrl(url) === undefined)
      problems.push({
        path: 'redashQueryUrl',
        message: 'names no query',
        expected: 'an address that ends in /queries/ and its number',
      });
    else if (URL.parse(url)?.searchParams.has('api_key'))
      problems.push({
        path: 'redashQueryUrl',
        message: 'has a key in it, which everybody who reads the campaign would see',
        expected: 'the address without api_key, and the key as redashApiKey',
      });
  }
  return sftp == null ? problems : [...problems, ...problemsOfSftp(settings, sftp)];
}

/** Errors: NotFound, Forbidden, InvalidRequest. */
async function queryNamed(
  { caller }: CommandContext,
  reader: Reader,
  sent: string | null | undefined,
  before: string | null,
) {
  if (sent === undefined) return before;
  if (sent === null) return null;
  mustHave(caller, runPermission);
  const found = await findQuestion(reader, sent);
  if (found === undefined) throw notFound('query', sent, 'queryId');
  if (found.status === 'archived') throw refuseField('queryId', 'is archived', 'a query that is in use');
  return found.id;
}

/** Errors: InvalidRequest. */
function mustHaveOneQuestion(url: string | null, queryId: string | null): void {
  if (url === null && queryId === null)
    throw refuseField('queryId', 'is missing', 'the id of a query, or the address of one of Redash as redashQueryUrl');
  if (url !== null && queryId !== null)
    throw refuseField('queryId', 'stands beside redashQueryUrl', 'one of the two, and null for the other');
}

interface Named {
  readonly contactExporterId?: string | null | undefined;
  readonly bulkSenderId?: string | null | undefined;
}

interface Workers {
  readonly exporter: ExporterRow | null;
  readonly senderId: string | null;
}

/** Errors: NotFound. */
async function workersNamed(reader: Reader, sent: Named, before: Before): Promise<Workers> {
  const { contactExporterId: exporter = before.contact_exporter_id, bulkSenderId: sender = before.bulk_sender_id } =
    sent;
  return {
    exporter: exporter === null ? null : await namedIn('contactExporterId', contactExporter.find(reader, exporter)),
    senderId: sender === null ? null : (await namedIn('bulkSenderId', bulkSender.find(reader, sender))).id,
  };
}

type Before = Pick<CampaignRow, 'contact_exporter_id' | 'bulk_sender_id'>;

/** A query of ours says which columns its answers have. Errors: InvalidRequest. */
async function mustFitAnswer(reader: Reader, queryId: string, { exporter, senderId }: Workers): Promise<void> {
  const columns = (await columnsOfQueries(reader, [queryId])).get(queryId) ?? [];
  const settings = exporter === null ? null : settingsOfExporter(exporter);
  const wanted = { sends: senderId !== null, columns: settings === null ? [] : columnsOfAnswer(settings) };
  const problem = problemOfHead(columns, wanted);
  if (problem === undefined) return;
  const path = problem.of === 'question' ? 'queryId' : 'contactExporterId';
  throw refuseField(path, `does not fit: ${problem.message}`, problem.expected);
}

/** Errors: InvalidRequest. */
export async function nextRunOf(
  tx: Tx,
  { id, schedule }: Pick<CampaignRow, 'id' | 'schedule'>,
  after: Instant,
): Promise<Instant | null> {
  if (schedule === null) return null;
  return nextRun(schedule, { id, after, zone: (await timezoneOf(tx)) ?? 'UTC' });
}

export const findCampaign = borrowerCampaign.find;
