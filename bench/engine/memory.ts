// How many bytes of the heap a call takes, and how many its result keeps.
import type { HeapProfiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { outcome } from './clock.ts';

/** The garbage collector, as with --expose-gc. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

const used = (): number => process.memoryUsage().heapUsed;

/** Bytes that a compiled call takes, most of which it gives back at once. The heap profiler samples them. */
export async function allocatedBy(run: () => unknown): Promise<number> {
  const calls = 2000;
  for (let i = 0; i < calls; i++) outcome.last = run();
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 4096,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  for (let i = 0; i < calls; i++) outcome.last = run();
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  return sizeOf(profile.head) / calls;
}

const sizeOf = ({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number =>
  children.reduce((size, child) => size + sizeOf(child), selfSize);

/** Bytes that a result keeps from the collector. */
export function heldBy(run: () => unknown, count: number): number {
  const collect = collector();
  outcome.last = undefined;
  collect();
  const before = used();
  const held = Array.from({ length: count }, run);
  collect();
  const bytes = (used() - before) / held.length;
  outcome.last = held.length;
  return bytes;
}
