// `tenor start` and `tenor worker`: run until a signal, then finish what is under way and end.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { companyIds, createCompany, hasKey } from '#capabilities/access/index.ts';
import { stopwatch } from '#platform/clock.ts';
import { type Config, WrongSettings } from '#platform/config.ts';
import { modes } from '#platform/db/realm.ts';
import { type Log, makeLog } from '#platform/log.ts';
import { connect } from './connect.ts';
import { listeningAt, makeServer } from './server.ts';
import type { Service } from './service.ts';

type Print = (text: string) => void;

export async function start(config: Config, print: Print): Promise<void> {
  const log = makeLog(config.logLevel);
  const stopped = stopSignal(log);
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
      if (firstKeys !== undefined) print(welcome(url(), firstKeys));
    }
    log.info({ url: url() }, 'Tenor listens');
    if (config.trustProxy === true) log.warn(believing);
    await stopped;
    log.info('stopping: no new requests; those that run may end');
    await drain(app);
  } finally {
    await leave();
  }
}

async function drain(app: FastifyInstance): Promise<void> {
  await Promise.race([app.close(), sleep(drainMs, undefined, { ref: false })]);
  app.server.closeAllConnections();
}

const believing =
  'TRUST_PROXY=true believes whoever is connected about where a request comes from: name the addresses of your proxies instead, or make sure that nobody else can connect.';

/** Requests get this long to end, so that the whole stop takes less than ten seconds. */
const drainMs = 6_000;

export async function work(config: Config): Promise<void> {
  const log = makeLog(config.logLevel);
  const stopped = stopSignal(log);
  const { service, leave } = await connect(config, log, (sentence) => log.info(sentence));
  try {
    await service.startWork();
    log.info('the worker runs');
    await stopped;
    log.info('the worker stops');
  } finally {
    await leave();
  }
}

/** A terminal and npm both pass on Ctrl-C, so a second signal within a second is the same one. */
const doubledMs = 1_000;

/** A start that waits, for a lock or for a silent database, does not notice a signal. It is ended after this time. */
const stopMsMax = 9_500;

function stopSignal(log: Log): Promise<void> {
  return new Promise((resolve) => {
    let sinceFirst: (() => number) | undefined;
    const heard = (): void => {
      if (sinceFirst === undefined) {
        sinceFirst = stopwatch();
        setTimeout(() => {
          log.error('it did not stop in time, and is ended where it stands');
          process.exit(1);
        }, stopMsMax).unref();
        resolve();
      } else if (sinceFirst() > doubledMs) {
        process.exit(1);
      }
    };
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, heard);
  });
}

/** Makes the first company of a new database. Returns the drawn keys, which are shown once. */
async function firstCompany(
  service: Service,
  { companyTimezone, bootstrapKeys }: Config,
): Promise<Partial<Record<'live' | 'test', string>> | undefined> {
  return service.database.exclusively(async () => {
    if ((await companyIds(service.database)).length > 0) {
      await mustHaveKeys(service, bootstrapKeys);
      return undefined;
    }
    const company = { name: 'My company', timezone: companyTimezone, keys: bootstrapKeys };
    const { keys } = await createCompany(service, company);
    const drawn = modes.filter((mode) => bootstrapKeys[mode] === null).map((mode) => [mode, keys[mode]]);
    return drawn.length === 0 ? undefined : Object.fromEntries(drawn);
  });
}

async function mustHaveKeys(service: Service, given: Config['bootstrapKeys']): Promise<void> {
  for (const mode of modes) {
    const key = given[mode];
    if (key === null || (await hasKey(service, mode, key))) continue;
    throw new WrongSettings(
      `BOOTSTRAP_${mode.toUpperCase()}_KEY is not a key of this database, which was made with another one or none. Unset it and use "tenor key create", or set the value of the first start.`,
    );
  }
}

function welcome(url: string, keys: Partial<Record<'live' | 'test', string>>): string {
  const shown = modes.filter((mode) => keys[mode] !== undefined).map((mode) => `  ${mode} key  ${keys[mode]}`);
  const key = keys.test ?? keys.live;
  return `
Tenor is ready. Your first keys, shown this once:

${shown.join('\n')}

  API          ${url}/api
  Docs         ${url}/docs
  First calls  ${url}/docs/first-calls

Create a borrower:

  curl ${url}/api/people -H 'X-API-KEY: ${key}' \\
    -H 'content-type: application/json' -d '{"name":{"firstName":"Ada","lastName":"Lovelace"}}'
`;
}
