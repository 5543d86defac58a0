// A named limit: a program that does only what no service could leave out, in a process of its own like the service.
import { join } from 'node:path';
import type { Cleanup } from './cleanup.ts';
import { endOf, type Started, startNode, stop } from './processes.ts';
import { type Place, serverOf } from './service.ts';

export type LimitName = 'get-person' | 'create-person';

export interface RunningLimit extends Started {
  readonly url: string;
}

export async function startLimit(name: LimitName, place: Place, cleanup: Cleanup): Promise<RunningLimit> {
  const started = await startNode({
    args: [`bench/limits/${name}.ts`],
    env: { BENCH_SERVER: JSON.stringify(serverOf(place)) },
    log: join(place.directory, `${name}.log`),
    channel: true,
  });
  cleanup.add(async () => void (await stop(started)));
  const port = await new Promise<number>((resolve, reject) => {
    started.child.once('message', (message) => resolve((message as { port: number }).port));
    started.child.once('exit', () => reject(new Error(`The limit ${name} ended:\n${endOf(started.log)}`)));
  });
  return { ...started, url: `http://127.0.0.1:${port}` };
}
