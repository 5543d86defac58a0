// What a call takes from the heap, and what its result keeps of it.
import type { HeapProfiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { outcome } from './clock.ts';

/** The collector, as with --expose-gc. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

const used = (): number => process.memoryUsage().heapUsed;

/** Bytes taken by a compiled call, most of them given back at once; by the heap profiler, which samples. */
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
