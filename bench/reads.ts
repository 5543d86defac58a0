// Reads by key, beside one SELECT of the same bytes: when the service remembers the answer, when it never read it, and
// when the client has it already.
import type { Cleanup } from './cleanup.ts';
import { type RunningLimit, startLimit } from './limit.ts';
import { driveRound, interleaved, type Target, warmUp } from './load.ts';
import { shuffled } from './people.ts';
import { showProfile } from './profile.ts';
import { type Compared, figureLine, tableHead } from './report.ts';
import { liveKey, type Place, type RunningService, withDatabase } from './service.ts';

const limit = 'get-answer';
const limitSays = 'bare Fastify, one named SELECT by primary key, the same bytes';

interface ReadStage {
  readonly place: Place;
  readonly service: RunningService;
  /** A second process on the same data, which remembers no answers. */
  readonly cold: RunningService | undefined;
}

interface ReadFigure {
  readonly name: string;
  readonly aim: number;
  readonly coldAim: number | null;
}

export async function measureRead(
  figure: ReadFigure,
  stage: ReadStage,
  paths: readonly string[],
  cleanup: Cleanup,
  isQuick: boolean,
): Promise<void> {
  const etags = await keepAnswers(stage, paths);
  const bare = await startLimit(limit, stage.place, cleanup);
  await mustAnswerTheSame(stage, bare, paths);
  const target = targetOf(paths);
  const targets = {
    warm: target('service', stage.service),
    cold: target('service, cold', stage.cold as RunningService),
    unchanged: { ...target('service, unchanged', stage.service, etags), status: 304 },
    limit: target(limit, bare),
  };
  await compareRead({ ...figure, limit, limitSays }, targets, isQuick);
  await cleanup.run();
}

export async function profileRead(
  name: string,
  service: RunningService,
  paths: readonly string[],
  seconds: number,
): Promise<void> {
  const target = targetOf(paths)('service', service);
  const { requests } = await driveRound(target, { connections: 8, seconds }, 1);
  await showProfile(name, service, { requests, seconds });
}

interface ReadTargets {
  /** The service, when all is remembered; a process that remembers nothing; and asked with `If-None-Match`. */
  readonly warm: Target;
  readonly cold: Target;
  readonly unchanged: Target;
  readonly limit: Target;
}

async function compareRead(figure: Compared & ReadFigure, targets: ReadTargets, isQuick: boolean): Promise<void> {
  const all = Object.values(targets) as Target[];
  const seconds = isQuick ? 1 : 3;
  console.log(tableHead());
  await warmUp(all, seconds);
  for (const connections of [8, 1, 32]) {
    const rounds = connections === 8 && !isQuick ? 5 : 3;
    const driven = await interleaved(all, { connections, seconds, rounds });
    const of = ({ name }: Target) => driven.filter(({ target }) => target === name);
    const { warm, cold, unchanged, limit: bare } = targets;
    console.log(figureLine(figure, connections, of(warm), of(bare)));
    const unread = { ...figure, name: `${figure.name}, cold`, aim: figure.coldAim };
    console.log(figureLine(unread, connections, of(cold), of(bare)));
    const sameEtag = { ...figure, name: `${figure.name}, If-None-Match`, aim: 1.2 };
    console.log(figureLine(sameEtag, connections, of(unchanged), of(bare)));
  }
}

const headers = { 'x-api-key': liveKey };

/** Each connection asks for its share in its own order. */
const targetOf =
  (paths: readonly string[]) =>
  (name: string, at: Omit<Target, 'name' | 'setupClient'>, etags?: ReadonlyMap<string, string>): Target => ({
    ...at,
    name,
    setupClient(client, index, connections) {
      const share = shuffled(paths.filter((_, i) => i % connections === index));
      const known = (path: string) => (etags === undefined ? {} : { 'if-none-match': etags.get(path) as string });
      client.setRequests(share.map((path) => ({ method: 'GET', path, headers: { ...headers, ...known(path) } })));
    },
  });

async function answerOf(url: string, path: string): Promise<{ readonly text: string; readonly etag: string }> {
  const response = await fetch(url + path, { headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${text}`);
  return { text, etag: response.headers.get('etag') ?? '' };
}

/** Keeps the answers of the service for the limit to give; returns their ETags. */
async function keepAnswers({ place, service }: ReadStage, paths: readonly string[]): Promise<Map<string, string>> {
  const bodies: string[] = [];
  const etags = new Map<string, string>();
  for (const path of paths) {
    const { text, etag } = await answerOf(service.url, path);
    bodies.push(text);
    etags.set(path, etag);
  }
  await withDatabase(place, async (client) => {
    await client.query('create schema bench; create table bench.answers (path text primary key, body text not null)');
    await client.query('insert into bench.answers select * from unnest($1::text[], $2::text[])', [paths, bodies]);
    await client.query('analyze bench.answers');
  });
  return etags;
}

async function mustAnswerTheSame({ service }: ReadStage, bare: RunningLimit, paths: readonly string[]): Promise<void> {
  for (const path of paths.slice(0, 20)) {
    const [ours, same] = await Promise.all([answerOf(service.url, path), answerOf(bare.url, path)]);
    if (apartFromNow(ours.text) !== apartFromNow(same.text))
      throw new Error(`The service and its limit answer differently for ${path}.`);
  }
}

/** Removes the instant at which balances were calculated. */
const apartFromNow = (answer: string): string => answer.replace(/"calculatedAt":"[^"]*"/, '');
