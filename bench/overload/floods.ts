// One company floods the service over many connections; another one reads a person, makes people, and somebody asks for
// the health. The limit is the same without the flood.
import type { Cleanup } from '../cleanup.ts';
import { startChild, stop } from '../processes.ts';
import { record } from '../report.ts';
import { createPerson, seedPeople } from '../seed.ts';
import { freePort, liveKey, makePlace, type RunningService, startService } from '../service.ts';
import { besideLine, mustGet, type Times, timesOf } from './beside.ts';
import { anotherCompany } from './doors.ts';

export const floodsName = 'floods';

const rounds = 3;
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
    const person = await createPerson(service.url, key);
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
        for (const what of whats) {
          const measured = `${what} beside ${says}, ${workers} processes`;
          console.log(besideLine(floodsName, measured, alone[what], beside[what]));
        }
      }
    }
    await cleanup.run();
  }
}

const whats = ['read', 'write', 'health'] as const;

type Use = Readonly<Record<(typeof whats)[number], Times>>;

async function use(service: RunningService, key: string, person: string, seconds: number): Promise<Use> {
  const until = performance.now() + seconds * 1000;
  const [read, write, health] = await Promise.all([
    timesOf(() => mustGet(service, key, `/api/people/${person}`), until),
    timesOf(() => createPerson(service.url, key), until),
    timesOf(() => mustGet(service, key, '/health/live'), until),
  ]);
  return { read, write, health };
}
