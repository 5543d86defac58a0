// Shows where the service's process spends its time: it runs under --cpu-prof and the load of one figure; the times are
// added up by function.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cleanup } from './cleanup.ts';
import { type Figure, setStage } from './figures.ts';
import { driveRound } from './load.ts';
import { record } from './report.ts';
import type { RunningService } from './service.ts';

const shown = 40;

export async function profile(chosen: readonly Figure[], cleanup: Cleanup, seconds: number): Promise<void> {
  for (const figure of chosen) await profileFigure(figure, cleanup, seconds);
}

async function profileFigure(figure: Figure, cleanup: Cleanup, seconds: number): Promise<void> {
  const stage = await setStage(cleanup, profiled);
  const target = figure.target('service', stage.service, stage.ids);
  const { requests } = await driveRound(target, { connections: 8, seconds }, 1);
  await showProfile(figure.name, stage.service, { requests, seconds });
  await cleanup.run();
}

/** Ends the service, which then writes its profile. The load is the last part of the profile. */
export async function showProfile(
  name: string,
  service: RunningService,
  { requests, seconds }: { readonly requests: number; readonly seconds: number },
): Promise<void> {
  await service.stop();
  const { functions, files, busyMicros } = selfTimes(readProfile(service.pid), seconds);
  record({ figure: name, profile: true, requests, busyMicros, functions, files });
  console.log(`\n${name}: ${requests} requests, ${(requests / seconds).toFixed(0)} a second under the profiler`);
  print('by file', files, busyMicros);
  print('by function', functions, busyMicros);
}

const cpuFolder = new URL('./out/profiles/', import.meta.url).pathname;
/** Node's flags for a service whose profile is taken. */
export const profiled = ['--cpu-prof', '--cpu-prof-dir', cpuFolder];

export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  /** Microseconds. */
  readonly startTime: number;
  readonly endTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Node names the file by date, pid and thread. */
function readProfile(pid: number): CpuProfile {
  const name = readdirSync(cpuFolder).find((file) => file.split('.')[3] === String(pid));
  if (name === undefined) throw new Error('The service left no profile.');
  return JSON.parse(readFileSync(join(cpuFolder, name), 'utf8'));
}

type Times = readonly (readonly [name: string, micros: number])[];

interface SelfTimes {
  readonly functions: Times;
  readonly files: Times;
  readonly busyMicros: number;
}

/** Only the last seconds count, which are those of the load. The start would fill the list with the compiler. */
export function selfTimes({ nodes, startTime, endTime, samples, timeDeltas }: CpuProfile, seconds: number): SelfTimes {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]));
  const functions = new Map<string, number>();
  const files = new Map<string, number>();
  let busyMicros = 0;
  let now = startTime;
  samples.forEach((id, i) => {
    const micros = timeDeltas[i] ?? 0;
    now += micros;
    const { functionName, url, lineNumber } = byId.get(id)!;
    if (now < endTime - seconds * 1e6 || functionName === '(idle)' || functionName === '(program)') return;
    const file = shortened(url);
    busyMicros += micros;
    add(functions, `${functionName || '(anonymous)'} ${file}${url === '' ? '' : `:${lineNumber + 1}`}`, micros);
    add(files, file || functionName, micros);
  });
  return { functions: largest(functions), files: largest(files), busyMicros };
}

/** Packages by name and file, our own files by their path in the repository. */
const shortened = (url: string): string =>
  url.includes('/node_modules/')
    ? (url.split('/node_modules/').at(-1) as string)
    : url.replace(new URL('..', import.meta.url).href, '');

const add = (times: Map<string, number>, name: string, micros: number): void =>
  void times.set(name, (times.get(name) ?? 0) + micros);

const largest = (times: Map<string, number>): Times => [...times].sort((a, b) => b[1] - a[1]).slice(0, shown);

export function print(title: string, times: Times, busyMicros: number): void {
  console.log(`\n  self time ${title}, share of the ${(busyMicros / 1e6).toFixed(1)} busy seconds`);
  for (const [name, micros] of times)
    console.log(`  ${((100 * micros) / busyMicros).toFixed(1).padStart(5)} %  ${name}`);
}
