// Connects to the database: the operator's own, or the embedded one, which is started or joined.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#platform/config.ts';
import { type Server, serverOfUrl } from '#platform/db/connection.ts';
import { joinEmbedded } from '#platform/db/embedded/index.ts';
import type { Log } from '#platform/log.ts';
import { keySourceOf } from './encryption-key.ts';
import { openService, type Service, type ServiceOptions } from './service.ts';

interface Connected {
  readonly service: Service;
  /** Closes all connections; the last process that leaves the embedded database stops it. */
  leave(): Promise<void>;
}

export async function connect(
  config: Config,
  log: Log,
  say: (sentence: string) => void,
  shared: Pick<ServiceOptions, 'processes' | 'crew'> = {},
): Promise<Connected> {
  // The key comes before the database: a new database must never exist without its key.
  const encryptionKey = keySourceOf(config);
  await encryptionKey.keys();
  const joined = await joinServer(config, log, say);
  try {
    const service = await openService({ config, server: joined.server, encryptionKey, log, ...shared });
    return {
      service,
      async leave() {
        await service.close();
        await joined.leave();
      },
    };
  } catch (error) {
    await joined.leave();
    throw error;
  }
}

/** Joins the server only; nothing in it is prepared. */
export async function joinServer(
  { databaseUrl, dataDirectory }: Pick<Config, 'databaseUrl' | 'dataDirectory'>,
  log: Log,
  say: (sentence: string) => void,
): Promise<{ server: Server; leave(): Promise<void> }> {
  if (databaseUrl !== null) return { server: serverOfUrl(databaseUrl), leave: async () => {} };
  let embedded = await joinEmbedded({ dataDirectory, say });
  let isLeaving = false;
  const rejoin = async (): Promise<void> => {
    embedded = await joinEmbedded({ dataDirectory, say });
    embedded.onLost(lost);
  };
  const lost = async (reason: Error): Promise<void> => {
    log.error({ err: reason }, 'the embedded database was lost; it is started again');
    while (!isLeaving && !(await succeeds(rejoin, log))) await sleep(startAgainEveryMs, undefined, { ref: false });
  };
  embedded.onLost(lost);
  return {
    server: embedded.server,
    async leave() {
      isLeaving = true;
      await embedded.leave();
    },
  };
}

/** A server that could not start because the disk was full is tried again, in case there is room by then. */
const startAgainEveryMs = 5_000;

async function succeeds(rejoin: () => Promise<void>, log: Log): Promise<boolean> {
  try {
    await rejoin();
    return true;
  } catch (error) {
    log.fatal({ err: error }, 'the embedded database does not come back; it is started again in a moment');
    return false;
  }
}
