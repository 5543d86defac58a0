// Connects to the database: the operator's own, or the embedded one, which is started or joined.
import type { Config } from '#platform/config.ts';
import { serverOfUrl } from '#platform/db/connection.ts';
import type { Log } from '#platform/log.ts';
import { keySourceOf } from './encryption-key.ts';
import { joinServer } from './join-server.ts';
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
  shared: Pick<ServiceOptions, 'processes' | 'crew' | 'joins'> = {},
): Promise<Connected> {
  // The key comes before the database: a new database must never exist without its key.
  const encryptionKey = keySourceOf(config);
  await encryptionKey.keys();
  const joined = await joinServer(config, log, say);
  try {
    const requestServers = config.requestsDatabaseUrls.map(serverOfUrl);
    const reportingServer = config.reportingDatabaseUrl === null ? undefined : serverOfUrl(config.reportingDatabaseUrl);
    const places = { server: joined.server, requestServers, reportingServer };
    const service = await openService({ config, ...places, encryptionKey, log, ...shared });
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
