// Reads at a steady pace beside something else, so that what is measured is their wait and not their number.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveKey, type RunningService } from './service.ts';

/** Each connection asks again so long after it got an answer. */
export interface Pace {
  readonly name: string;
  readonly connections: number;
  readonly pauseMs: number;
}

export const paces: readonly Pace[] = [
  { name: 'two steady readers', connections: 2, pauseMs: 10 },
  { name: 'eight readers without a pause', connections: 8, pauseMs: 0 },
];

export const inMs = (value: number): string => `${value.toFixed(1)} ms`;

/** The waits of all reads, in milliseconds. */
export async function readUntil(
  { url }: RunningService,
  paths: readonly string[],
  { connections, pauseMs }: Pace,
  end: Promise<unknown>,
): Promise<number[]> {
  const waits: number[] = [];
  let isOver = false;
  void end.finally(() => {
    isOver = true;
  });
  const reader = async (first: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = first; !isOver; i += connections) {
      const began = performance.now();
      await get(agent, `${url}${paths[i % paths.length]}`);
      waits.push(performance.now() - began);
      if (pauseMs > 0) await sleep(pauseMs);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: connections }, (_, i) => reader(i)));
  return waits;
}

const get = (agent: Agent, url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const asking = request(url, { agent, headers: { 'x-api-key': liveKey } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().once('end', resolve);
    });
    asking.once('error', reject).end();
  });
