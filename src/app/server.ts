// The HTTP face of the service: endpoints, docs, health, metrics.
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { loanDayMetrics } from '#capabilities/loans/index.ts';
import { webhookMetrics } from '#capabilities/webhooks/index.ts';
import { stopwatch } from '#platform/clock.ts';
import { type Config, guessesPerMinute } from '#platform/config.ts';
import { modes } from '#platform/db/realm.ts';
import { countUnordered } from '#platform/events/order-events.ts';
import { makeApp } from '#platform/http/app.ts';
import { openApi } from '#platform/http/openapi.ts';
import { guessLimit } from '#platform/http/rate-limit.ts';
import { uploadPlaces } from '#platform/import/upload-quota.ts';
import type { Log } from '#platform/log.ts';
import { makeMetrics } from '#platform/metrics.ts';
import { endpoints, versionSteps } from './capabilities.ts';
import { registerDocsPage } from './docs-page/index.ts';
import type { Service } from './service.ts';

export const productVersion = '0.1.0';

export type ServerConfig = Pick<Config, 'publicUrl' | 'syncTimeoutMs' | 'trustProxy' | 'rateLimitPerMinute' | 'host'> &
  Partial<Pick<Config, 'requestsMax' | 'guessesPerMinute'>>;

export function makeServer(service: Service, config: ServerConfig, log: Log): FastifyInstance {
  const metrics = makeMetrics();
  const publicUrl = (): string => config.publicUrl ?? listeningAt(app, config.host);
  const app: FastifyInstance = makeApp({
    ...service,
    authenticate: service.authentication.authenticate,
    endpoints,
    versionSteps,
    log,
    metrics,
    publicUrl,
    syncTimeoutMs: config.syncTimeoutMs,
    trustProxy: config.trustProxy,
    rateLimitPerMinute: config.rateLimitPerMinute,
    requestsMax: config.requestsMax,
    enterUpload: uploadPlaces(),
    countGuess: guessLimit(config.guessesPerMinute ?? guessesPerMinute, service.clock),
  });
  for (const mode of modes) {
    metrics.gauge(
      `database_connections_${mode}`,
      `Open connections of the ${mode} pool.`,
      () => service.database.pools[mode].totalCount,
    );
    metrics.gauge(
      `database_waiting_${mode}`,
      `Callers that wait for a ${mode} connection.`,
      () => service.database.pools[mode].waitingCount,
    );
  }
  for (const mode of modes) {
    metrics.gauge(`events_unordered_${mode}`, `Events of ${mode} that wait for their place, up to 1,000.`, () =>
      countUnordered(service.database, mode),
    );
  }
  webhookMetrics(metrics, service.database, service.deliverer);
  loanDayMetrics(metrics, service);
  app.get('/openapi.json', () => openApi({ endpoints, publicUrl: publicUrl(), version: productVersion }));
  registerDocsPage(app, { openapiPath: '/openapi.json' });
  app.get('/', (_, reply) => reply.redirect('/docs'));
  app.get('/health/live', () => ({ status: 'alive' }));
  const isReady = readiness(service);
  app.get('/health/ready', async (_, reply) => {
    const ready = await isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'the database cannot be reached' });
  });
  app.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  return app;
}

/** Whoever asks is answered within this time: a database that takes longer is as good as none. */
const readyMsMax = 1_000;

/** The database is asked once at a time, however many ask: a question that waits must not be one of a thousand. */
function readiness({ database }: Service): () => Promise<boolean> {
  let asked: { answer: Promise<boolean>; elapsedMs: () => number } | undefined;
  const ask = async (): Promise<boolean> => {
    const answers = await Promise.allSettled(modes.map((mode) => database.pools[mode].query('select 1')));
    asked = undefined;
    return answers.every(({ status }) => status === 'fulfilled');
  };
  return () => {
    asked ??= { answer: ask(), elapsedMs: stopwatch() };
    const tooLate = sleep(Math.max(0, readyMsMax - asked.elapsedMs()), false, { ref: false });
    return Promise.race([asked.answer, tooLate]);
  };
}

export function listeningAt(app: FastifyInstance, host: string): string {
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
