// What goes out: the envelopes of the interface, written once.

import { Type } from 'typebox';
import type { Reply } from '#platform/command/idempotency.ts';
import { errorBody, errors, Refusal } from '#platform/errors.ts';
import { hasEnded, type OperationView } from '#platform/operations/operations.ts';
import type { Endpoint } from './endpoint.ts';
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

/** Where the links of a list start, and the query they repeat. */
export interface ListLinks {
  readonly url: string;
  readonly query: Readonly<Record<string, unknown>>;
}

export type Presenter = (answer: unknown, version: Version, links: () => ListLinks) => Reply;

/** A resource of an endpoint as a version shows it, amounts written. */
export function resourceWriter(
  { answer }: Endpoint,
  steps: readonly VersionStep[],
): (version: Version) => (data: unknown) => unknown {
  const resource = (answer as { title?: string }).title;
  const write = answerWriter(answer);
  return (version) => {
    const back = stepsBack(steps, resource, version);
    return (data) => {
      const written = write === undefined ? data : write(data);
      return back.length === 0 ? written : inVersion(back, written);
    };
  };
}

export function presenter(endpoint: Endpoint, steps: readonly VersionStep[]): Presenter {
  const { shape, status, says, extra } = endpoint;
  const writer = resourceWriter(endpoint, steps);
  const writeExtra = (extra && answerWriter(Type.Object(extra))) ?? ((given: unknown) => given);
  if (shape === 'message') return () => jsonReply(status, { status, message: says ?? 'done' });
  if (shape === 'operation') return (operation) => operationReply(operation as OperationView);
  return (given, version, links) => {
    const shown = writer(version);
    if (shape === 'single') return jsonReply(status, { status, ...(says && { message: says }), data: shown(given) });
    const page = given as Page<unknown> & { extra?: object };
    return listReply(status, { ...page, extra: page.extra && (writeExtra(page.extra) as object) }, shown, links());
  };
}

function listReply(
  status: number,
  page: Page<unknown> & { extra: object | undefined },
  shown: (data: unknown) => unknown,
  links: ListLinks,
): Reply {
  const body = {
    status,
    total: page.total,
    count: page.items.length,
    nextUrl: page.next === null ? null : pageUrl(links, 'startingAfter', page.next),
    previousUrl: page.previous === null ? null : pageUrl(links, 'endingBefore', page.previous),
    data: page.items.map(shown),
    ...page.extra,
  };
  return jsonReply(status, body, page.totalIsLowerBound ? { 'total-is-lower-bound': 'true' } : {});
}

function pageUrl({ url, query }: ListLinks, cursor: 'startingAfter' | 'endingBefore', id: string): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (name !== 'startingAfter' && name !== 'endingBefore' && value !== undefined) params.set(name, String(value));
  }
  params.set(cursor, id);
  return `${url}?${params}`;
}

/** 202 while it goes on, 200 once it has succeeded or was canceled; a failed one answers like the call that it stands for. */
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
