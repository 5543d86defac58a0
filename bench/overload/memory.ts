// Shows whether memory grows: a million requests, reads and writes, and after each tenth of them the size of the heap
// after a full garbage collection.
import autocannon from 'autocannon';
import type { Cleanup } from '../cleanup.ts';
import { mustBeAlive } from '../processes.ts';
import { record } from '../report.ts';
import { seedPeople } from '../seed.ts';
import { makePlace, startService } from '../service.ts';
import { attach } from './inspector.ts';
import { asksMixed } from './mixed.ts';

export const memoryName = 'memory';

const steps = 10;
const connections = 16;
/** By then the caches are full, above all that of opened data keys. */
const warmSteps = 3;

interface Sample {
  readonly requests: number;
  readonly heapBytes: number;
  readonly residentBytes: number;
}

export async function measureMemory(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup, { nodeFlags: ['--inspect=127.0.0.1:0'] });
  const inspector = await attach(service.log);
  const ids = await seedPeople(service);
  const amount = (isQuick ? 20_000 : 1_000_000) / steps;
  const samples: Sample[] = [];
  for (let step = 0; step <= steps; step++) {
    if (step > 0) {
      let clients = 0;
      const setup = asksMixed(ids);
      const result = await autocannon({
        url: service.url,
        connections,
        amount,
        setupClient: (client) => setup(client, clients++, connections),
      });
      mustBeAlive('service', service);
      if (result.non2xx > 0) throw new Error(`Not all was answered: ${JSON.stringify(result.statusCodeStats)}`);
    }
    const sample = { requests: step * amount, ...(await inspector.memory()) };
    samples.push(sample);
    console.log(`memory         ${say(sample)}`);
  }
  inspector.close();
  const bytesPerRequest = slope(samples.slice(warmSteps));
  record({ figure: memoryName, samples, bytesPerRequest });
  const from = warmSteps * amount;
  console.log(
    `  from ${from} requests on the heap grows by ${bytesPerRequest.toFixed(2)} bytes a request (aim: under 2)`,
  );
  await cleanup.run();
}

/** The slope by least squares. */
function slope(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [x, y] = [mean(({ requests }) => requests), mean(({ heapBytes }) => heapBytes)];
  const over = samples.reduce((sum, one) => sum + (one.requests - x) * (one.heapBytes - y), 0);
  return over / samples.reduce((sum, { requests }) => sum + (requests - x) ** 2, 0);
}

const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);

const say = ({ requests, heapBytes, residentBytes }: Sample): string =>
  `${String(requests).padStart(9)} requests: heap ${mebibytes(heapBytes)} MiB after collection, resident ${mebibytes(residentBytes)} MiB`;
