// Serves contents of any length, up and down, in constant memory. One that comes is stored before the command begins
// that keeps it. One that goes is never shown inside a page: it is something to be saved, whatever it may be.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from '#platform/blobs/blobs.ts';
import type { Answer } from './answer-again.ts';
import { commandOfBorrower } from './borrowers.ts';
import { rangeAsked } from './byte-range.ts';
import type { Endpoint, GivenAddress, GivenContent, OpenedContent } from './endpoint.ts';
import { keepArrived, keepingOf } from './keep-content.ts';
import { permissionsOf } from './may-call.ts';
import { inputReader } from './read-input.ts';
import { goingOn, receiverOf } from './receive-content.ts';
import { type Handle, idempotencyOf, mustGoOn, noteRead, readContext, type ServeServices } from './serve.ts';
import { openContext } from './serve-open.ts';
import { versionOf } from './versions.ts';

export function serveTaking(endpoint: Endpoint, services: ServeServices): Handle<Answer> {
  const read = inputReader(endpoint, services.versionSteps);
  const declared = keepingOf(endpoint, services);
  const { takes, ownerOf, subject } = endpoint;
  if (takes === undefined || ownerOf === undefined || subject === undefined) {
    throw new Error(`${endpoint.name} takes a content and does not say for what.`);
  }
  return async (request, reply, call) => {
    const input = read(request, reply, call);
    const { realm } = call.caller;
    // What would be refused in any case is refused before anything is received.
    idempotencyOf(request, call, undefined);
    const mayGoOn = () => mustGoOn(call, permissionsOf(endpoint));
    const receive = receiverOf(request, { taken: takes, blobs: services.blobs, mayGoOn });
    commandOfBorrower(call.caller, endpoint, input);
    const ctx = readContext(services, call, endpoint);
    const found = await subject.find(ctx.reader, input.params[subject.param] as string, false, input.params);
    const ownerId = await ownerOf(ctx, input, found.subject);
    const arrived = await receive(realm, ownerId);
    return keepArrived({ services, request, call, input }, arrived, {
      ...declared,
      hashed: Buffer.from(arrived.sha256),
    });
  };
}

/** Even where a browser opens it after all, it runs nothing and reaches nobody. */
const contentHeaders = {
  'accept-ranges': 'bytes',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

export function serveContent(endpoint: Endpoint, services: ServeServices): Handle {
  const read = inputReader(endpoint, services.versionSteps);
  const { subject } = endpoint;
  return async (request, reply, call) => {
    const input = read(request, reply, call);
    const ctx = readContext(services, call, endpoint);
    const found = await subject?.find(ctx.reader, input.params[subject.param] as string, false, input.params);
    const given = await endpoint.content!(ctx, input, found?.subject);
    noteRead(endpoint, services.audit, request, call, input, found?.id);
    if ('addressPath' in given) return sendAddress(reply, services, given);
    const mayGoOn = () => mustGoOn(call, permissionsOf(endpoint));
    return sendContent(request, reply, services, { ...given, realm: call.caller.realm }, mayGoOn);
  };
}

/** For whoever has an address of a content: the endpoint says whether it is a right one. */
export function serveOpenContent(endpoint: Endpoint, services: ServeServices): Handle {
  const read = inputReader(endpoint, services.versionSteps);
  return async (request, reply) => {
    const version = versionOf(request.headers['api-version'] as string | undefined, null);
    const input = read(request, reply, { version });
    const given = (await endpoint.open!(openContext(endpoint, services, request), input)) as OpenedContent;
    return sendContent(request, reply, services, given);
  };
}

const sendAddress = (reply: FastifyReply, { publicUrl }: ServeServices, { addressPath }: GivenAddress): FastifyReply =>
  reply.headers({ 'cache-control': 'no-store' }).send({ url: `${publicUrl()}${addressPath}` });

function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  { blobs }: ServeServices,
  given: OpenedContent,
  mayGoOn?: () => Promise<void>,
): FastifyReply {
  const { blob, realm } = given;
  const range = wanted(request, given);
  const { length } = blob;
  // Where only the head is asked for, nothing is read.
  const bytes = request.method === 'HEAD' ? [] : goingOn(blobs.open(realm, blob, range), mayGoOn);
  return reply
    .code(range === undefined ? 200 : 206)
    .headers({
      ...contentHeaders,
      'content-type': given.contentType,
      'content-length': range === undefined ? length : range.to - range.from + 1,
      'content-disposition': savedAs(given.fileName),
      etag: tagOf(given),
      ...(range && { 'content-range': `bytes ${range.from}-${range.to}/${length}` }),
    })
    .send(Readable.from(bytes, { objectMode: false }));
}

/** The id of a content is its version: its bytes never change. */
const tagOf = ({ blob }: GivenContent): string => `"${blob.id}"`;

/** Whoever holds a part of another content gets the whole. Errors: RangeNotSatisfiable. */
function wanted({ headers }: FastifyRequest, given: GivenContent): ByteRange | undefined {
  const ifRange = headers['if-range'];
  if (ifRange !== undefined && ifRange !== tagOf(given)) return undefined;
  return rangeAsked(headers.range, given.blob.length);
}

/** The name as RFC 6266 writes it: plain letters for old programs, and the whole name beside them. */
function savedAs(fileName: string): string {
  const plain = fileName.replace(/[^\w. -]/g, '_');
  const whole = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
}
