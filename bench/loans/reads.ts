// Reads of a loan, beside one SELECT of the same bytes.
import type { Cleanup } from '../cleanup.ts';
import { type RunningLimit, startLimit } from '../limit.ts';
import { driveRound, type Target } from '../load.ts';
import { shuffled } from '../people.ts';
import { profiled, showProfile } from '../profile.ts';
import { liveKey, withDatabase } from '../service.ts';
import { compare } from './compare.ts';
import { type LoanStage, setLoanStage } from './stage.ts';
import { pathOf } from './template.ts';

const loanCount = 1_000;

export const readFigures = [
  { name: 'get-loan', below: '' },
  { name: 'get-balances', below: '/balances' },
  { name: 'get-obligations', below: '/obligations' },
].map(({ name, below }) => ({
  name,
  measure: (cleanup: Cleanup, isQuick: boolean) => measureRead(name, below, cleanup, isQuick),
  profile: (cleanup: Cleanup, seconds: number) => profileRead(name, below, cleanup, seconds),
}));

const limit = 'get-answer';
const limitSays = 'bare Fastify, one named SELECT by primary key, the same bytes';

async function measureRead(name: string, below: string, cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const stage = await setLoanStage(cleanup, loanCount);
  const paths = stage.loans.map((loan) => `/api${pathOf(loan)}${below}`);
  await keepAnswers(stage, paths);
  const bare = await startLimit(limit, stage.place, cleanup);
  await mustAnswerTheSame(stage, bare, paths);
  const target = targetOf(paths);
  const figure = { name, limit, limitSays, aim: 0.8 };
  await compare(figure, target('service', stage.service), target(limit, bare), { isQuick });
  await cleanup.run();
}

async function profileRead(name: string, below: string, cleanup: Cleanup, seconds: number): Promise<void> {
  const { service, loans } = await setLoanStage(cleanup, loanCount, profiled);
  const target = targetOf(loans.map((loan) => `/api${pathOf(loan)}${below}`))('service', service);
  const { requests } = await driveRound(target, { connections: 8, seconds }, 1);
  await showProfile(name, service, { requests, seconds });
  await cleanup.run();
}

const headers = { 'x-api-key': liveKey };

/** Each connection asks for its share in its own order. */
const targetOf =
  (paths: readonly string[]) =>
  (name: string, at: Omit<Target, 'name' | 'setupClient'>): Target => ({
    ...at,
    name,
    setupClient(client, index, connections) {
      const share = shuffled(paths.filter((_, i) => i % connections === index));
      client.setRequests(share.map((path) => ({ method: 'GET', path, headers })));
    },
  });

async function answerOf(url: string, path: string): Promise<string> {
  const response = await fetch(url + path, { headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${text}`);
  return text;
}

/** Keeps the answers of the service for the limit to give. */
async function keepAnswers({ place, service }: LoanStage, paths: readonly string[]): Promise<void> {
  const bodies: string[] = [];
  for (const path of paths) bodies.push(await answerOf(service.url, path));
  await withDatabase(place, async (client) => {
    await client.query('create schema bench; create table bench.answers (path text primary key, body text not null)');
    await client.query('insert into bench.answers select * from unnest($1::text[], $2::text[])', [paths, bodies]);
    await client.query('analyze bench.answers');
  });
}

async function mustAnswerTheSame({ service }: LoanStage, bare: RunningLimit, paths: readonly string[]): Promise<void> {
  for (const path of paths.slice(0, 20)) {
    const [ours, same] = await Promise.all([answerOf(service.url, path), answerOf(bare.url, path)]);
    if (apartFromNow(ours) !== apartFromNow(same))
      throw new Error(`The service and its limit answer differently for ${path}.`);
  }
}

/** Removes the instant at which balances were calculated. */
const apartFromNow = (answer: string): string => answer.replace(/"calculatedAt":"[^"]*"/, '');
