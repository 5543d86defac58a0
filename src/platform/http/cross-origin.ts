// Browsers let a page of another origin read an answer only if we say so. A company names the origins of its pages; the
// answer to its callers is readable there and nowhere else. No cookie is used, so nothing is done in anybody's name.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Realm } from '#platform/db/realm.ts';

export interface Origins {
  /** Whether the company of the caller allows it. */
  allows(realm: Realm, origin: string): Promise<boolean>;
  /** Whether any company does: a preflight names no company, and nor does what is open to everybody. */
  anyAllows(origin: string): Promise<boolean>;
}

const readable = [
  ...['request-id', 'api-version', 'etag', 'location', 'operation-id', 'ignored-fields', 'idempotent-replayed'],
  ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after', 'total-is-lower-bound'],
].join(', ');

const preflight = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, api-version, idempotency-key, if-match, if-none-match, last-event-id, x-api-key',
  'access-control-max-age': '600',
};

const originOf = ({ headers }: FastifyRequest): string | undefined => headers.origin;

function allow(reply: FastifyReply, origin: string): void {
  reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': readable });
}

/** Called before anybody is admitted; a page may then read why it was refused. */
export function addCrossOrigin(app: FastifyInstance, origins: Origins): void {
  app.addHook('onRequest', async (request, reply) => {
    const origin = originOf(request);
    if (origin === undefined) return;
    reply.header('vary', 'Origin');
    // A look-up that failed allows nobody, and stops no request.
    if (await origins.anyAllows(origin).catch(() => false)) allow(reply, origin);
  });
  app.options('/api/*', (request, reply) => {
    const isAllowed = reply.getHeader('access-control-allow-origin') !== undefined;
    return reply
      .code(204)
      .headers(isAllowed && request.headers['access-control-request-method'] !== undefined ? preflight : {})
      .send();
  });
}

/** Once the caller is known, only the origins of the caller's own company count. */
export async function ownOriginOnly(
  origins: Origins,
  request: FastifyRequest,
  reply: FastifyReply,
  realm: Realm,
): Promise<void> {
  const origin = originOf(request);
  if (origin === undefined || (await origins.allows(realm, origin).catch(() => false))) return;
  reply.removeHeader('access-control-allow-origin');
  reply.removeHeader('access-control-expose-headers');
}
