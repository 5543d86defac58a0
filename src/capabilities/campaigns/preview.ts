// What a campaign would send, before anybody is written to: the question is asked, its first lines are judged by the rules
// of contact, and the first messages are made and shown. Nothing is written.
import Type, { type Static } from 'typebox';
import { type Prepare, previewRows, type SourceRow } from '#capabilities/communications/index.ts';
import { runPermission } from '#capabilities/questions/index.ts';
import type { Caller } from '#platform/command/context.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { backgroundReads } from '#platform/http/background-reads.ts';
import { type AheadTools, type Endpoint, endpoint, type ReadContext } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { Described, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import type { AnswerLine } from './answers/answer.ts';
import { askQuestionOf } from './answers/ask.ts';
import { bulkSender } from './bulk-sender.ts';
import { borrowerCampaign, findCampaign } from './campaign.ts';
import { campaignErrors } from './errors.ts';
import { previewShown } from './examples.ts';
import { foundLines, headOf, readLine } from './runs/lines.ts';
import { channelsOf } from './runs/send.ts';
import { askedOf } from './runs/sender-columns.ts';
import { noneSkipped, type Skipped, withSkipped } from './runs/skipped.ts';
import type { BulkSenderRow } from './tables.ts';
import { senderChannels } from './words.ts';

/** So many lines are judged; the messages of the first ones are shown. */
const judgedMax = 1_000;
const shownMax = 10;
const together = 200;

const count = (description: string) => Described(Type.Integer(), { description });
const text = (description: string) => Nullable(Text({ max: 1_100_000 }), { description });

const PreviewedMessage = Named('CampaignPreviewMessage')({
  line: Type.Integer(),
  personId: Text({ max: 12 }),
  channel: StringEnum(senderChannels),
  result: Text({ max: 20, example: 'queued' }),
  blockedBy: Type.Array(Text({ max: 100 })),
  failure: Nullable(Text({ max: 100 })),
  variable: Nullable(Text({ max: 200 }), { description: 'What the text asks for and is not there.' }),
  subjectLine: text('Only an email has one.'),
  text: text('What it says.'),
});

const CampaignPreview = Type.Object(
  {
    object: Type.Literal('borrowerCampaignPreview'),
    judgedLines: count('So many lines of the answer were looked at, the first ones: a thousand at most.'),
    hasMore: Described(Type.Boolean(), { description: 'True: the answer has more lines.' }),
    skippedLines: count('So many of them would be left out.'),
    goesOut: count('So many messages would go out, now or when the rules allow it.'),
    held: count('So many of these would wait for their time.'),
    dropped: count('So many would not go out, because the rules of contact do not allow it.'),
    failed: count('So many would fail: without a contact, a text, or a value that the text asks for.'),
    messages: Type.Array(PreviewedMessage, { description: 'The first ten messages.' }),
  },
  { title: 'BorrowerCampaignPreview' },
);
type CampaignPreview = Static<typeof CampaignPreview>;

export const previewRoute = (prepare: Prepare): Endpoint =>
  endpoint({
    name: 'borrowerCampaigns.preview',
    path: '/campaigns/{borrowerCampaignId}/preview',
    summary: 'Show what a campaign would send',
    description:
      'The question is asked anew: a query of ours needs the permission to run it. Nobody is written to, and nothing is kept.',
    permission: 'campaign:preview',
    subject: borrowerCampaign.subject,
    answer: CampaignPreview,
    errors: [campaignErrors.CampaignNotAnswered, errors.NotFound],
    example: { answer: previewShown },
    ahead: (tools, { params }, caller) => previewOf(prepare, tools, caller, params.borrowerCampaignId),
    alongside: async (_tx, _input, _caller, ready) => ready,
    command: async (_ctx, _tx, _input, _subject, ready) => ready,
  });

/** Errors: CampaignNotAnswered, NotFound, Forbidden. */
async function previewOf(
  prepare: Prepare,
  tools: AheadTools,
  caller: Caller,
  reference: string,
): Promise<CampaignPreview> {
  const { database, vault, clock, settings } = tools;
  const reader = database.reader(caller.realm);
  const campaign = await findCampaign(reader, reference);
  if (campaign.query_id !== null) mustHave(caller, runPermission);
  if (campaign.bulk_sender_id === null)
    throw new Refusal(campaignErrors.CampaignNotAnswered, 'The campaign sends nothing: it has no bulk sender.');
  const sender = await bulkSender.find(reader, campaign.bulk_sender_id);
  const ctx: ReadContext = { ...backgroundReads({ reader, vault, clock }, caller), caller };
  const asking = { database, vault, realm: caller.realm, settings, rights: caller.permissions };
  // Whoever answers may take minutes, and is named by the company.
  const asked = await tools.waitFor(caller, () =>
    firstLines((take, signal) => askQuestionOf({ ...asking, signal }, campaign, take)),
  );
  const head = headOf(asked.columns, { sends: true, columns: [] });
  const lines = asked.lines.map((line, i) => readLine(head, line, { number: i + 1, sends: true }));
  const { found, skipped } = await foundLines(ctx, lines);
  const known = new Set<string>();
  const rows: SourceRow[] = [];
  let left: Skipped = withSkipped(noneSkipped, skipped);
  for (const { number, personId, values, onceKey } of found) {
    if (known.has(onceKey)) left = withSkipped(left, [{ line: number, reason: 'duplicate', column: null }]);
    else rows.push({ id: String(number), position: number, personId, asked: askedOf(values) });
    known.add(onceKey);
  }
  const counted = await judged(prepare, ctx, sender, rows);
  return {
    object: 'borrowerCampaignPreview',
    judgedLines: lines.length,
    hasMore: asked.hasMore,
    skippedLines: lines.length - rows.length,
    ...counted,
  };
}

type Judged = Pick<CampaignPreview, 'goesOut' | 'held' | 'dropped' | 'failed' | 'messages'>;

async function judged(
  prepare: Prepare,
  ctx: ReadContext,
  sender: BulkSenderRow,
  rows: readonly SourceRow[],
): Promise<Judged> {
  const counts = { goesOut: 0, held: 0, dropped: 0, failed: 0 };
  const messages: CampaignPreview['messages'] = [];
  for (const channel of await channelsOf(ctx.reader, sender)) {
    const same = { subject: sender.interaction_subject, channel, message: { theme: sender.theme } };
    for (let at = 0; at < rows.length; at += together) {
      const some = rows.slice(at, at + together);
      const isFirst = at === 0 && messages.length < shownMax;
      const shown = isFirst ? await previewRows(prepare, ctx, same, some.slice(0, shownMax), { isRendered: true }) : [];
      const others = await previewRows(prepare, ctx, same, some.slice(shown.length), { isRendered: false });
      for (const { result } of [...shown, ...others]) add(counts, result);
      messages.push(
        ...shown.map(({ row, result, blockedBy, failure, variable, subjectLine, text: said }) => ({
          line: row.position,
          personId: row.personId,
          channel,
          result,
          blockedBy: [...blockedBy],
          failure,
          variable,
          subjectLine,
          text: said,
        })),
      );
    }
  }
  return { ...counts, messages: messages.slice(0, shownMax) };
}

function add(counts: Record<'goesOut' | 'held' | 'dropped' | 'failed', number>, result: string): void {
  if (result === 'dropped') counts.dropped += 1;
  else if (['queued', 'scheduled', 'held', 'sent'].includes(result)) counts.goesOut += 1;
  else counts.failed += 1;
  if (result === 'held') counts.held += 1;
}

interface First {
  readonly columns: readonly string[];
  readonly lines: readonly AnswerLine[];
  readonly hasMore: boolean;
}

/** The rest is not asked for. */
async function firstLines(
  ask: (
    take: (lines: readonly AnswerLine[], columns: readonly string[]) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<unknown>,
): Promise<First> {
  const lines: AnswerLine[] = [];
  let columns: readonly string[] = [];
  const enough = new AbortController();
  const isEnough = () => lines.length > judgedMax;
  await ask(async (some, named) => {
    columns = named;
    lines.push(...some.slice(0, judgedMax + 1 - lines.length));
    if (isEnough()) enough.abort();
    if (isEnough()) throw new Enough();
  }, enough.signal).catch((error) => {
    if (!isEnough()) throw error;
  });
  return { columns, lines: lines.slice(0, judgedMax), hasMore: isEnough() };
}

/** More lines than are looked at have come. */
class Enough extends Error {}
