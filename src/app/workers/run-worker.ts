// One of the processes of `tenor start` that serve the port. It is a whole service, but what is bounded is shared with
// the others, and long work is given to the process for it.
import { machineClock } from '#platform/clock.ts';
import { type Config, readConfig } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { connect } from '../connect.ts';
import { firstCompany } from '../first-company.ts';
import { type Crew, makeServer } from '../server.ts';
import type { Service } from '../service.ts';
import { drain } from '../serving.ts';
import type { Channel } from './channel.ts';
import { askedCounts } from './counts.ts';
import { joinParent } from './join-parent.ts';
import type { OfParent, Standing } from './promises.ts';

/** `words`: the worker's number, the number of workers, and the port. */
async function runWorker(words: readonly string[]): Promise<void> {
  const [number = 0, workers = 1, port = 0] = words.map(Number);
  let standing: Standing = { running: 1, wanted: workers, longWork: false };
  let metrics: Metrics | undefined;
  let service: Service | undefined;
  await joinParent({
    number,
    answers: (stopping) => ({
      metrics: async () => (await metrics?.values()) ?? [],
      standing: (told) => {
        standing = told;
      },
      stop: () => stopping.stop(),
      busyShare: () => service?.load.share() ?? 0,
    }),
    async work(log, channel, stopping) {
      const config: Config = { ...readConfig(), workers, port };
      const crew: Crew = {
        processes: workers,
        counts: askedCounts(channel, machineClock),
        offers: (own) => {
          metrics = own;
        },
        metricsText: (own) => channel.ask('metrics', null).catch(() => own.text()),
        standing: () => ({ workers: standing }),
      };
      const joined = await connectTo(channel, config, log);
      service = joined.service;
      try {
        if (number === 1) await prepare(service, config, channel);
        await serve(service, { config, log, crew, stopped: stopping.signal });
      } finally {
        await joined.leave();
      }
    },
  });
}

/** The first worker makes the first company; the others begin when it listens. */
async function prepare(service: Service, config: Config, channel: Channel<OfParent>): Promise<void> {
  const keys = await firstCompany(service, config);
  if (keys !== undefined) await channel.ask('firstKeys', keys);
}

const connectTo = (channel: Channel<OfParent>, config: Config, log: Log) =>
  connect(config, log, (sentence) => log.info(sentence), {
    processes: config.workers,
    crew: {
      handOver: (job) => channel.ask('handOver', job).catch(() => false),
      busiest: () => channel.ask('busiest', null).catch(() => 0),
    },
  });

interface Serving {
  readonly config: Config;
  readonly log: Log;
  readonly crew: Crew;
  readonly stopped: Promise<void>;
}

async function serve(service: Service, { config, log, crew, stopped }: Serving): Promise<void> {
  const app = makeServer(service, config, log, crew);
  await service.startWork();
  await app.listen({ host: config.host, port: config.port });
  log.info('a worker listens');
  await stopped;
  await drain(app);
}

await runWorker(process.argv.slice(2));
