// A hundred people sign in with passwords, over and over, while others read at half of what the service can do. The
// limit is the same reading without them.
import autocannon from 'autocannon';
import type { Cleanup } from '../cleanup.ts';
import { mustBeAlive } from '../processes.ts';
import { inWords, record, spread } from '../report.ts';
import { seedPeople } from '../seed.ts';
import { liveKey, makePlace, type RunningService, startService } from '../service.ts';
import { seedCallers, signIn } from './people.ts';

export const signInsName = 'sign-ins';

const waiting = 100;

export async function measureSignIns(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const service = await startService(makePlace(cleanup), cleanup);
  const [id] = await seedPeople(service, 200);
  const { companyId, names } = await seedCallers(service, { keys: 1, users: 10, sessions: 10 });
  const path = `/api/people/${id}`;
  const seconds = isQuick ? 2 : 5;
  await read(service, path, seconds);
  const { perSecond } = await read(service, path, seconds);
  const half = Math.floor(perSecond / 2);
  const pairs = [];
  for (let round = 0; round < (isQuick ? 3 : 5); round++) {
    const alone = await read(service, path, seconds, half);
    const crowd = signingIn(service, companyId, names);
    const beside = await read(service, path, seconds, half);
    pairs.push({ alone, beside, signedIn: await crowd.stop() });
  }
  const ratio = spread(pairs.map(({ alone, beside }) => beside.p50Ms / alone.p50Ms));
  const rate = spread(pairs.map(({ signedIn }) => signedIn / seconds));
  record({ figure: signInsName, half, ratio, pairs });
  console.log(
    `sign-ins       median of a read, at ${half} a second, ${inWords(ratio, 2)} of that without ${waiting} who sign in (aim: at most 1.5); ${inWords(rate, 1)} sign in a second`,
  );
  await cleanup.run();
}

interface Read {
  readonly perSecond: number;
  readonly p50Ms: number;
}

/** `rate`: so many a second; as many as it can if not given. The median is measured to parts of a millisecond. */
async function read(service: RunningService, path: string, seconds: number, rate?: number): Promise<Read> {
  const tookMs: number[] = [];
  const { requests, non2xx, errors } = await autocannon({
    url: service.url,
    connections: 8,
    duration: seconds,
    ...(rate !== undefined && { overallRate: rate }),
    setupClient(client) {
      client.setRequests([{ method: 'GET', path, headers: { 'x-api-key': liveKey } }]);
      client.on('response', (_status, _bytes, ms) => tookMs.push(ms));
    },
  });
  mustBeAlive('service', service);
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} refused, ${errors} errors`);
  return { perSecond: requests.total / seconds, p50Ms: spread(tookMs).median };
}

/** So many at once, each again as soon as it is let in. */
function signingIn(service: RunningService, companyId: string, names: readonly string[]) {
  let isOver = false;
  let signedIn = 0;
  const all = Array.from({ length: waiting }, async (_, i) => {
    while (!isOver) {
      await signIn(service, companyId, names[i % names.length] as string);
      signedIn += 1;
    }
  });
  return {
    async stop(): Promise<number> {
      isOver = true;
      const done = signedIn;
      await Promise.all(all);
      return done;
    },
  };
}
