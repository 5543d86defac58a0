// Looks into a running process through its debugging port, whose address is in its log.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

interface Inspector {
  /** The memory after a full garbage collection. */
  memory(): Promise<{ heapBytes: number; residentBytes: number }>;
  close(): void;
}

interface Answer {
  readonly id: number;
  // biome-ignore lint/suspicious/noExplicitAny: each method answers something else.
  readonly result: any;
}

export async function attach(log: string): Promise<Inspector> {
  const socket = new WebSocket(await addressIn(log));
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
  };
  let last = 0;
  const ask = (method: string, params: object = {}): Promise<Answer['result']> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, ({ result }) => resolve(result));
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return {
    async memory() {
      // Memory that a connection or a timer still uses is free within a second.
      await sleep(1_000);
      for (let i = 0; i < 2; i++) await ask('HeapProfiler.collectGarbage');
      const { usedSize } = await ask('Runtime.getHeapUsage');
      const { result } = await ask('Runtime.evaluate', { expression: 'process.memoryUsage.rss()' });
      return { heapBytes: usedSize, residentBytes: result.value };
    },
    close: () => socket.close(),
  };
}

async function addressIn(log: string): Promise<string> {
  for (let i = 0; i < 100; i++) {
    const address = /Debugger listening on (ws:\S+)/.exec(readFileSync(log, 'utf8'))?.[1];
    if (address !== undefined) return address;
    await sleep(50);
  }
  throw new Error('The process has no debugging port.');
}
