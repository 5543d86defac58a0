// The receiver as the runner uses it, and subscriptions with its address.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../cleanup.ts';
import { askChild, type Started, startChild } from '../processes.ts';
import { liveKey, type Place, type RunningService } from '../service.ts';

export interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ReceiverQuestion {
  /** `forget` and `keep` start anew. `keep` keeps whole posts, which `save` writes to a file. */
  readonly ask: 'count' | 'arrivals' | 'forget' | 'keep' | 'save';
  readonly file?: string;
}

export interface ReceiverAnswer {
  readonly count: number;
  /** Milliseconds of the machine's monotonic clock; 0 when nothing came. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly arrivals: { readonly subject: string; readonly atMs: number }[];
}

export interface Receiver extends Started {
  /** Host and port. */
  readonly host: string;
  readonly url: string;
  ask(question: ReceiverQuestion['ask'], file?: string): Promise<ReceiverAnswer>;
  /** Waits for that many posts; fails when no more come. */
  untilCount(count: number): Promise<ReceiverAnswer>;
}

export async function startReceiver(place: Place, cleanup: Cleanup): Promise<Receiver> {
  const { started, first } = await startChild<{ port: number }>(
    'bench/webhooks/receiver.ts',
    {},
    place.directory,
    cleanup,
  );
  const ask: Receiver['ask'] = (question, file) => askChild(started, { ask: question, file });
  const host = `127.0.0.1:${first.port}`;
  return { ...started, host, url: `http://${host}/hook`, ask, untilCount: (count) => untilCount(ask, count) };
}

const pollMs = 20;
const patienceMs = 30_000;

async function untilCount(ask: Receiver['ask'], count: number): Promise<ReceiverAnswer> {
  let [seen, quietMs] = [0, 0];
  while (quietMs < patienceMs) {
    const answer = await ask('count');
    if (answer.count >= count) return answer;
    quietMs = answer.count > seen ? 0 : quietMs + pollMs;
    seen = answer.count;
    await sleep(pollMs);
  }
  throw new Error(`The receiver got ${seen} of ${count} posts, and nothing more for ${patienceMs} ms.`);
}

/** Sends a request that must be answered with a 2xx, and returns the data of the answer. */
async function mustAnswer<T>({ url }: RunningService, method: string, path: string, body: object): Promise<T> {
  const headers = { 'x-api-key': liveKey, 'content-type': 'application/json' };
  const response = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
}

export interface Subscription {
  readonly id: string;
  switchTo(enabled: boolean): Promise<void>;
}

export async function subscribe(
  service: RunningService,
  { url, eventTypes, enabled }: { url: string; eventTypes: readonly string[]; enabled: boolean },
): Promise<Subscription> {
  const webhookDirectDetails = { webhookUrl: url };
  const body = { webhookType: 'direct', eventTypes, webhookDirectDetails, enabled };
  const { id } = await mustAnswer<{ id: string }>(service, 'POST', '/webhooks', body);
  return {
    id,
    switchTo: async (isOn) => void (await mustAnswer(service, 'PUT', `/webhooks/${id}`, { enabled: isOn })),
  };
}
