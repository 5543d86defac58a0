// Drives targets with autocannon, one after the other and round after round, so that disturbances of the machine reach
// all of them.
import autocannon, { type Client, type Result } from 'autocannon';
import { mustBeAlive, processorMicros, type Started } from './processes.ts';

export interface Target extends Started {
  readonly name: string;
  readonly url: string;
  /** What every answer must be, if not 2xx. */
  readonly status?: number;
  /** Gives a new connection its requests; `index` counts the connections of a round. */
  setupClient(client: Client, index: number, connections: number): void;
}

export interface Round {
  readonly target: string;
  readonly connections: number;
  readonly round: number;
  readonly seconds: number;
  readonly requests: number;
  readonly perSecond: number;
  /** Absent where the requests are not sent by us. */
  readonly p99Ms?: number;
  readonly maxMs?: number;
  /** Processor time of the target's process for each request, without that of the database server. */
  readonly processorMicrosPerRequest: number;
}

interface LoadOptions {
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
}

export const interleaved = (targets: readonly Target[], options: LoadOptions): Promise<Round[]> =>
  alternately(
    targets.map((target) => (round: number) => driveRound(target, options, round)),
    options.rounds,
  );

/** Every second round runs backwards, so that no target always comes after the same other one. */
export async function alternately<T>(sides: readonly ((round: number) => Promise<T>)[], rounds: number): Promise<T[]> {
  const done: T[] = [];
  for (let round = 1; round <= rounds; round++) {
    for (const side of round % 2 === 0 ? sides.toReversed() : sides) done.push(await side(round));
  }
  return done;
}

/** Both sides get time to compile their code before anything counts. */
export async function warmUp(targets: readonly Target[], seconds: number): Promise<void> {
  for (const target of targets) await driveRound(target, { connections: 8, seconds }, 0);
}

export async function driveRound(
  target: Target,
  { connections, seconds }: Pick<LoadOptions, 'connections' | 'seconds'>,
  round: number,
): Promise<Round> {
  const before = processorMicros(target.pid);
  let clients = 0;
  const result = await autocannon({
    url: target.url,
    connections,
    duration: seconds,
    setupClient: (client) => target.setupClient(client, clients++, connections),
  });
  mustBeAlive(target.name, target);
  const used = processorMicros(target.pid) - before;
  mustBeClean(target, result);
  const requests = result.requests.total;
  return {
    target: target.name,
    connections,
    round,
    seconds: result.duration,
    requests,
    perSecond: requests / result.duration,
    p99Ms: result.latency.p99,
    maxMs: result.latency.max,
    processorMicrosPerRequest: used / requests,
  };
}

/** A refusal is fast, so a figure that contains one would be wrong. */
function mustBeClean({ name, status }: Target, { errors, non2xx, requests, statusCodeStats = {} }: Result): void {
  const isWrong =
    status === undefined ? non2xx > 0 : Object.keys(statusCodeStats).some((one) => Number(one) !== status);
  if (errors === 0 && !isWrong && requests.total > 0) return;
  throw new Error(`${name}: ${errors} errors; answers by status: ${JSON.stringify(statusCodeStats)}`);
}
