import type { Config } from '#platform/config.ts';
import { makeLog } from '#platform/log.ts';
import { connect } from './connect.ts';
import type { Service } from './service.ts';

/** Joins the database as a service does, and leaves it afterwards. */
export async function withService(config: Config, work: (service: Service) => Promise<void>): Promise<void> {
  const log = makeLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const { service, leave } = await connect(config, log, () => {});
  try {
    await work(service);
  } finally {
    await leave();
  }
}
