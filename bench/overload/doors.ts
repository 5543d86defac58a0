// One company reads while sixty-four sockets attack: some without a key, some with the key of another company. The
// limit is the same reading without the attack.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Cleanup } from '../cleanup.ts';
import { mustBeAlive, startChild, stop } from '../processes.ts';
import { quantile, record } from '../report.ts';
import { seedPeople } from '../seed.ts';
import { liveKey, makePlace, type Place, type RunningService, startService } from '../service.ts';

export const doorsName = 'doors';

/** Three rounds, because an attack also meets what the one before left behind. */
const rounds = 3;

export async function measureDoors(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  await seedPeople(service, 200);
  const key = anotherCompany(place);
  const seconds = isQuick ? 2 : 10;
  const attack = { ATTACKED_PORT: new URL(service.url).port, ATTACKER_KEY: liveKey };
  await read(service, key, seconds);
  for (let round = 1; round <= rounds; round++) {
    const alone = await read(service, key, seconds);
    const { started } = await startChild('bench/overload/attack.ts', attack, place.directory, cleanup);
    const beside = await read(service, key, seconds);
    await stop(started);
    const memoryMb = residentMb(service.pid);
    record({ figure: doorsName, alone, beside, memoryMb });
    console.log(
      `doors          median of a read ${alone.p50Ms} ms alone, ${beside.p50Ms} ms beside 64 attacking sockets: ${(beside.p50Ms / alone.p50Ms).toFixed(2)} (aim: at most 2); p99 ${alone.p99Ms} and ${beside.p99Ms} ms; refused ${beside.refused} of ${beside.count} (aim: none); at most ${memoryMb} MB (aim: 400)`,
    );
  }
  await cleanup.run();
}

interface Read {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly count: number;
  readonly refused: number;
}

const connections = 4;

async function read(service: RunningService, key: string, seconds: number): Promise<Read> {
  const tookMs: number[] = [];
  let refused = 0;
  const until = performance.now() + seconds * 1000;
  const reader = async (): Promise<void> => {
    while (performance.now() < until) {
      const began = performance.now();
      const answer = await fetch(`${service.url}/api/people?limit=1`, { headers: { 'x-api-key': key } });
      await answer.arrayBuffer();
      tookMs.push(performance.now() - began);
      if (answer.status !== 200) refused += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, reader));
  mustBeAlive('service', service);
  const at = (share: number): number => Math.round(quantile(tookMs, share) * 100) / 100;
  return { p50Ms: at(0.5), p99Ms: at(0.99), count: tookMs.length, refused };
}

/** Makes another company and returns its live key. */
export function anotherCompany({ dataDirectory }: Place): string {
  const args = ['cli/tenor.mjs', 'company', 'create', '--name', 'Another company'];
  const said = execFileSync(process.execPath, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', DATA_DIR: dataDirectory },
  });
  return /live key +(\S+)/.exec(said)?.[1] as string;
}

/** The most memory that the process has had so far. */
const residentMb = (pid: number): number =>
  Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
