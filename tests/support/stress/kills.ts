// Which process is killed, without warning, and how it comes back.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '#platform/clock.ts';
import { launch, type Running, startService } from '../process.ts';
import type { GivenCluster, Place } from './state.ts';

export type Victim = 'service' | 'worker' | 'database' | 'session' | 'everything' | keyof GivenCluster['restart'];

/** Ten lots: the service most often, because it does most of the work. */
const lot: readonly Victim[] = [
  'service',
  'service',
  'service',
  'worker',
  'worker',
  'database',
  'database',
  'session',
  'session',
  'everything',
];

export interface Cast {
  readonly service: Running;
  readonly worker: Running;
}

/** On a cluster each has its turn. */
const turns: readonly Victim[] = ['service', 'node', 'coordinator', 'worker'];

export const inTurn = (round: number): Victim => turns[round % turns.length] as Victim;

export const draw = (random: () => number): Victim => lot[Math.floor(random() * lot.length)] as Victim;

/** It comes back at the same address, so that its clients find it again. */
export async function kill(place: Place, cast: Cast, victim: Victim, random: () => number): Promise<Cast> {
  if (victim === 'database' || victim === 'everything') killProcess(postmasterOf(place));
  if (victim === 'session') killProcess(aSessionOf(place, random));
  if (victim === 'node' || victim === 'coordinator') restart(place, victim);
  let { service, worker } = cast;
  if (victim === 'worker' || victim === 'everything') {
    await killRunning(worker);
    worker = launch({ ...place, command: 'worker' });
  }
  if (victim === 'service' || victim === 'everything') {
    await killRunning(service);
    service = await startService({ ...place, port: Number(new URL(service.url).port) });
  }
  return { service, worker };
}

/** The operator's command kills the node, and returns when it takes connections again. */
function restart({ cluster }: Place, victim: keyof GivenCluster['restart']): void {
  if (cluster === undefined) throw new Error(`There is no ${victim}: the database is embedded.`);
  execFileSync('sh', ['-c', cluster.restart[victim]], { stdio: 'ignore', timeout: 60_000 });
}

async function killRunning(running: Running): Promise<void> {
  running.child.kill('SIGKILL');
  await running.ended();
}

/** The process may have ended already: killed a moment ago, or not started again yet. */
function killProcess(pid: number | undefined): void {
  if (pid === undefined || !(pid > 1)) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}

export function postmasterOf({ dataDirectory }: Pick<Place, 'dataDirectory'>): number | undefined {
  try {
    return Number(readFileSync(join(dataDirectory, 'db/postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined;
  }
}

/** One of the database server's processes that serve our sessions. */
function aSessionOf(place: Place, random: () => number): number | undefined {
  const postmaster = postmasterOf(place);
  const sessions = readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    const title = readOr(`/proc/${pid}/cmdline`);
    const parent = readOr(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1];
    return Number(parent) === postmaster && /^postgres: .*tenor_/.test(title);
  });
  return sessions.length === 0 ? undefined : Number(sessions[Math.floor(random() * sessions.length)]);
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** What went wrong inside, each once: the answers say only that something did. */
export function errorsIn({ service }: Cast): string[] {
  const lines = service
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50 || level === 'error');
  const texts = errors.map(({ msg, err }) => `${msg}: ${err?.code ?? ''} ${err?.message ?? ''} ${err?.stack ?? ''}`);
  return [...new Set(texts.map((text) => text.slice(0, 900)))].slice(0, 10);
}

/** Waits until everything runs again, in most cases: a service killed during recovery must recover as well. */
export async function recovered({ service }: Cast, waitMsMax: number): Promise<void> {
  for (const waited = stopwatch(); waited() < waitMsMax; ) {
    const ready = await fetch(`${service.url}/health/ready`).catch(() => undefined);
    if (ready?.status === 200) return;
    await sleep(50);
  }
  throw new Error(`The service is not ready after ${waitMsMax} ms:\n${service.log().slice(-2_000)}`);
}
