// `tenor start` as one process and `tenor worker`: run until a signal, then finish what is under way and end.
import type { Config } from '#platform/config.ts';
import { logOutput, makeLog } from '#platform/log.ts';
import { connect } from './connect.ts';
import { mustHaveDatabase } from './existing-database.ts';
import { firstCompany } from './first-company.ts';
import { listeningAt, makeServer } from './server.ts';
import { drain, warnAtStart } from './serving.ts';
import { stopSignal } from './stop-signal.ts';
import { welcome } from './welcome.ts';

type Print = (text: string) => void;

export async function startAlone(config: Config, print: Print): Promise<void> {
  const log = makeLog(config.logLevel, undefined, logOutput(config.logFormat));
  const stopped = stopSignal(log).signal;
  const { service, leave } = await connect(config, log, (sentence) => log.info(sentence));
  try {
    const firstKeys = await firstCompany(service, config);
    const app = makeServer(service, config, log);
    // With port 0 the port is known only once the server listens.
    const url = (): string => config.publicUrl ?? listeningAt(app, config.host);
    try {
      await service.startWork();
      await app.listen({ host: config.host, port: config.port });
    } finally {
      // The keys are printed even when the port is taken, because they are shown only this once.
      if (firstKeys !== undefined) print(welcome(app.server.listening ? url() : undefined, firstKeys));
    }
    log.info({ url: url() }, 'Tenor listens');
    warnAtStart(config, log);
    await stopped;
    log.info('stopping: no new requests; those that run may end');
    await drain(app);
  } finally {
    await leave();
  }
}

export async function work(config: Config): Promise<void> {
  await mustHaveDatabase(config);
  const log = makeLog(config.logLevel, undefined, logOutput(config.logFormat));
  const stopped = stopSignal(log).signal;
  const { service, leave } = await connect(config, log, (sentence) => log.info(sentence), { joins: true });
  try {
    await service.startWork();
    log.info('the worker runs');
    await stopped;
    log.info('the worker stops');
  } finally {
    await leave();
  }
}
