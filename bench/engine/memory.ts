// What a call takes from the heap, and what its result keeps of it.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Spread, spread } from '../report.ts';
import { outcome } from './clock.ts';

/** The collector, as with --expose-gc. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

const used = (): number => process.memoryUsage().heapUsed;

/** Bytes taken by a compiled call, most given back at once; measured one by one, so that no collection falls in. */
export function allocatedBy(run: () => unknown): Spread {
  const collect = collector();
  for (let i = 0; i < 3000; i++) outcome.last = run();
  const sample = (work: () => unknown): number => {
    collect();
    const before = used();
    outcome.last = work();
    return used() - before;
  };
  const nothing = spread(Array.from({ length: 20 }, () => sample(() => undefined))).median;
  return spread(Array.from({ length: 60 }, () => sample(run) - nothing));
}

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
