// Starts a limit: a program that does only what no service could leave out, in its own process like the service.
import type { Cleanup } from './cleanup.ts';
import { type Started, startChild } from './processes.ts';
import { type Place, serverOf } from './service.ts';

export type LimitName = 'contents' | 'create-person' | 'get-answer' | 'post-payment';

export interface RunningLimit extends Started {
  readonly url: string;
}

export async function startLimit(
  name: LimitName,
  place: Place,
  cleanup: Cleanup,
  more: Record<string, string> = {},
): Promise<RunningLimit> {
  const env = { BENCH_SERVER: JSON.stringify(serverOf(place)), ...more };
  const script = `bench/limits/${name}.ts`;
  const { started, first } = await startChild<{ port: number }>(script, env, place.directory, cleanup);
  return { ...started, url: `http://127.0.0.1:${first.port}` };
}
