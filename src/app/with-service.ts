import type { Config } from '#platform/config.ts';
import { makeLog } from '#platform/log.ts';
import { connect } from './connect.ts';
import { mustHaveDatabase } from './existing-database.ts';
import type { Service } from './service.ts';

type Work = (service: Service) => Promise<void>;

/** Joins a database that exists as a service does, and leaves it afterwards. Errors: CommandFailed. */
export async function withService(config: Config, work: Work): Promise<void> {
  await mustHaveDatabase(config);
  await withNewService(config, work, { joins: true });
}

/** The same for a command that makes the database where there is none. */
export async function withNewService(config: Config, work: Work, { joins = false } = {}): Promise<void> {
  const log = makeLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const { service, leave } = await connect(config, log, () => {}, { joins });
  try {
    await work(service);
  } finally {
    await leave();
  }
}
