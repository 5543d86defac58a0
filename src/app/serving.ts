// What every process that serves requests does alike, alone or as one of several.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Requests get this long to end, so that the whole stop takes less than ten seconds. */
const drainMs = 6_000;

export async function drain(app: FastifyInstance): Promise<void> {
  await Promise.race([app.close(), sleep(drainMs, undefined, { ref: false })]);
  app.server.closeAllConnections();
}

export const believing =
  'TRUST_PROXY=true trusts the X-Forwarded-For header from every client. Name the addresses of your proxies instead, or make sure that nobody else can connect.';
