// What a service holds while something goes on: the most of all samples, and of the first of them.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningService } from './service.ts';

export const residentMb = ({ child }: RunningService): number => {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1_024);
};

/** The most that it holds, and the most of the first tenth of the samples: what grows is seen between the two. */
export function watchMemory(service: RunningService): { stop(): Promise<{ early: number; most: number }> } {
  const samples: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      samples.push(residentMb(service));
      await sleep(100);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      const tenth = samples.slice(0, Math.ceil(samples.length / 10));
      return { early: Math.max(...tenth), most: Math.max(...samples) };
    },
  };
}
