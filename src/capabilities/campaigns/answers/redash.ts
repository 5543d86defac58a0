// Asks Redash: the query is run anew, and its result read as CSV as it comes. Only hosts outside are asked, and none sends
// us on to another one.
import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '#platform/clock.ts';
import { csvLines, NotCsv } from '#platform/csv.ts';
import { makeAsking } from '#platform/egress/fetch.ts';
import { PostFailed } from '#platform/egress/post-failed.ts';
import { type AnswerLine, notAnswered, type TakePart } from './answer.ts';
import { queryOfUrl } from './redash-url.ts';

interface Question {
  readonly url: string;
  readonly apiKey: string;
  readonly devHosts: ReadonlySet<string>;
  readonly signal?: AbortSignal | undefined;
}

/** A query takes no longer; one that does belongs to no morning. */
const patienceMs = 600_000;
const bytesMax = 1024 * 1024 * 1024;

/** Errors: CampaignNotAnswered. */
export async function askRedash(question: Question, take: TakePart): Promise<void> {
  const asking = makeAsking({ devHosts: question.devHosts });
  try {
    await readResult(asking, question, await resultOf(asking, question), take);
  } catch (error) {
    if (question.signal?.aborted) throw notAnswered('The question was ended before it was answered.', error);
    if (error instanceof PostFailed)
      throw notAnswered(`The tool that the campaign asks was not reached: ${error.message}`, error);
    if (error instanceof NotCsv)
      throw notAnswered(`The tool that the campaign asks gave no CSV: ${error.message}`, error);
    throw error;
  } finally {
    await asking.close();
  }
}

type Asking = ReturnType<typeof makeAsking>;

interface Job {
  readonly id?: unknown;
  readonly status?: unknown;
  readonly query_result_id?: unknown;
}

const [succeeded, failed, canceled] = [3, 4, 5];

/** Errors: CampaignNotAnswered, PostFailed. */
async function resultOf(asking: Asking, { url, apiKey, signal }: Question): Promise<string> {
  const query = queryOfUrl(url);
  if (query === undefined) throw notAnswered('The campaign names no query.');
  const api = `${query.origin}${query.above}/api`;
  const headers = { authorization: `Key ${apiKey}` };
  const body = JSON.stringify({ max_age: 0, parameters: query.parameters });
  const json = { ...headers, 'content-type': 'application/json' };
  const since = stopwatch();
  let said = await answered(asking, `${api}/queries/${query.id}/results`, { method: 'POST', headers: json, body });
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 1.5, 3_000)) {
    const result = (said as { query_result?: { id?: unknown } }).query_result?.id;
    if (isId(result)) return `${api}/query_results/${result}.csv`;
    const job = ((said as { job?: Job }).job ?? {}) as Job;
    if (job.status === succeeded && isId(job.query_result_id)) return `${api}/query_results/${job.query_result_id}.csv`;
    if (job.status === failed || job.status === canceled) throw notAnswered('The query of the campaign failed there.');
    if (!isId(job.id)) throw notAnswered('The tool that the campaign asks does not answer as Redash does.');
    if (since() > patienceMs) throw notAnswered('The query of the campaign had not ended after ten minutes.');
    await sleep(pauseMs, undefined, signal && { signal });
    said = await answered(asking, `${api}/jobs/${job.id}`, { method: 'GET', headers });
  }
}

/** It becomes a part of a path. */
const isId = (value: unknown): value is string | number =>
  (typeof value === 'string' || typeof value === 'number') && /^[\w-]{1,64}$/.test(String(value));

/** Errors: CampaignNotAnswered, PostFailed. */
async function answered(asking: Asking, url: string, asked: Parameters<Asking['fetch']>[1]): Promise<object> {
  const answer = await asking.fetch(url, asked);
  if (!answer.ok) throw notAnswered(refusedBy(answer.status));
  const said: unknown = await answer.json().catch(() => undefined);
  if (typeof said !== 'object' || said === null)
    throw notAnswered('The tool that the campaign asks does not answer as Redash does.');
  return said;
}

const refusedBy = (status: number): string => `The tool that the campaign asks answered with the status ${status}.`;

/** Errors: CampaignNotAnswered, PostFailed, NotCsv. */
async function readResult(asking: Asking, { apiKey, signal }: Question, url: string, take: TakePart): Promise<void> {
  const headers = { authorization: `Key ${apiKey}` };
  const { status, body } = await asking.stream(url, { headers, bytesMax, totalMs: patienceMs, signal });
  if (status !== 200) throw notAnswered(refusedBy(status));
  let columns: readonly string[] | undefined;
  let passed = 0;
  for await (const lines of csvLines(body)) {
    const isFirst = columns === undefined;
    columns ??= (lines[0] ?? []).map((name) => name ?? '');
    mustBeAsLong(lines, columns.length, passed);
    passed += lines.length;
    const rest: readonly AnswerLine[] = isFirst ? lines.slice(1) : lines;
    await take(rest, columns);
  }
  if (columns === undefined) throw notAnswered('The query of the campaign has no columns.');
}

/** Errors: NotCsv. */
function mustBeAsLong(lines: readonly AnswerLine[], length: number, passed: number): void {
  const at = lines.findIndex((line) => line.length !== length);
  if (at < 0) return;
  throw new NotCsv(`The first line has ${length} fields, and line ${passed + at + 1} has ${lines[at]?.length}.`);
}
