// Receivers of webhooks for tests: each listens on this machine, is told how to answer, and remembers what came. They
// speak HTTP; what only a bare connection can do wrong: src/capabilities/webhooks/egress/test-receiver.ts.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '#platform/clock.ts';
import { eventually } from './eventually.ts';
import type { Answer, Client, House } from './house.ts';
import type { Shown } from './told.ts';

/** What came, to the byte. */
export interface Post {
  /** The message id, the same each time. */
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the one `stopwatch` that all posts of the process are timed by. */
  readonly atMs: number;
  /** The status that was sent in answer; null while there is none. */
  answered: number | null;
}

/** Answers a post, or does something else with it. */
export type Behaviour = (answer: ServerResponse, post: Post) => unknown;

export interface Receiver {
  /** Its host and port, as a dev host is written. */
  readonly host: string;
  readonly url: string;
  /** In the order in which they came. */
  readonly posts: readonly Post[];
  /** How often somebody connected. */
  readonly connections: number;
  /** Of how many posts at once the answer was outstanding, at most. */
  readonly mostAtOnce: number;
  behave(as: Behaviour): void;
  /** Waits for so many posts. */
  until(count: number, waitMsMax?: number): Promise<readonly Post[]>;
  /** Cuts every connection; new ones are served. */
  cut(): void;
  close(): Promise<void>;
}

const elapsed = stopwatch();

/** The time by which posts are told to have come. */
export const nowMs = elapsed;

export async function aReceiver(first: Behaviour = ok): Promise<Receiver> {
  const posts: Post[] = [];
  let behaviour = first;
  let connections = 0;
  let atOnce = 0;
  let mostAtOnce = 0;
  const server = createServer(async (request, answer) => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    answer.once('close', () => {
      atOnce -= 1;
    });
    // Whoever sends may be killed in the middle of it: then nothing came.
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return;
    const post = postOf(request, body);
    answer.once('finish', () => {
      post.answered = answer.statusCode;
    });
    posts.push(post);
    behaviour(answer, post);
  });
  server.on('connection', (socket) => {
    connections += 1;
    socket.on('error', () => {});
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/hook`,
    posts,
    get connections() {
      return connections;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
    behave(as) {
      behaviour = as;
    },
    async until(count, waitMsMax = 30_000) {
      await eventually(
        `${count} posts`,
        () => posts.length >= count,
        waitMsMax,
        () => `${posts.length} came`,
      );
      return posts;
    },
    cut: () => server.closeAllConnections(),
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

function postOf({ headers }: IncomingMessage, body: Buffer): Post {
  const id = String(headers['webhook-id']);
  return { id, headers: headers as Post['headers'], body: body.toString(), atMs: elapsed(), answered: null };
}

/**
 * Receivers for a suite, each for one taker. They listen before the house of the suite opens, which must be told its
 * dev hosts then: call this before useHouse.
 */
export function useReceivers(count: number) {
  const devHosts: string[] = [];
  const free: Receiver[] = [];
  const all: Receiver[] = [];
  before(async () => {
    all.push(...(await Promise.all(Array.from({ length: count }, () => aReceiver()))));
    free.push(...all);
    devHosts.push(...all.map(({ host }) => host));
  });
  after(async () => {
    await Promise.all(all.map((one) => one.close()));
  });
  return {
    devHosts,
    take(as: Behaviour = ok): Receiver {
      const receiver = free.shift();
      assert.ok(receiver, `the suite asked for ${count} receivers and takes more`);
      receiver.behave(as);
      return receiver;
    },
  };
}

/** A subscription that posts to the receiver. */
export const subscribe = (
  api: Client,
  { url }: Pick<Receiver, 'url'>,
  eventTypes: readonly string[] = ['*'],
): Promise<Answer['body']> => api.made('/webhooks', aWebhook(url, { eventTypes }));

export const aWebhook = (webhookUrl: string, overrides: Record<string, unknown> = {}) => ({
  webhookType: 'direct',
  eventTypes: ['*'],
  webhookDirectDetails: { webhookUrl },
  ...overrides,
});

export const secretOf = (webhook: Answer['body']): string => webhook.webhookDirectDetails.hmacSecretKey;

/** What came, read. */
export const eventsOf = (posts: readonly Post[]): Shown[] => posts.map(({ body }) => JSON.parse(body));

/** Waits until nothing more comes. */
export async function quiet(posts: readonly Post[], forMs = 60): Promise<void> {
  for (let before = -1; before !== posts.length; await sleep(forMs)) before = posts.length;
}

/** Waits until everything that was committed has its deliveries, if any are asked for. */
export async function planned({ service: { database } }: House, { realm: { mode } }: Client): Promise<void> {
  const { db, rows } = database.unscoped(mode);
  await eventually('all events are planned', async () => {
    // One after the other: the places have to be read after every event has one.
    const unordered = await rows(db.selectFrom('events').select('id').where('sequence', 'is', null).limit(1));
    const places = await rows(db.selectFrom('event_places').selectAll());
    const placeOf = (wanted: string) => places.find(({ name }) => name === wanted)?.last_sequence;
    return unordered.length === 0 && placeOf('webhooks') === placeOf('events');
  });
}

/** As many events of one person, one after the other. */
export async function manyContacts(api: Client, personId: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    contacts += 1;
    const value = `a${contacts}@example.com`;
    await api.made(`/people/${personId}/contacts`, { contactType: 'email', label: 'personal', value });
  }
}

let contacts = 0;

// ---- behaviours ------------------------------------------------------------------------------------------------------

export const ok: Behaviour = (answer) => answer.end();

export const status =
  (code: number, headers: Record<string, string> = {}): Behaviour =>
  (answer) =>
    answer.writeHead(code, headers).end();

/** Takes what comes and says nothing. */
export const hang: Behaviour = () => {};

export const reset: Behaviour = (answer) => answer.socket?.resetAndDestroy();

export const afterMs =
  (ms: number, then: Behaviour = ok): Behaviour =>
  (answer, post) =>
    void setTimeout(() => then(answer, post), ms);
