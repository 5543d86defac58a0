// One company floods the service over many connections; another one reads a person, makes people, and somebody asks for
// the health. The limit is the same without the flood.
import { createServer } from 'node:net';
import type { Cleanup } from '../cleanup.ts';
import { personBody } from '../people.ts';
import { startChild, stop } from '../processes.ts';
import { quantile, record } from '../report.ts';
import { seedPeople } from '../seed.ts';
import { liveKey, makePlace, type RunningService, startService } from '../service.ts';
import { anotherCompany } from './doors.ts';

export const floodsName = 'floods';

const rounds = 3;
const pauseMs = 5;
const processes = [1, 2];

const floods: Readonly<Record<string, string>> = {
  pipelines: '200 connections that list a hundred people each, ten requests ahead',
  unreadStreams: '50 streams of events that nobody reads',
  slowReceivers: '100 receivers of notices that never end their answer',
};

export async function measureFloods(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  for (const workers of processes) {
    const place = makePlace(cleanup);
    const receiver = await freePort();
    const service = await startService(place, cleanup, { workers, webhookHosts: `127.0.0.1:${receiver}` });
    await seedPeople(service, 200);
    const key = anotherCompany(place);
    const person = await makePerson(service, key);
    const seconds = isQuick ? 3 : 8;
    await use(service, key, person, seconds);
    for (const [flood, says] of Object.entries(floods)) {
      for (let round = 1; round <= rounds; round++) {
        const alone = await use(service, key, person, seconds);
        const env = {
          ATTACKED_PORT: new URL(service.url).port,
          ATTACKER_KEY: liveKey,
          RECEIVER_PORT: String(receiver),
          FLOOD: flood,
        };
        const { started } = await startChild('bench/overload/flood.ts', env, place.directory, cleanup);
        const beside = await use(service, key, person, seconds);
        await stop(started);
        record({ figure: floodsName, flood, workers, alone, beside });
        for (const what of whats) console.log(line(`${says}, ${workers} processes`, what, alone[what], beside[what]));
      }
    }
    await cleanup.run();
  }
}

async function makePerson({ url }: RunningService, key: string): Promise<string> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/people`, { method: 'POST', headers, body: personBody() });
  if (answer.status !== 201) throw new Error(`Creating a person: ${answer.status}`);
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly count: number;
}

const whats = ['read', 'write', 'health'] as const;

async function use(
  service: RunningService,
  key: string,
  person: string,
  seconds: number,
): Promise<Readonly<Record<(typeof whats)[number], Times>>> {
  const until = performance.now() + seconds * 1000;
  const timesOf = async (ask: () => Promise<unknown>): Promise<Times> => {
    const tookMs: number[] = [];
    while (performance.now() < until) {
      const began = performance.now();
      await ask();
      tookMs.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    const at = (share: number): number => Math.round(quantile(tookMs, share) * 100) / 100;
    return { p50Ms: at(0.5), p99Ms: at(0.99), count: tookMs.length };
  };
  const get = async (path: string): Promise<void> => {
    const answer = await fetch(service.url + path, { headers: { 'x-api-key': key } });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  };
  const [read, write, health] = await Promise.all([
    timesOf(() => get(`/api/people/${person}`)),
    timesOf(() => makePerson(service, key)),
    timesOf(() => get('/health/live')),
  ]);
  return { read, write, health };
}

function line(flood: string, what: string, alone: Times, beside: Times): string {
  const ratio = (of: 'p50Ms' | 'p99Ms'): string => (beside[of] / alone[of]).toFixed(2);
  return `${floodsName}         ${what} beside ${flood}: median ${alone.p50Ms} ms alone, ${beside.p50Ms} ms beside: ${ratio('p50Ms')} (aim: at most 3); p99 ${alone.p99Ms} and ${beside.p99Ms} ms: ${ratio('p99Ms')} (aim: at most 5)`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
