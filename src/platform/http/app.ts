// The HTTP server: bodies, authentication, limits, errors, logs. serve.ts runs the endpoints.
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { networkOf as networkOfAddress } from '#platform/audit/kept-address.ts';
import type { AuditNotes } from '#platform/audit/notes.ts';
import type { MachineClock } from '#platform/clock.ts';
import { stopwatch } from '#platform/clock.ts';
import type { Door } from '#platform/command/authentication.ts';
import type { LogAddresses } from '#platform/config.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { watchPlaces } from '#platform/events/stream-places.ts';
import { opaqueToken } from '#platform/ids.ts';
import type { Log } from '#platform/log.ts';
import { slicesSoFar } from '#platform/loop/slices.ts';
import { asWork } from '#platform/loop/work.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Load } from '#platform/pace.ts';
import type { Signals } from '#platform/signals/signals.ts';
import { isLockTimeout, isUnreachable, whyUnreachable } from '#platform/sqlstate.ts';
import { addressesOf, admitted } from './admit.ts';
import { errorReply } from './answer.ts';
import type { Answer } from './answer-again.ts';
import type { CommonCounts } from './common-counts.ts';
import { compressed, isCompressible } from './compressed.ts';
import { type ConnectionServer, connectionServer, keepForRest, usualLimits } from './connections.ts';
import { addEach, takesStream } from './content-scope.ts';
import { addCrossOrigin, type Origins, ownOriginOnly } from './cross-origin.ts';
import type { Endpoint } from './endpoint.ts';
import { isTold, noteOf } from './note-of.ts';
import { type Limits, type LimitsPerMinute, limits, networkOf } from './rate-limit.ts';
import { formOfLines, formsOfBody, type RawBody } from './read-input.ts';
import { bodyLimitBytes, partOf, RequestShare, type Supplies, supplies } from './request-share.ts';
import { type Call, type Handle, type ServeServices, serve } from './serve.ts';
import { serveContent, serveOpenContent, serveTaking } from './serve-contents.ts';
import { serveLines } from './serve-lines.ts';
import { serveMaking } from './serve-making.ts';
import { serveOpen } from './serve-open.ts';
import { isStream, openStreams, type StreamServices, serveStream } from './serve-stream.ts';
import type { Holder } from './supply.ts';

interface AppOptions extends ServeServices {
  readonly endpoints: readonly Endpoint[];
  readonly clock: MachineClock;
  readonly signals: Signals;
  readonly log: Log;
  /** The part of a client's address that its line names. */
  readonly logAddresses?: LogAddresses | undefined;
  readonly metrics: Metrics;
  readonly load: Load;
  readonly trustProxy: boolean | string;
  readonly limitsPerMinute: LimitsPerMinute;
  /** The most requests under way at once; no limit when absent. */
  readonly requestsMax?: number | undefined;
  readonly counts: CommonCounts;
  /** How many processes share what is bounded; each has an equal part. */
  readonly processes: number;
  readonly door: Door;
  readonly origins: Origins;
}

/** The longest time of an upload; its progress is checked all the while. */
const uploadTimeoutMs = 24 * 3_600_000;
/** A connection may stay open for this long without a request. */
const keepAliveMs = 72_000;

declare module 'fastify' {
  interface FastifyRequest {
    requestId: string;
    elapsedMs: () => number;
    call: Call | null;
    share: RequestShare | null;
  }
  interface FastifyContextConfig {
    /** True: every caller must show an API key. */
    readonly asksKey?: boolean;
    readonly endpoint?: Endpoint;
  }
}

export function makeApp(options: AppOptions): FastifyInstance {
  const answerError = errorAnswerer(options.log, options.audit);
  const limiting = limits(options.limitsPerMinute, options.counts);
  let connections: ConnectionServer | undefined;
  const app = fastify<Server>({
    bodyLimit: bodyLimitBytes,
    // Only the connected proxy is believed, not addresses that it passes on from others.
    trustProxy: options.trustProxy === true ? (_, hop) => hop === 0 : options.trustProxy,
    // An external id has up to 255 characters of up to four bytes, and each byte has three characters when encoded.
    routerOptions: { maxParamLength: 3_100, ignoreTrailingSlash: true, querystringParser: (raw: string) => ({ raw }) },
    serverFactory(handle) {
      connections = connectionServer({
        handle,
        tooSlow: (socket) => answerBrokenHttp(bodyTooSlow(), socket),
        limits: { ...usualLimits, connectionsMax: partOf(usualLimits.connectionsMax, options.processes) },
      });
      return Object.assign(connections.server, { requestTimeout: uploadTimeoutMs, keepAliveTimeout: keepAliveMs });
    },
    clientErrorHandler: answerBrokenHttp,
    frameworkErrors: answerError as never,
    // A client is answered as usual until its connection is closed.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  app.addHook('preClose', async () => connections?.beginStopping());
  app.decorateRequest('requestId', '');
  app.decorateRequest('call', null);
  app.decorateRequest('share', null);
  app.decorateRequest('elapsedMs', (() => 0) as () => number);
  app.addHook('onRequest', async (request, reply) => {
    nameRequest(request, reply);
    mustNameOneHost(request.raw.rawHeaders);
    if (request.routeOptions.config.asksKey !== true) reply.headers(await limiting.ofStranger(...addressesOf(request)));
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The duration of a stream says nothing. Its line is logged at its end, even when the client has just gone.
    if (!isStream(reply)) recordResponse(options, request, reply);
    done();
  });
  addCrossOrigin(app, options.origins);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(notFound(app));
  parseBodies(app);
  addEndpoints(app, options, limiting);
  return app;
}

function nameRequest(request: FastifyRequest, reply: FastifyReply): void {
  request.requestId = opaqueToken();
  request.elapsedMs = stopwatch();
  reply.header('request-id', request.requestId);
  reply.header('x-content-type-options', 'nosniff');
}

/** With two Host headers a proxy and we might each use another one, and treat one request as two. */
function mustNameOneHost(rawHeaders: readonly string[]): void {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host');
  if (hosts.length > 1) throw refuseField('Host', 'is sent more than once', 'one Host header');
}

function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const keepBytes = (kind: RawBody['kind']) => (_: unknown, bytes: Buffer, done: (e: null, body: unknown) => void) =>
    done(null, bytes.length === 0 ? undefined : { kind, bytes });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, keepBytes('json'));
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, keepBytes('form'));
  // A body of any length: the receiver of lines reads them as they come.
  app.addContentTypeParser('application/x-ndjson', (_, body, done) => done(null, body));
}

function addEndpoints(app: FastifyInstance, options: AppOptions, limiting: Limits): void {
  const streaming = streamServices(app, options);
  const given = supplies(options.requestsMax ?? 0, options.processes);
  addOpenEndpoints(app, options, given);
  tellSupplies(options.metrics, given);
  const closed = options.endpoints.filter(({ open }) => open === undefined);
  addEach(app, closed, (at, endpoint) =>
    addEndpoint(at, endpoint, { options, limiting, given, handle: handleOf(endpoint, options, streaming) }),
  );
}

interface Adding {
  readonly options: AppOptions;
  readonly limiting: Limits;
  readonly given: Supplies;
  readonly handle: Handle;
}

function addEndpoint(app: FastifyInstance, endpoint: Endpoint, { options, limiting, given, handle }: Adding): void {
  app.route({
    method: endpoint.method,
    url: urlOfPath(endpoint.path),
    config: { asksKey: true, endpoint },
    onRequest: async (request, reply) => {
      const call = await admitted(endpoint, request, reply, options, limiting);
      await ownOriginOnly(options.origins, request, reply, call.caller.realm);
      // Each key may have only a few streams, and these mostly wait.
      if (endpoint.stream) return;
      const isUpload = takesStream(endpoint);
      const isRead = endpoint.read !== undefined || endpoint.content !== undefined;
      const ends = { isUpload, isRead, request: request.raw, response: reply.raw };
      request.share = new RequestShare(call.caller, given, ends);
    },
    handler: working((request, reply) => handle(request, reply, request.call as Call)),
  });
}

/** What is done for a request is charged to whoever asks. */
const working =
  <T>(handle: (request: FastifyRequest, reply: FastifyReply) => T) =>
  (request: FastifyRequest, reply: FastifyReply): T =>
    request.share === null ? handle(request, reply) : asWork(request.share.work, () => handle(request, reply));

/** Endpoints without credentials. The hook that counts strangers counts each of their requests. */
function addOpenEndpoints(app: FastifyInstance, options: AppOptions, given: Supplies): void {
  const open = options.endpoints.filter(({ open }) => open !== undefined);
  addEach(app, open, (at, endpoint) => {
    const opening = loading(openHandleOf(endpoint, options), options);
    const handle = takesStream(endpoint) ? opening : underWay(opening);
    at.route({
      method: endpoint.method,
      url: urlOfPath(endpoint.path),
      onRequest: async (request, reply) => {
        const ends = {
          isUpload: takesStream(endpoint),
          isRead: endpoint.shape === 'content',
          request: request.raw,
          response: reply.raw,
        };
        request.share = new RequestShare(strangerAt(request.ip), given, ends);
      },
      handler: working((request, reply) => handle(request, reply, request.call as Call)),
    });
  });
}

function openHandleOf(endpoint: Endpoint, options: AppOptions): Handle {
  if (endpoint.shape === 'content') return serveOpenContent(endpoint, options);
  const respond = serveOpen(endpoint, options);
  return async (request, reply) => send(reply, await respond(request, reply));
}

/** Strangers share like the keys of one company, each address like a key: so they never take the room of all others. */
const strangerAt = (address: string): Holder => ({
  realm: { mode: 'live', companyId: 'strangers' },
  actor: { type: 'provider', id: `stranger ${networkOf(address)}` },
});

const urlOfPath = (path: string): string => `/api${path.replace(/\{(\w+)\}/g, ':$1')}`;

function tellSupplies(metrics: Metrics, { places, bodies, uploads, waits, turns }: Supplies): void {
  metrics.gauge('requests_waiting', 'Requests under way that wait for their turn.', () => turns.waiting);
  metrics.gauge('requests_under_way', 'Requests under way, without streams.', () => places.taken);
  metrics.gauge('body_bytes_under_way', 'Bytes of request bodies that are being received or used.', () => bodies.taken);
  metrics.gauge(
    'answers_waiting',
    'Requests that wait for an operation to end, or for another server.',
    () => waits.taken,
  );
  metrics.counter('loop_slices_total', 'Slices of long computations.', () => slicesSoFar.count);
  metrics.gauge('loop_slice_longest_seconds', 'The longest slice so far.', () => slicesSoFar.longestMs / 1e3, 'max');
  metrics.counter(
    'requests_refused_total',
    'Requests refused because too many were under way, or too many of one key.',
    () => places.refused + bodies.refused + uploads.refused,
  );
}

function handleOf(endpoint: Endpoint, options: AppOptions, streaming: StreamServices): Handle {
  if (endpoint.stream) return serveStream(endpoint, streaming);
  if (endpoint.lines) return underWay(serveLines(endpoint, options));
  if (endpoint.content) return underWay(serveContent(endpoint, options));
  const respond = servingOf(endpoint)(endpoint, options);
  const sending = loading(sendingOf(endpoint, respond), options);
  // An upload takes its bytes of the supply while it comes, but no place.
  return takesStream(endpoint) ? sending : underWay(sending);
}

function servingOf({ takes, make }: Endpoint): typeof serve {
  if (takes !== undefined) return serveTaking;
  return make === undefined ? serve : serveMaking;
}

function sendingOf(endpoint: Endpoint, respond: Handle<Answer>): Handle {
  const mayCompress = isCompressible(endpoint);
  return async (request, reply, call) => {
    const answer = await respond(request, reply, call);
    const isAsked = mayCompress && request.headers['accept-encoding'] !== undefined;
    return send(reply, isAsked ? await compressed(request, reply, answer) : answer);
  };
}

const underWay =
  (handle: Handle): Handle =>
  async (request, reply, call) => {
    try {
      await request.share?.begin();
      return await handle(request, reply, call);
    } finally {
      request.share?.end();
    }
  };

const loading =
  (handle: Handle, { load }: Pick<AppOptions, 'load'>): Handle =>
  async (request, reply, call) => {
    load.begin();
    try {
      return await handle(request, reply, call);
    } finally {
      load.end();
    }
  };

function streamServices(app: FastifyInstance, options: AppOptions): StreamServices {
  const streams = openStreams(options.counts);
  options.metrics.gauge('event_streams', 'Open streams of events.', streams.count);
  // Streams do not end by themselves, so they are ended before the server waits for running requests.
  app.addHook('preClose', async () => streams.endAll());
  const places = watchPlaces(options.database, options.signals);
  return { ...options, streams, places, ended: (request, reply) => logRequest(options, request, reply) };
}

function send(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers })
    .send(body);
}

function errorAnswerer(log: Log, audit: AuditNotes) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void => {
    const refusal = refusalOf(error, request.routeOptions.config.endpoint);
    // A request refused before routing has not passed the hook that names it.
    if (!request.requestId) nameRequest(request, reply);
    // No line for each refusal by overload, which would add to the load: there is a counter.
    if (refusal.kind.status >= 500 && refusal.kind !== errors.Overloaded)
      log.error({ err: error, requestId: request.requestId }, 'a request failed');
    noteRefusal(audit, request, refusal);
    if (!request.raw.complete) reply.removeHeader('connection');
    keepForRest(request.raw, reply.raw);
    if (refusal.kind !== errors.TooManyRequests) send(reply, errorReply(refusal));
    else setTimeout(() => send(reply, errorReply(refusal)), tooManyMs);
  };
}

function noteRefusal(audit: AuditNotes, request: FastifyRequest, refusal: Refusal): void {
  const { endpoint } = request.routeOptions.config;
  const caller = request.call?.caller;
  if (endpoint === undefined || !caller || !isTold(refusal)) return;
  audit.note(caller.realm, noteOf(endpoint, request, caller, { outcome: 'refused', refusal }));
}

/** The answer 429 is delayed by this, because callers that repeat at once would keep the process busy. */
const tooManyMs = 250;

/** Turns errors of the framework and of the database into those of our catalogue. */
function refusalOf(error: FastifyError | Error, endpoint: Endpoint | undefined): Refusal {
  if (error instanceof Refusal) return error;
  const retry = { cause: error, headers: { 'retry-after': '1' } };
  if (isUnreachable(error)) return new Refusal(errors.Unavailable, whyUnreachable(error), retry);
  if (isLockTimeout(error)) return new Refusal(errors.Locked, 'The answer took too long to find.', retry);
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) {
    const message = `The body has more than ${bodyLimitBytes} bytes.`;
    return new Refusal(errors.BodyTooLarge, message, { data: { limitBytes: bodyLimitBytes } });
  }
  if (status === 414) return new Refusal(errors.UriTooLong, 'A part of the path is too long.');
  if (status === 415) {
    const data = { path: 'Content-Type', expected: endpoint?.line === undefined ? formsOfBody : formOfLines };
    return new Refusal(errors.UnsupportedMediaType, 'The content type of the body is not known here.', { data });
  }
  if (status === 503) return new Refusal(errors.Unavailable, 'The service is stopping.', retry);
  if (status !== undefined && status >= 400 && status < 500) {
    return new Refusal(errors.InvalidRequest, error.message, { data: { path: '', expected: validHttp }, cause: error });
  }
  return new Refusal(errors.InternalError, 'The service failed on this request.', { cause: error });
}

/** Bytes that are not HTTP give no request and no reply, only a socket. The answer has the usual form. */
function answerBrokenHttp(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const { status, body } = errorReply(refusalOfBrokenHttp(error.code));
  const length = Buffer.byteLength(body);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nrequest-id: ${opaqueToken()}\r\ncontent-type: application/json; charset=utf-8\r\nx-content-type-options: nosniff`;
  socket.end(`${head}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${body}`);
}

const bodyTooSlow = (): Error & { code: string } =>
  Object.assign(new Error('The body comes too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

function refusalOfBrokenHttp(code: string | undefined): Refusal {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal(errors.IncompleteRequest, 'The request took too long.');
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal(errors.HeadersTooLarge, 'The headers are over the limit.');
  const data = { path: '', expected: validHttp };
  return new Refusal(errors.InvalidRequest, 'This is not a valid HTTP request.', { data });
}

const validHttp = 'an HTTP request as RFC 9110 describes it, the path and query percent-encoded';

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;

function notFound(app: FastifyInstance) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const path = request.url.split('?', 1)[0] as string;
    const allowed = methods.filter((method) => app.findRoute({ method, url: path }) !== null);
    if (allowed.length === 0) {
      send(reply, errorReply(new Refusal(errors.RouteNotFound, 'There is nothing under this path.')));
      return;
    }
    const allow = allowed.includes('GET') ? ['HEAD', ...allowed] : allowed;
    const message = `${request.method} does not work here; ${allow.join(', ')} would.`;
    const data = { path: 'method', expected: allow.join(', ') };
    const refusal = new Refusal(errors.MethodNotAllowed, message, { data, headers: { allow: allow.join(', ') } });
    send(reply, errorReply(refusal));
  };
}

/** The route's pattern, never the path or the query, which may contain personal data. */
const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none';

function recordResponse(options: AppOptions, request: FastifyRequest, reply: FastifyReply): void {
  options.metrics.request(request.method, routeOf(request), reply.statusCode, request.elapsedMs() / 1000);
  logRequest(options, request, reply);
}

function addressFor(wanted: LogAddresses | undefined, address: string): string | undefined {
  if (wanted === 'whole') return address;
  return wanted === 'network' ? networkOfAddress(address) : undefined;
}

/** Logs one line for each request. */
function logRequest({ log, logAddresses }: AppOptions, request: FastifyRequest, reply: FastifyReply): void {
  log.info(
    {
      requestId: request.requestId,
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      ms: Math.round(request.elapsedMs() * 10) / 10,
      key: request.call?.caller.actor.id,
      mode: request.call?.caller.realm.mode,
      address: addressFor(logAddresses, request.ip),
    },
    'request',
  );
}
