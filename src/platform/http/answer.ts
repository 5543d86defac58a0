// Builds the answers: every envelope of the interface is written here, once.

import type { Steps } from '@tenor/engine/values/steps.ts';
import { type TSchema, Type } from 'typebox';
import type { Reply } from '#platform/command/idempotency.ts';
import { errorBody, errors, Refusal } from '#platform/errors.ts';
import { ofEach } from '#platform/of-each.ts';
import { hasEnded, type OperationView } from '#platform/work/operations/operations.ts';
import type { Endpoint, OpenedPage } from './endpoint.ts';
import { textOf } from './long-answers.ts';
import type { Page } from './pages.ts';
import type { Version, VersionStep } from './versions.ts';
import { inVersion, stepsBack } from './versions.ts';
import { answerWriter } from './write-answer.ts';

const jsonReply = (status: number, body: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: JSON.stringify(body),
});

export const errorReply = (refusal: Refusal): Reply =>
  jsonReply(refusal.kind.status, errorBody(refusal), refusal.headers);

/** The address with which the links of a list start, and the query that they repeat. */
interface ListLinks {
  readonly url: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/** In which version an answer is shown, and whether to a borrower. */
export interface Viewer {
  readonly version: Version;
  readonly forBorrower: boolean;
}

/** In steps, so that a long answer keeps nobody waiting. */
type Presenter = (answer: unknown, viewer: Viewer, links: () => ListLinks) => Steps<Reply>;

const writersOf = ofEach((answer: TSchema) => ({ staff: answerWriter(answer), borrower: answerWriter(answer, true) }));

/** Writes a resource of an endpoint as a version shows it, with amounts as decimal text. */
export function resourceWriter(
  { answer }: Endpoint,
  steps: readonly VersionStep[],
): (viewer: Viewer) => (data: unknown) => unknown {
  const { resource, isList } = resourceOf(answer);
  const writers = writersOf(answer);
  return ({ version, forBorrower }) => {
    const write = forBorrower ? writers.borrower : writers.staff;
    const back = stepsBack(steps, resource, version);
    return (data) => {
      const written = write === undefined ? data : write(data);
      if (back.length === 0) return written;
      return isList ? (written as unknown[]).map((one) => inVersion(back, one)) : inVersion(back, written);
    };
  };
}

/** The resource that an answer is; a bare list is of one. */
function resourceOf(answer: TSchema): { readonly resource: string | undefined; readonly isList: boolean } {
  const { title, items } = answer as { title?: string; items?: { title?: string } };
  return items === undefined ? { resource: title, isList: false } : { resource: items.title, isList: true };
}

export function presenter(endpoint: Endpoint, steps: readonly VersionStep[]): Presenter {
  const { shape, status, says, extra, counts, mayBeNothing } = endpoint;
  const atOnce = (present: (answer: unknown) => Reply): Presenter =>
    // biome-ignore lint/correctness/useYield: it is short.
    function* (answer) {
      return present(answer);
    };
  if (shape === 'page') return atOnce((page) => pageReply(endpoint, page as OpenedPage));
  if (shape === 'message') return atOnce(() => jsonReply(status, { status, message: says ?? 'done' }));
  if (shape === 'operation') return atOnce((operation) => operationReply(operation as OperationView));
  const writer = textWriter(endpoint, steps);
  const writeExtra = (extra && answerWriter(Type.Object(extra))) ?? ((given: unknown) => given);
  return function* (given, viewer, links) {
    const shown = writer(viewer);
    if (shape === 'bare') return { status, headers: {}, body: (yield* shown(given)) as string };
    if (given === undefined && mayBeNothing !== undefined) return { status: 204, headers: {}, body: '' };
    if (shape === 'single') {
      const count = counts && { count: (given as Record<string, readonly unknown[]>)[counts]?.length };
      const text = yield* shown(given);
      const data = text === undefined ? '' : `,"data":${text}`;
      return { status, headers: {}, body: `${opened({ status, ...(says && { message: says }), ...count })}${data}}` };
    }
    const page = given as Page<unknown> & { extra?: object };
    const written = { ...page, extra: page.extra && (writeExtra(page.extra) as object) };
    return yield* listReply(status, written, shown, links());
  };
}

/** An answer of an older version is changed as a whole before it becomes text. */
function textWriter(endpoint: Endpoint, steps: readonly VersionStep[]): (viewer: Viewer) => ShownText {
  const { answer } = endpoint;
  const { resource } = resourceOf(answer);
  const write = resourceWriter(endpoint, steps);
  return (viewer) => {
    if (stepsBack(steps, resource, viewer.version).length === 0)
      return (data) => textOf(answer, data, viewer.forBorrower);
    const written = write(viewer);
    // biome-ignore lint/correctness/useYield: it is one step.
    return function* (data) {
      return JSON.stringify(written(data));
    };
  };
}

type ShownText = (data: unknown) => Steps<string | undefined>;

/** A page loads nothing, is shown in no frame, and tells no other site where it was left. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** Only a read answers with bytes, and what was read is kept nowhere. */
const pageReply = ({ status, contentType }: Endpoint, { body, headers, status: own }: OpenedPage): Reply => ({
  status: own ?? status,
  headers: { 'content-type': `${contentType}; charset=utf-8`, ...pageHeaders, ...headers },
  body: body as string,
});

function* listReply(
  status: number,
  page: Page<unknown> & { extra: object | undefined },
  shown: ShownText,
  links: ListLinks,
): Steps<Reply> {
  const { texts, next, previous } = yield* bounded(page, shown);
  const ofPage = {
    total: page.total,
    count: texts.length,
    nextUrl: next === null ? null : pageUrl(links, 'startingAfter', next),
    previousUrl: previous === null ? null : pageUrl(links, 'endingBefore', previous),
  };
  const envelope = { status, ...(page.isWhole ? {} : ofPage) };
  const extra = page.extra === undefined ? '' : `,${opened(page.extra).slice(1)}`;
  const body = `${opened(envelope)},"data":[${texts.join(',')}]${extra}}`;
  return { status, headers: page.totalIsLowerBound ? { 'total-is-lower-bound': 'true' } : {}, body };
}

/** The text of an object without the brace that ends it. */
const opened = (object: object): string => JSON.stringify(object).slice(0, -1);

/**
 * An answer takes memory until the client has read it. A longer page is cut, and its nextUrl continues after the cut.
 */
const pageTextMax = 1_048_576;

function* bounded(
  { items, ids, backwards, next, previous }: Page<unknown>,
  shown: ShownText,
): Steps<{ texts: string[]; next: string | null; previous: string | null }> {
  const texts: string[] = [];
  for (const item of items) {
    texts.push((yield* shown(item)) as string);
    yield;
  }
  const fit = ids.length === 0 ? texts.length : countFitting(backwards ? texts.toReversed() : texts);
  if (fit === texts.length) return { texts, next, previous };
  if (backwards) return { texts: texts.slice(-fit), next, previous: ids.at(-fit) ?? null };
  return { texts: texts.slice(0, fit), next: ids[fit - 1] ?? null, previous };
}

/** The first item always fits. */
function countFitting(texts: readonly string[]): number {
  let length = 0;
  const tooMany = texts.findIndex((text, i) => {
    length += text.length;
    return i > 0 && length > pageTextMax;
  });
  return tooMany === -1 ? texts.length : tooMany;
}

/** What says where a page begins. */
const placing: ReadonlySet<string> = new Set(['startingAfter', 'endingBefore', 'offset']);

function pageUrl({ url, query }: ListLinks, cursor: 'startingAfter' | 'endingBefore', id: string): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (!placing.has(name) && value !== undefined) params.set(name, String(value));
  }
  params.set(cursor, id);
  return `${url}?${params}`;
}

/**
 * 202 while the operation runs, 200 once it has succeeded or was canceled. A failed one answers like the call that it
 * belongs to.
 */
export function operationReply(operation: OperationView): Reply {
  const headers = { 'operation-id': operation.id };
  const failure = operation.error as { status?: number } | null;
  if (failure !== null) return jsonReply(failure.status ?? 500, failure, headers);
  const status = hasEnded(operation) ? 200 : 202;
  return jsonReply(status, { status, data: operation }, headers);
}

export const stillRunningReply = (operationId: string): Reply =>
  errorReply(
    new Refusal(errors.RequestTimeout, 'The operation has not ended within the waiting time; it goes on.', {
      data: { operationId },
      headers: { 'operation-id': operationId },
    }),
  );
