// Receivers of webhooks for tests. Each listens on this machine, answers as the test says, and remembers what came.
// They speak HTTP; for faults of a bare connection see src/platform/egress/test-receiver.ts.

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

/** A received post, byte for byte. */
export interface Post {
  /** The message id, the same for every attempt. */
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The time of arrival, by the one `stopwatch` that times all posts of the process. */
  readonly atMs: number;
  /** The status that was answered; null before that. */
  answered: number | null;
}

/** Answers a post, or does something else with it. */
export type Behaviour = (answer: ServerResponse, post: Post) => unknown;

export interface Receiver {
  /** Host and port, as a dev host is written. */
  readonly host: string;
  readonly url: string;
  /** They are in the order of their arrival. */
  readonly posts: readonly Post[];
  /** How many connections were opened. */
  readonly connections: number;
  /** The most posts that were unanswered at the same time. */
  readonly mostAtOnce: number;
  behave(as: Behaviour): void;
  /** Waits for this many posts. */
  until(count: number): Promise<readonly Post[]>;
  /** Cuts every connection; new ones work. */
  cut(): void;
  close(): Promise<void>;
}

const elapsed = stopwatch();

/** The clock that times the posts. */
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
    // The sender may be killed in the middle of a post: then nothing came.
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
    async until(count) {
      await eventually(
        `${count} posts`,
        () => posts.length >= count,
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
 * Receivers for a suite, each with one behaviour. Call this before useHouse: they must listen before the house opens,
 * because it needs their dev hosts.
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

/** A subscription with the receiver's address. */
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

/** The events of posts, parsed. */
export const eventsOf = (posts: readonly Post[]): Shown[] => posts.map(({ body }) => JSON.parse(body));

/** Waits until nothing more comes. */
export async function quiet(posts: readonly Post[], forMs = 60): Promise<void> {
  for (let before = -1; before !== posts.length; await sleep(forMs)) before = posts.length;
}

/** Waits until every committed event has its deliveries, if there are subscriptions. */
export async function planned({ service: { database } }: House, { realm: { mode } }: Client): Promise<void> {
  const { db, rows } = database.unscoped(mode);
  await eventually('all events are planned', async () => {
    // One after the other: the places must be read after every event has one.
    const unordered = await rows(db.selectFrom('waiting_commits').select('position').limit(1));
    const [reached] = await rows(
      db.selectFrom('event_places').select('last_sequence').where('name', '=', 'deliveries'),
    );
    const beyond = db
      .selectFrom('placed_commits')
      .select('place')
      .where('place', '>', reached?.last_sequence ?? 0);
    return unordered.length === 0 && (await rows(beyond.limit(1))).length === 0;
  });
}

/** Makes this many events of one person, one after the other. */
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

/** Reads the post and never answers. */
export const hang: Behaviour = () => {};

export const reset: Behaviour = (answer) => answer.socket?.resetAndDestroy();

export const afterMs =
  (ms: number, then: Behaviour = ok): Behaviour =>
  (answer, post) =>
    void setTimeout(() => then(answer, post), ms);
