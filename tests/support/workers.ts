// A service of several workers as a test sees it: who they are, and connections to each of them.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from './eventually.ts';
import { type Running, testKey } from './process.ts';

interface WorkerProcess {
  readonly number: number;
  readonly pid: number;
}

const childrenOf = (pid: number): number[] => {
  const listed = `/proc/${pid}/task/${pid}/children`;
  return existsSync(listed) ? readFileSync(listed, 'utf8').trim().split(' ').filter(Boolean).map(Number) : [];
};

const commandOf = (pid: number): string[] =>
  existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0') : [];

const keptBy = ({ child }: Running, program: string): WorkerProcess[] =>
  childrenOf(child.pid as number).flatMap((pid) => {
    const words = commandOf(pid);
    const at = words.findIndex((word) => word.endsWith(program));
    return at < 0 ? [] : [{ number: Number(words[at + 1]), pid }];
  });

export const workersOf = (service: Running): WorkerProcess[] => keptBy(service, 'worker.mjs');

/** The process for long work. */
export const longWorkOf = (service: Running): WorkerProcess | undefined => keptBy(service, 'long-work.mjs')[0];

export const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

/** Waits until as many workers listen as the service wants, and the process for long work is there. */
export const complete = (service: Running, count: number): Promise<unknown> =>
  eventually(
    `${count} workers listen`,
    async () => {
      const answer = await fetch(`${service.url}/health/ready`, { headers: { connection: 'close' } }).catch(() => null);
      const body = (await answer?.json().catch(() => null)) as {
        workers?: { running: number; longWork: boolean };
      } | null;
      return body?.workers?.running === count && body.workers.longWork;
    },
    () => service.log().slice(-2_000),
  );

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any;
}

/** A connection that stays open, so that one worker answers all that is asked over it. */
export interface Connection {
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Reply>;
  close(): void;
}

export function connection({ url }: Running, key = testKey): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call: Connection['call'] = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const sent = body === undefined ? '' : JSON.stringify(body);
      const kind = body === undefined ? {} : { 'content-type': 'application/json' };
      const all = { 'x-api-key': key, ...kind, ...headers };
      const asking = request(`${url}${path}`, { agent, method, headers: all }, async (response) => {
        let text = '';
        for await (const part of response.setEncoding('utf8')) text += part;
        const isJson = /json/.test(response.headers['content-type'] ?? '');
        const body = isJson && text !== '' ? JSON.parse(text) : undefined;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body });
      });
      asking.once('error', reject);
      asking.end(sent);
    });
  return { call, close: () => agent.destroy() };
}

/** The lines of the log, each of which must be whole. */
export const linesOf = (service: Running): Record<string, unknown>[] =>
  service
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

/** The worker that answered, by its line in the log. */
async function workerOf(service: Running, { headers }: Reply): Promise<number> {
  let found: Record<string, unknown> | undefined;
  await eventually('the line of the request', async () => {
    found = linesOf(service).find(({ requestId }) => requestId === headers['request-id']);
    return found !== undefined;
  });
  return Number(found?.worker);
}

/** A connection to each worker, in the order of their numbers. */
export async function toEach(service: Running, count: number, key = testKey): Promise<Connection[]> {
  const each = new Map<number, Connection>();
  for (let tries = 0; each.size < count && tries < 20; tries++) {
    const one = connection(service, key);
    const number = await workerOf(service, await one.call('GET', '/api/companies/current'));
    if (each.has(number)) one.close();
    else each.set(number, one);
    await sleep(0);
  }
  assert.equal(each.size, count, 'each worker gets connections');
  return [...each].sort(([a], [b]) => a - b).map(([, one]) => one);
}
