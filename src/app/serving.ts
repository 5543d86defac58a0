// What every process that serves requests does alike, alone or as one of several.
import { statfsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import { machineLimits, memoryShort } from '#platform/machine-limits.ts';

/** Requests get this long to end, so that the whole stop takes less than ten seconds. */
const drainMs = 6_000;

export async function drain(app: FastifyInstance): Promise<void> {
  await Promise.race([app.close(), sleep(drainMs, undefined, { ref: false })]);
  app.server.closeAllConnections();
}

const believing =
  'TRUST_PROXY=true trusts the X-Forwarded-For header from every client. Name the addresses of your proxies instead, or make sure that nobody else can connect.';

/** What whoever starts it should know, and would learn too late. */
export function warnAtStart(config: Config, log: Log): void {
  if (config.trustProxy === true) log.warn(believing);
  const short = memoryShort(config.workers, machineLimits());
  if (short !== null) log.warn(short);
  if (config.databaseUrl === null && isOfContainer(config.dataDirectory)) {
    log.warn(`DATA_DIR ${config.dataDirectory} lies in the container and goes with it. Mount a volume there.`);
  }
}

/** The file system in which a container keeps what it has written itself. */
const overlay = 0x794c7630;

function isOfContainer(directory: string): boolean {
  try {
    return statfsSync(directory).type === overlay;
  } catch {
    return false;
  }
}
