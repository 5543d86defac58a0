// How busy the machine's processors were: what a run leaves idle, more processes at once could use.
import { cpus } from 'node:os';

interface Times {
  readonly idleMs: number;
  readonly allMs: number;
}

function processorTimes(): Times {
  const each = cpus().map(({ times }) => times);
  const idleMs = each.reduce((sum, { idle }) => sum + idle, 0);
  const allMs = each.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { idleMs, allMs };
}

/** Begins to look. Returns how to say the part of the time that they were busy since, in percent. */
export function watchProcessors(): () => number {
  const before = processorTimes();
  return () => {
    const { idleMs, allMs } = processorTimes();
    return Math.round(100 * (1 - (idleMs - before.idleMs) / Math.max(1, allMs - before.allMs)));
  };
}
