// Imports a file of JSON lines and measures from the first byte sent to the end of the operation.
import type { Cleanup } from './cleanup.ts';
import { untilDone } from './loans/wait.ts';
import { processorMicros } from './processes.ts';
import { profiled, showProfile } from './profile.ts';
import { liveKey, makePlace, type RunningService, startService } from './service.ts';

interface Imported {
  readonly seconds: number;
  readonly sentSeconds: number;
  /** Processor time of the service. */
  readonly processorSeconds: number;
}

/** Every one of the `lines` must succeed: a refusal is fast and would look like speed. */
export async function importFile(
  service: RunningService,
  path: string,
  body: string,
  lines: number,
): Promise<Imported> {
  const usedBefore = processorMicros(service.pid);
  const began = performance.now();
  const response = await fetch(`${service.url}/api${path}`, {
    method: 'POST',
    headers: { 'x-api-key': liveKey, 'content-type': 'application/x-ndjson' },
    body,
  });
  const text = await response.text();
  if (response.status !== 202) throw new Error(`Importing: ${response.status} ${text}`);
  const sentSeconds = (performance.now() - began) / 1000;
  const { result } = await untilDone(service, JSON.parse(text).data.id);
  const seconds = (performance.now() - began) / 1000;
  const { created } = result as { created?: number };
  if (created !== lines) throw new Error(`Of ${lines} lines: ${JSON.stringify(result)}`);
  return { seconds, sentSeconds, processorSeconds: (processorMicros(service.pid) - usedBefore) / 1e6 };
}

/** Imports files of `count` lines, one after the other. */
export async function profileImports(
  name: string,
  cleanup: Cleanup,
  {
    seconds,
    count,
    run,
  }: { seconds: number; count: number; run(service: RunningService, count: number): Promise<unknown> },
): Promise<void> {
  const service = await startService(makePlace(cleanup), cleanup, { nodeFlags: profiled });
  const began = performance.now();
  let requests = 0;
  for (; performance.now() - began < seconds * 1000; requests += count) await run(service, count);
  await showProfile(name, service, { requests, seconds: (performance.now() - began) / 1000 });
  await cleanup.run();
}
