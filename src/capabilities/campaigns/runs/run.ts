// A run of a campaign, as it is found and shown.
import Type, { type Static } from 'typebox';
import { type BulkSendingRow, findBulk } from '#capabilities/communications/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { Bool, DateTime, Described, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { findCampaign } from '../campaign.ts';
import { runStates } from '../states.ts';
import { type CampaignRow, campaignRuns, type RunRow } from '../tables.ts';
import { countSkipped, skipReasons } from './skipped.ts';

const id = (example: string) => Text({ max: 12, example });
const count = (description: string) => Nullable(Type.Integer(), { description });
const moment = (description: string) => Nullable(DateTime, { description });

const counts = Object.fromEntries(skipReasons.map((one) => [one, Type.Integer()])) as Record<
  (typeof skipReasons)[number],
  ReturnType<typeof Type.Integer>
>;

const SkippedLine = Named('CampaignSkippedLine')({
  line: Described(Type.Integer(), { description: 'The line of the answer, from 1; its head does not count.' }),
  reason: StringEnum(skipReasons, {
    description:
      '`noId`: it names no borrower. `unknown`: the company has no such borrower. `duplicate`: an earlier line says the same. `wrongValue`: a column holds what it cannot hold.',
  }),
  column: Nullable(Text({ max: 100 })),
});

export const CampaignRun = Type.Object(
  {
    id: id('RN-7KQ2-M9XA'),
    object: Type.Literal('borrowerCampaignRun'),
    companyId: id('CP-2W8D-K4TN'),
    borrowerCampaignId: id('BC-7KQ2-M9XA'),
    instant: Described(DateTime, { description: 'The moment that it is the run of: no campaign has two of one.' }),
    isScheduled: Described(Bool, { description: 'True: it began by itself.' }),
    state: StringEnum(runStates, {
      description: '`running` until its files are where they belong and the last message is made, or dropped.',
    }),
    operationId: Described(id('OP-7KQ2-M9XA'), {
      description: 'The operation that asks the question and makes the files.',
    }),
    startedAt: moment('When a worker took it.'),
    finishedAt: moment('When it came to its end.'),
    numBorrowers: count('How many lines of the answer are worked on. Null: they are not known yet.'),
    numSkipped: Described(Type.Integer(), { description: 'How many lines were left out.' }),
    skipped: Described(Named('CampaignSkippedCounts')(counts), { description: 'The same, by the reason.' }),
    skippedLines: Type.Array(SkippedLine, { description: 'The first hundred of them.' }),
    numExported: count('How many lines its file has.'),
    numBlocked: count('How many contacts the rules of contact have kept out of its file.'),
    numSent: count('How many messages go out, or wait for their time.'),
    numFailed: count('How many messages do not go out: dropped by the rules, without a contact or a text, or failed.'),
    bulkSendingIds: Type.Array(id('BG-7KQ2-M9XA'), {
      description:
        'Its bulk sendings, one for each channel: what came of each line, and where they are paused and resumed.',
    }),
    needsRelease: Described(Bool, { description: 'True: its messages wait for a second person (POST …/release).' }),
    releasedAt: moment('When a second person has released it.'),
    releasedById: Nullable(Text({ max: 12 })),
    fileName: Nullable(Text({ max: 100, example: 'RN-7KQ2-M9XA.csv' }), {
      description: 'Its file, to be downloaded for thirty days. Null: there is none.',
    }),
    leftAt: moment('When its file was left at the SFTP host.'),
    lastFailure: Nullable(Text({ max: 1_000 }), { description: 'Why its file could not be left; it is tried again.' }),
    errorMessage: Nullable(Text({ max: 1_000 }), { description: 'Why it failed.' }),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'BorrowerCampaignRun' },
);
type CampaignRun = Static<typeof CampaignRun>;

const present = presenter<typeof CampaignRun, RunRow>(CampaignRun);

export const showRun = (row: RunRow, now: Sent = { sent: row.num_sent, failed: row.num_failed }): CampaignRun =>
  present(row, {
    borrowerCampaignId: row.campaign_id,
    skipped: Object.fromEntries(
      skipReasons.map((one) => [one, row.skipped.counts[one] ?? 0]),
    ) as CampaignRun['skipped'],
    skippedLines: [...row.skipped.lines],
    numSkipped: countSkipped(row.skipped),
    numExported: row.num_lines,
    numSent: now.sent,
    numFailed: now.failed,
  });

interface Sent {
  readonly sent: number | null;
  readonly failed: number | null;
}

/** While it sends, what was sent until now stands with its bulk sendings. */
export async function showRunNow(reader: Reader, row: RunRow): Promise<CampaignRun> {
  if (row.state !== 'running' || row.bulk_sending_ids.length === 0) return showRun(row);
  return showRun(row, tally(await sendingsOf(reader, row.bulk_sending_ids)));
}

/** What goes out, or waits for its time, and what does not. */
export function tally(sendings: readonly Pick<BulkSendingRow, 'counts'>[]): { sent: number; failed: number } {
  let [sent, failed] = [0, 0];
  for (const { counts: of } of sendings) {
    for (const [result, n = 0] of Object.entries(of)) {
      if (goesOut.has(result)) sent += n;
      else failed += n;
    }
  }
  return { sent, failed };
}

export async function sendingsOf(reader: Reader, ids: readonly string[]): Promise<BulkSendingRow[]> {
  const all = await Promise.all(ids.map((one) => findBulk(reader, one)));
  return all.filter((one) => one !== undefined);
}

const goesOut: ReadonlySet<string> = new Set(['queued', 'scheduled', 'held', 'sent']);

export const runList = defineList({
  table: 'campaign_runs',
  below: 'campaign_id',
  filters: { state: StringEnum(runStates) },
});

export const readRun = (reader: Reader, runId: string, lock = false): Promise<RunRow | undefined> => {
  const query = reader.db.selectFrom('campaign_runs').select(campaignRuns.all).where('id', '=', runId);
  return reader.row(lock ? query.forNoKeyUpdate() : query) as Promise<RunRow | undefined>;
};

export interface RunOfPath {
  readonly campaign: CampaignRow;
  readonly run: RunRow;
}

const param = 'borrowerCampaignRunId';

export const runOfPath: Subject<RunOfPath> = {
  param,
  notFound: errors.NotFound,
  async find(reader, reference, lock, params) {
    const campaign = await findCampaign(reader, params?.borrowerCampaignId ?? '');
    const run = await readRun(reader, reference, lock);
    if (run === undefined || run.campaign_id !== campaign.id) throw notFound('run', reference, param, 'This campaign');
    return { id: campaign.company_id, subject: { campaign, run } };
  },
};
