// The HTTP face of the service: endpoints, docs, health, metrics.

import { readFileSync } from 'node:fs';
import { rulesVersion } from '@tenor/engine/account/state.ts';
import type { FastifyInstance } from 'fastify';
import { publicKeys } from '#capabilities/signing-in/index.ts';
import { type RememberedAnswers, rememberAnswers } from '#platform/answers/remembered.ts';
import { stopwatch } from '#platform/clock.ts';
import { type Config, guessesPerMinute } from '#platform/config.ts';
import { openApi } from '#platform/description/document.ts';
import type { RecordedAnswers } from '#platform/description/examples.ts';
import { makeApp } from '#platform/http/app.ts';
import { type CommonCounts, ownCounts } from '#platform/http/common-counts.ts';
import type { Origins } from '#platform/http/cross-origin.ts';
import { guessLimit } from '#platform/http/rate-limit.ts';
import type { Log } from '#platform/log.ts';
import { type Metrics, makeMetrics } from '#platform/metrics.ts';
import type { Signals } from '#platform/signals/signals.ts';
import { capabilities, endpoints, eventKinds, eventResources, namesOfUsers, versionSteps } from './capabilities.ts';
import { chapters } from './chapters.ts';
import { lazyAsset, type ReadAsset, serveAsset } from './docs-page/assets.ts';
import { registerDocsPage } from './docs-page/index.ts';
import { registerMailboxPage } from './mailbox-page.ts';
import { productVersion } from './product-version.ts';
import { readiness } from './readiness.ts';
import type { Service } from './service.ts';
import { type Place, serviceMetrics } from './service-metrics.ts';
import { urlOf } from './url-of.ts';

export type ServerConfig = Pick<Config, 'publicUrl' | 'syncTimeoutMs' | 'trustProxy' | 'limitsPerMinute' | 'host'> &
  Partial<Pick<Config, 'requestsMax' | 'guessesPerMinute' | 'answersMemoryMb' | 'logAddresses'>> &
  Place & {
    /** For this time a request for metrics gets the same answer again. */
    readonly metricsFreshMs?: number;
  };

/** What a server has to do with the others that serve the same port. */
export interface Crew {
  /** How many processes share what is bounded. */
  readonly processes: number;
  readonly counts: CommonCounts;
  /** Takes the metrics of this process, for an answer that another one gives. */
  offers(own: Metrics): void;
  /** The metrics of all of them. */
  metricsText(own: Metrics): Promise<string>;
  /** What readiness tells of them. */
  readonly standing: () => Readonly<Record<string, unknown>>;
}

const alone = (service: Service): Crew => ({
  processes: 1,
  counts: ownCounts(service.clock),
  offers: () => {},
  metricsText: (own) => own.text(),
  standing: () => ({}),
});

export function makeServer(service: Service, config: ServerConfig, log: Log, crew = alone(service)): FastifyInstance {
  const metrics = makeMetrics();
  const { processes, counts } = crew;
  crew.offers(metrics);
  const answers = rememberAnswers(((config.answersMemoryMb ?? 64) * 1_048_576) / processes, service.clock);
  const publicUrl = (): string => config.publicUrl ?? listeningAt(app, config.host);
  const app: FastifyInstance = makeApp({
    ...service,
    endpoints,
    versionSteps,
    log,
    logAddresses: config.logAddresses,
    metrics,
    publicUrl,
    syncTimeoutMs: config.syncTimeoutMs,
    trustProxy: config.trustProxy,
    limitsPerMinute: config.limitsPerMinute,
    requestsMax: config.requestsMax,
    counts,
    processes,
    answers,
    origins: originsOf(service),
    release: `${productVersion} ${rulesVersion}`,
    namesOfUsers,
    countGuess: guessLimit(config.guessesPerMinute ?? guessesPerMinute, counts),
  });
  keepWithinAge(app, answers, service.signals, metrics);
  serviceMetrics(metrics, service, config);
  for (const capability of capabilities) capability.metrics?.(metrics, service);
  app.get('/openapi.json', serveAsset(description(publicUrl), 'application/json; charset=utf-8', revalidated));
  app.get('/.well-known/jwks.json', async (_, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(await publicKeys(service)),
  );
  registerDocsPage(app, { openapiPath: '/openapi.json' });
  registerMailboxPage(app);
  app.get('/', (_, reply) => reply.redirect('/docs'));
  app.get('/health/live', () => ({ status: 'alive' }));
  const whyNotReady = readiness(service.database);
  app.get('/health/ready', async (_, reply) => {
    const why = await whyNotReady();
    return reply.code(why === null ? 200 : 503).send({ status: why ?? 'ready', ...crew.standing() });
  });
  metrics.gauge(
    'tenor_ready',
    'Whether the service can do its work, as `/health/ready` says: 1 or 0.',
    async () => ((await whyNotReady()) === null ? 1 : 0),
    'max',
  );
  const metricsText = atMostEvery(() => crew.metricsText(metrics), config.metricsFreshMs ?? 1_000);
  app.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metricsText()));
  return app;
}

/** One capability knows the origins of pages; without it there are none. */
function originsOf(service: Service): Origins {
  const [origins] = capabilities.flatMap((one) => one.origins?.(service) ?? []);
  return origins ?? { allows: async () => false, anyAllows: async () => false };
}

/** What is remembered may be personal: it ends with its age, and at once when anybody is erased. */
function keepWithinAge(app: FastifyInstance, answers: RememberedAnswers, signals: Signals, metrics: Metrics): void {
  const sweeping = setInterval(() => answers.forgetOld(), sweepMs).unref();
  const stopHearing = signals.on('erased', () => answers.forgetAll());
  app.addHook('onClose', async () => {
    clearInterval(sweeping);
    stopHearing();
    answers.forgetAll();
  });
  metrics.gauge('answers_remembered', 'Answers kept in memory.', () => answers.count);
  metrics.gauge('answers_remembered_bytes', 'The memory that kept answers take.', () => answers.bytes);
}

const sweepMs = 15_000;

const revalidated = { 'cache-control': 'no-cache' };

/** The OpenAPI description of the whole interface. `recorded`: what its examples were answered. */
export const describedAt = (publicUrl: string, recorded = recordedAnswers()) =>
  openApi({
    endpoints,
    chapters,
    eventKinds,
    eventResources,
    versionSteps,
    recorded,
    publicUrl,
    version: productVersion,
  });

/** They are shipped with the code, and are needed once, when somebody first asks for the description. */
export const recordedAnswers = (): RecordedAnswers =>
  JSON.parse(readFileSync(new URL('../../docs/examples.json', import.meta.url), 'utf8'));

/** Made again only when the address in it changes. */
function description(publicUrl: () => string): () => ReadAsset {
  let made: { readonly url: string; readonly asset: ReadAsset } | undefined;
  const make = (url: string) => ({
    url,
    asset: lazyAsset(async () => Buffer.from(JSON.stringify(describedAt(url)))),
  });
  return () => {
    const url = publicUrl();
    if (made?.url !== url) made = make(url);
    return made.asset;
  };
}

/** Makes the text at most once in `freshMs`, however many callers ask. */
function atMostEvery<T>(make: () => Promise<T>, freshMs: number): () => Promise<T> {
  let made: { readonly answer: Promise<T>; readonly ageMs: () => number } | undefined;
  return () => {
    if (made === undefined || made.ageMs() >= freshMs) made = { answer: make(), ageMs: stopwatch() };
    return made.answer;
  };
}

export function listeningAt(app: FastifyInstance, host: string): string {
  const address = app.server.address();
  return urlOf(host, typeof address === 'object' && address !== null ? address.port : 0);
}
