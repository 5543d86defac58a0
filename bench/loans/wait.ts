// Waits for background work, and measures what it does to other requests meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningService } from '../service.ts';
import { liveApi } from './api.ts';

interface Operation {
  readonly state: string;
  readonly progress: unknown;
  readonly result: unknown;
  readonly error: unknown;
}

export async function untilDone(service: RunningService, id: string): Promise<Operation> {
  for (;;) {
    const operation = (await liveApi(service).get(`/operations/${id}`)) as unknown as Operation;
    if (operation.state === 'succeeded') return operation;
    if (operation.state === 'failed') throw new Error(`The operation failed: ${JSON.stringify(operation.error)}`);
    await sleep(20);
  }
}

/** Asks `/health/ready` every 20 ms; `stop` returns the slowest answer in milliseconds. */
export function watchHealth({ url }: RunningService): { stop(): Promise<{ maxMs: number; asked: number }> } {
  let isOver = false;
  let [maxMs, asked] = [0, 0];
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now();
      const response = await fetch(`${url}/health/ready`);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`/health/ready answered ${response.status}`);
      asked += 1;
      maxMs = Math.max(maxMs, performance.now() - began);
      await sleep(20);
    }
  })();
  // The failure is handled where `watching` is awaited. Unhandled, it would end the run without its clean-up.
  watching.catch(() => {});
  return {
    async stop() {
      isOver = true;
      await watching;
      return { maxMs, asked };
    },
  };
}
