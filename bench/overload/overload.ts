// Sixty-four connections read and write for a minute; then many more come than the service accepts. Measures whether
// the service is back to normal in the first seconds after each.
import autocannon, { type Result } from 'autocannon';
import type { Cleanup } from '../cleanup.ts';
import { mustBeAlive } from '../processes.ts';
import { record } from '../report.ts';
import { seedPeople } from '../seed.ts';
import { makePlace, type RunningService, startService } from '../service.ts';
import { asksMixed } from './mixed.ts';

export const overloadName = 'overload';

const busy = 64;
/** Twice the number of requests under way that is allowed (REQUESTS_MAX). */
const tooMany = 512;

export async function measureOverload(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  const ids = await seedPeople(service);
  const seconds = isQuick ? 3 : 60;
  const briefly = isQuick ? 1 : 5;
  await drive(service, ids, 8, briefly);
  const before = await drive(service, ids, 1, briefly);
  const under = await drive(service, ids, busy, seconds);
  const after = await drive(service, ids, 1, briefly);
  const over = await drive(service, ids, tooMany, isQuick ? 3 : 20);
  const afterwards = await drive(service, ids, 1, briefly);
  record({ figure: overloadName, before, under, after, over, afterwards });
  console.log(`overload       ${say(before)}, before`);
  console.log(`               ${say(under)}`);
  console.log(`               ${say(after)}, right afterwards: ${share(after, before)} of before (aim: 0.9)`);
  console.log(`               ${say(over)}`);
  console.log(`               ${say(afterwards)}, right afterwards: ${share(afterwards, before)} of before`);
  const wrong = [before, under, after, over, afterwards].flatMap(({ statuses }) =>
    Object.keys(statuses).filter((status) => Number(status) >= 500 && status !== '503'),
  );
  if (wrong.length > 0) throw new Error(`The service answered ${wrong.join(', ')}.`);
  await cleanup.run();
}

interface Driven {
  readonly connections: number;
  readonly seconds: number;
  /** Requests that were not refused. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests without any answer. */
  readonly errors: number;
}

async function drive(
  service: RunningService,
  ids: readonly string[],
  connections: number,
  seconds: number,
): Promise<Driven> {
  let clients = 0;
  const setup = asksMixed(ids);
  const result = await autocannon({
    url: service.url,
    connections,
    duration: seconds,
    setupClient: (client) => setup(client, clients++, connections),
  });
  mustBeAlive('service', service);
  return driven(result, connections);
}

function driven({ statusCodeStats, latency, duration, errors }: Result, connections: number): Driven {
  const statuses = Object.fromEntries(Object.entries(statusCodeStats).map(([status, { count }]) => [status, count]));
  const served = Object.entries(statuses).reduce((sum, [status, count]) => sum + (Number(status) < 300 ? count : 0), 0);
  const { p50: p50Ms, p99: p99Ms, max: maxMs } = latency;
  return { connections, seconds: duration, perSecond: served / duration, p50Ms, p99Ms, maxMs, statuses, errors };
}

const share = (now: Driven, then: Driven): string => (now.perSecond / then.perSecond).toFixed(2);

const say = ({ connections, perSecond, p50Ms, p99Ms, maxMs, statuses, errors }: Driven): string => {
  const rate = `${connections} connections: ${perSecond.toFixed(0)}/s`;
  return `${rate}, p50 ${p50Ms}, p99 ${p99Ms}, max ${maxMs} ms, ${JSON.stringify(statuses)}, ${errors} without answer`;
};
