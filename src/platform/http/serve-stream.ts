// A stream is an answer that continues: server-sent events until the client leaves, its key ends or the service stops.
// Every refusal comes before the first byte, with an error like any other.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { stopwatch } from '#platform/clock.ts';
import type { Caller } from '#platform/command/context.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { Places } from '#platform/events/stream-places.ts';
import type { Log } from '#platform/log.ts';
import { resourceWriter } from './answer.ts';
import type { CommonCounts } from './common-counts.ts';
import type { Endpoint, ServerSentEvent, StreamContext } from './endpoint.ts';
import { mustHave, permissionsOf } from './may-call.ts';
import { inputReader } from './read-input.ts';
import { type Call, type Handle, idReader, readContext, type ServeServices, viewerOf } from './serve.ts';

/** The limit for each key: each stream costs a query whenever something happens. */
const streamsMax = 50;
/** A company can make keys and users without end. */
const streamsOfCompanyMax = 500;
const retryAfterSeconds = 5;
const keyCheckMs = 2_000;
/** A client that does not read cannot be told of the end, so its connection is closed after this. */
const graceMs = 500;
const clientRetryMs = 1_000;
const heartbeatMs = 15_000;

interface OpenStreams {
  count(): number;
  /** Takes a place among the streams of the key until the response is closed. */
  begin(call: Call, response: ServerResponse, mayGoOn: () => Promise<boolean>): Promise<AbortSignal>;
  endAll(): void;
}

export function openStreams(counts: CommonCounts): OpenStreams {
  const open = new Set<() => void>();
  return {
    count: () => open.size,
    endAll: () => {
      for (const end of open) end();
    },
    async begin(call, response, mayGoOn) {
      const endHold = await held(counts, call.caller);
      const over = new AbortController();
      let tooLate: NodeJS.Timeout | undefined;
      const end = (): void => {
        over.abort();
        tooLate ??= setTimeout(() => response.destroy(), graceMs);
      };
      // A failed check says nothing about the key.
      const check = setInterval(
        () =>
          mayGoOn().then(
            (may) => may || end(),
            () => {},
          ),
        keyCheckMs,
      );
      open.add(end);
      const closed = (): void => {
        open.delete(end);
        endHold();
        clearInterval(check);
        clearTimeout(tooLate);
        over.abort();
      };
      if (response.destroyed) closed();
      else response.once('close', closed);
      return over.signal;
    },
  };
}

/** Errors: TooManyRequests. */
async function held(counts: CommonCounts, { actor, realm }: Caller): Promise<() => void> {
  const ofKey = await counts.hold('streams', actor.id, streamsMax);
  if (ofKey === undefined) throw tooMany(`This API key has ${streamsMax}`, 'close one, or use another key');
  const company = `${realm.mode} ${realm.companyId}`;
  const ofCompany = await counts.hold('streams of a company', company, streamsOfCompanyMax);
  if (ofCompany === undefined) {
    ofKey();
    throw tooMany(`This company has ${streamsOfCompanyMax}`, 'close one');
  }
  return () => {
    ofKey();
    ofCompany();
  };
}

const tooMany = (who: string, remedy: string): Refusal =>
  new Refusal(errors.TooManyRequests, `${who} streams open, which is the most; ${remedy}.`, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  });

export interface StreamServices extends ServeServices {
  readonly streams: OpenStreams;
  readonly places: Places;
  readonly log: Log;
  /** Called at the end of a stream. */
  ended(request: FastifyRequest, reply: FastifyReply): void;
}

export function serveStream(endpoint: Endpoint, services: StreamServices): Handle {
  const read = inputReader(endpoint, services.versionSteps);
  const readable = idReader(endpoint);
  const writer = resourceWriter(endpoint, services.versionSteps);
  const { subject } = endpoint;
  return async (request, reply, call) => {
    const input = read(request, reply, call);
    const needed = new Set(permissionsOf(endpoint));
    const mayGoOn = async () => needed.isSubsetOf((await call.rightsNow()) ?? new Set());
    const signal = await services.streams.begin(call, reply.raw, mayGoOn);
    const ctx: StreamContext = {
      ...readContext(services, call, endpoint),
      resume: resumeOf(request, input.query.lastEventId),
      signal,
      needs(permission) {
        mustHave(call.caller, permission);
        needed.add(permission);
      },
      watchPlaces: () => services.places.watch(call.caller.realm, signal),
    };
    const found =
      subject && (await subject.find(ctx.reader, input.params[subject.param] as string, false, input.params));
    const batches = await endpoint.stream!(ctx, await readable(ctx, input), found?.subject);
    const write = writer(viewerOf(call));
    const text = streamText(whilePermitted(batches, mayGoOn), write, (error) =>
      services.log.warn(
        { err: error, requestId: call.requestId },
        'a stream broke off; its client goes on where it was',
      ),
    );
    reply.raw.once('close', () => services.ended(request, reply));
    return reply
      .code(endpoint.status)
      .headers(streamHeaders)
      .send(Readable.from(text, { objectMode: false }));
  };
}

const contentType = 'text/event-stream; charset=utf-8';

export const isStream = (reply: FastifyReply): boolean => reply.getHeader('content-type') === contentType;

const streamHeaders = {
  'content-type': contentType,
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  // A connection has one stream, and ends with it.
  connection: 'close',
};

/** A browser that reconnects repeats the original address and adds the header, so the header is newer. */
function resumeOf({ headers }: FastifyRequest, asked: unknown): StreamContext['resume'] {
  const header = headers['last-event-id'];
  if (typeof header === 'string' && header !== '') return { id: header, path: 'Last-Event-ID' };
  return typeof asked === 'string' ? { id: asked, path: 'lastEventId' } : undefined;
}

type Batch = readonly ServerSentEvent<unknown>[];
type Batches = AsyncIterable<Batch>;

/** A key that has ended since the last batch gets nothing. While a stream only waits, the timer checks its key. */
async function* whilePermitted(batches: Batches, mayGoOn: () => Promise<boolean>): AsyncGenerator<Batch> {
  for await (const batch of batches) {
    if (batch.length > 0 && !(await mayGoOn())) return;
    yield batch;
  }
}

/** An error ends the text after a complete event. */
export async function* streamText(
  batches: Batches,
  write: (data: unknown) => unknown,
  failed: (error: unknown) => void,
  silenceMs = heartbeatMs,
): AsyncGenerator<string> {
  yield `retry: ${clientRetryMs}\n\n`;
  let silent = stopwatch();
  try {
    for await (const batch of batches) {
      if (batch.length === 0 && silent() < silenceMs) continue;
      yield batch.length === 0 ? ': nothing new\n\n' : batch.map((one) => textOfEvent(one, write)).join('');
      silent = stopwatch();
    }
  } catch (error) {
    failed(error);
  }
}

function textOfEvent(
  { id, event, data }: ServerSentEvent<unknown>,
  write: (data: unknown) => unknown = (same) => same,
): string {
  return data === undefined ? `id: ${id}\n\n` : `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(write(data))}\n\n`;
}
