// Webhooks while processes die: the sender, the leader, the database. Acknowledged writes have their deliveries, in the
// order of each subject, and repeats are identical.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { joinEmbedded } from '#platform/db/embedded/index.ts';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { launch, type ProcessOptions, type Running, startService } from '../support/process.ts';
import {
  afterMs,
  aReceiver,
  aWebhook,
  eventsOf,
  hang,
  nowMs,
  ok,
  type Post,
  type Receiver,
  secretOf,
  status,
} from '../support/receiver.ts';
import { dice } from '../support/seed.ts';
import { storedEvents } from '../support/stored-events.ts';
import type { Shown } from '../support/told.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-webhooks-'));
const token = 'telltale-token';
const running = new Set<Running>();
const places: Place[] = [];
after(async () => {
  // After a failed test services still run, and their databases, which outlive killed services.
  for (const { child } of running) child.kill('SIGKILL');
  if (running.size > 0) for (const place of places) killDatabase(place);
  await Promise.all(places.map(({ receiver }) => receiver.close()));
  rmSync(root, { recursive: true, force: true });
});

interface Place extends ProcessOptions {
  readonly receiver: Receiver;
}

/** A new data directory, whose services may reach the receiver. */
async function aPlace(name: string): Promise<Place> {
  const receiver = await aReceiver();
  const place = {
    dataDirectory: madeDirectory(join(mkdtempSync(join(root, name)), 'data')),
    environment: { WEBHOOK_DEV_HOSTS: receiver.host, LOG_LEVEL: 'trace' },
    receiver,
  };
  places.push(place);
  return place;
}

/** Returns false if there is none. */
function killDatabase({ dataDirectory }: Place): boolean {
  try {
    const pid = Number(readFileSync(join(dataDirectory, 'db/postmaster.pid'), 'utf8').split('\n')[0]);
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

async function start(place: Place): Promise<Running> {
  const service = await startService(place);
  running.add(service);
  return service;
}

async function startWorker(place: Place): Promise<Running> {
  const worker = launch({ ...place, command: 'worker' });
  running.add(worker);
  await eventually('the worker runs', () => worker.log().includes('the worker runs'));
  return worker;
}

async function kill(service: Running): Promise<void> {
  service.child.kill('SIGKILL');
  await service.ended();
  running.delete(service);
}

/** Stops it as an operator would. Returns how long that took. */
async function stop(service: Running): Promise<number> {
  const began = nowMs();
  service.child.kill('SIGTERM');
  assert.equal(await service.ended(), 0, service.log().slice(-2_000));
  running.delete(service);
  return nowMs() - began;
}

async function data(answer: Promise<Response>): Promise<Shown> {
  const response = await answer;
  const body = (await response.json()) as { data: Shown };
  assert.ok(response.status < 300, JSON.stringify(body));
  return body.data;
}

const subscribe = (service: Running, { receiver }: Place): Promise<Shown> =>
  data(
    service.call('POST', '/webhooks', aWebhook(`${receiver.url}?token=${token}`, { eventTypes: ['contact.created'] })),
  );

const aPerson = { name: { firstName: 'Ada', lastName: 'Lovelace' } };
const personOf = (service: Running): Promise<Shown> => data(service.call('POST', '/people', aPerson));

let drawn = 0;
function contactOf(service: Running, personId: string): Promise<Response> {
  drawn += 1;
  const contact = { contactType: 'email', label: 'personal', value: `telltale${drawn}@example.com` };
  return service.call('POST', `/people/${personId}/contacts`, contact);
}

/** Writes to one person again after each answer, through any running service; keeps the acknowledged writes. */
function writer(services: () => readonly Running[], personId: string) {
  const acknowledged: string[] = [];
  let isOver = false;
  const ended = (async () => {
    for (let i = 0; !isOver; i++) {
      const all = services();
      const answer = await contactOf(all[i % all.length] as Running, personId).catch(() => undefined);
      if (answer?.status === 201) acknowledged.push(((await answer.json()) as { data: Shown }).data.id);
      else await sleep(20);
    }
  })();
  return {
    acknowledged,
    end(): Promise<void> {
      isOver = true;
      return ended;
    },
  };
}

function moreAcknowledged(writers: readonly ReturnType<typeof writer>[], count: number): Promise<true> {
  const now = () => writers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const before = now();
  return eventually('more is acknowledged', () => now() > before + count);
}

/** All events that the subscription asks for, the oldest first. */
async function listed(service: Running, { id }: Shown): Promise<Shown[]> {
  const events: Shown[] = [];
  for (let after = ''; ; ) {
    const answer = await service.call('GET', `/events?webhookId=${id}&limit=100${after}`);
    assert.equal(answer.status, 200);
    const page = (await answer.json()) as { data: Shown[]; nextUrl: string | null };
    events.push(...page.data);
    if (page.nextUrl === null) return events.toReversed();
    after = `&startingAfter=${page.data.at(-1)?.id}`;
  }
}

const accepted = (posts: readonly Post[]): Post[] =>
  [
    ...new Map(
      posts
        .filter(({ answered }) => answered === 200)
        .toReversed()
        .map((post) => [post.id, post]),
    ).values(),
  ].toReversed();

/** The list and the deliveries agree; repeats are identical. */
function mustAgree(posts: readonly Post[], events: readonly Shown[]): void {
  const bySubject = (some: readonly Shown[]) =>
    Object.fromEntries(
      [...Map.groupBy(some, ({ personId }) => personId)]
        .map(([subject, group]): [string, string[]] => [subject, group.map(({ id }) => id)])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  assert.deepEqual(bySubject(eventsOf(accepted(posts))), bySubject(events));
  for (const repeats of Map.groupBy(posts, (post) => post.id).values()) {
    assert.equal(new Set(repeats.map(({ body }) => body)).size, 1, 'a repeat is the same to the byte');
  }
}

const isDone = async (service: Running, { id }: Shown, count: number): Promise<boolean> => {
  const { pending, deliveredTotal } = await data(service.call('GET', `/webhooks/${id}`));
  return pending === 0 && deliveredTotal >= count;
};

/** Only the database shows that each event has a different place. */
async function mustHavePlaces({ dataDirectory }: Place): Promise<void> {
  const embedded = await joinEmbedded({ dataDirectory });
  const client = new pg.Client(embedded.server);
  await client.connect();
  try {
    const events = await storedEvents((text, values) => client.query(text, [...values]));
    const places = new Set(events.map(({ sequence }) => sequence).filter((sequence) => sequence !== null));
    assert.equal(places.size, events.length);
    const open = await client.query(
      "select count(*)::int as n from test.webhook_deliveries where state <> 'delivered'",
    );
    assert.equal(open.rows[0].n, 0);
  } finally {
    await client.end();
    await embedded.leave();
  }
}

describe('webhooks', { concurrency: true }, () => {
  test('whose sender is killed in mid-delivery are sent by another within seconds, the same and in order', async () => {
    const place = await aPlace('sender');
    const { receiver } = place;
    receiver.behave(hang);
    const first = await start(place);
    const webhook = await subscribe(first, place);
    const people = [await personOf(first), await personOf(first)];
    for (const { id } of [...people, ...people, ...people]) await data(contactOf(first, id));
    await receiver.until(2);
    const worker = await startWorker(place);
    await kill(first);
    const killed = nowMs();
    receiver.behave(ok);
    await eventually('all arrives', () => accepted(receiver.posts).length === 6);
    const [again] = accepted(receiver.posts) as [Post];
    const tookMs = again.atMs - killed;
    assert.ok(tookMs < 20_000, `another one went on after ${tookMs} ms`);
    assert.ok(
      receiver.posts.slice(0, 2).some(({ id }) => id === again.id),
      'what was on its way comes first',
    );
    const second = await start(place);
    mustAgree(receiver.posts, await listed(second, webhook));
    await eventually('all is written down', () => isDone(second, webhook, 6));
    for (const one of [first, worker, second]) {
      for (const word of [token, secretOf(webhook), 'telltale'])
        assert.ok(!one.log().includes(word), `a log holds ${word}`);
    }
    await mustHavePlaces(place);
    await stop(worker);
    await stop(second);
  });

  test('come complete and in order though whoever leads is killed, again and again, while there are writes', async () => {
    const place = await aPlace('leader');
    const { receiver } = place;
    receiver.behave((...asked) => (dice.chance(0.05) ? status(500) : afterMs(dice.between(0, 10)))(...asked));
    // The first leads; when it is killed, the second leads, and so on.
    let services = [await start(place), await start(place)];
    const [one] = services as [Running];
    const webhook = await subscribe(one, place);
    const people = await Promise.all(Array.from({ length: 4 }, () => personOf(one)));
    const writers = people.map(({ id }) => writer(() => services, id));
    for (let round = 0; round < 5; round++) {
      await moreAcknowledged(writers, 25);
      await sleep(dice.between(0, 300));
      const [leader, next] = services as [Running, Running];
      await kill(leader);
      services = [next];
      services = [next, await start(place)];
    }
    await Promise.all(writers.map((one) => one.end()));
    receiver.behave(ok);
    const [last] = services as [Running];
    const acknowledged = writers.flatMap((one) => one.acknowledged);
    // Events get their places at the latest when another process leads.
    await eventually('all is listed', async () => {
      const contacts = new Set((await listed(last, webhook)).map(({ contactId }) => contactId));
      return acknowledged.every((id) => contacts.has(id));
    });
    const events = await listed(last, webhook);
    assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
    await eventually('all arrives', () => accepted(receiver.posts).length === events.length);
    mustAgree(receiver.posts, events);
    for (const { acknowledged } of writers) {
      const written = new Set(acknowledged);
      const told = events.map(({ contactId }) => contactId).filter((id) => written.has(id));
      assert.deepEqual(told, acknowledged, 'a person was told about in the order of the answers');
    }
    await eventually('all is written down', () => isDone(last, webhook, events.length));
    await mustHavePlaces(place);
    for (const service of services) await stop(service);
  });

  test('of everything acknowledged arrive, though the database is killed under load', async () => {
    const place = await aPlace('database');
    const { receiver } = place;
    receiver.behave(afterMs(5));
    const service = await start(place);
    const webhook = await subscribe(service, place);
    const people = await Promise.all(Array.from({ length: 4 }, () => personOf(service)));
    const writers = people.map(({ id }) => writer(() => [service], id));
    for (let round = 0; round < 2; round++) {
      await moreAcknowledged(writers, 25);
      await sleep(dice.between(0, 300));
      assert.ok(killDatabase(place));
      await eventually('it is back', async () => {
        const answer = await service.call('GET', `/webhooks/${webhook.id}`).catch(() => undefined);
        return answer?.status === 200;
      });
    }
    await sleep(300);
    await Promise.all(writers.map((one) => one.end()));
    const acknowledged = writers.flatMap((one) => one.acknowledged);
    await eventually('all is listed', async () => {
      const contacts = new Set((await listed(service, webhook)).map(({ contactId }) => contactId));
      return acknowledged.every((id) => contacts.has(id));
    });
    const events = await listed(service, webhook);
    await eventually('all arrives', () => accepted(receiver.posts).length === events.length);
    mustAgree(receiver.posts, events);
    await eventually('all is written down', () => isDone(service, webhook, events.length));
    await stop(service);
  });

  test('are left in good order by SIGTERM: it ends soon, and what was left is sent afterwards', async () => {
    const place = await aPlace('term');
    const { receiver } = place;
    const service = await start(place);
    const webhook = await subscribe(service, place);
    const people = await Promise.all(Array.from({ length: 30 }, () => personOf(service)));
    const [stuck] = people as [Shown];
    receiver.behave((...asked) => (asked[1].body.includes(stuck.id) ? hang : afterMs(150))(...asked));
    for (let i = 0; i < 4; i++)
      await Promise.all(people.map(({ id }) => contactOf(service, id).then(({ status }) => status)));
    await receiver.until(20);
    const tookMs = await stop(service);
    assert.ok(tookMs < 25_000, `it took ${tookMs} ms`);
    const before = accepted(receiver.posts).length;
    assert.ok(before < 120, 'something was left');
    receiver.behave(ok);
    const again = await start(place);
    await eventually('all arrives', () => accepted(receiver.posts).length === 120);
    mustAgree(receiver.posts, await listed(again, webhook));
    await eventually('all is written down', () => isDone(again, webhook, 120));
    // Only a post that was cut off may be repeated: answered ones had been recorded.
    const repeats = receiver.posts.length - 120;
    assert.ok(repeats <= 16, `${repeats} came again`);
    const twice = [...Map.groupBy(receiver.posts, ({ id }) => id).values()].filter((some) => some.length > 1);
    for (const [first] of twice) assert.equal(first?.answered, null, 'what was answered did not come again');
    await stop(again);
  });
});
