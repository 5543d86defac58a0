// How fast events reach a receiver that answers at once, from its first post to its last.
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../cleanup.ts';
import { alternately, type Round } from '../load.ts';
import { askChild, mustBeAlive, processorMicros, type Started, startChild } from '../processes.ts';
import { profiled, showProfile } from '../profile.ts';
import { figureLine, tableHead } from '../report.ts';
import { withDatabase } from '../service.ts';
import { setWebhookStage, type WebhookStage } from './stage.ts';
import { type Subscription, subscribe } from './start-receiver.ts';

export const deliverName = 'deliver';

/** The deliverer sends at most this many posts to one receiver at the same time. */
const connections = 16;
const limitSays = 'bare undici, the same posts to the same receiver, sixteen at a time';

export async function measureDeliver(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const count = isQuick ? 500 : 5_000;
  const stage = await setWebhookStage(cleanup);
  const subscription = await subscribe(stage.service, {
    url: stage.receiver.url,
    eventTypes: [eventType],
    enabled: true,
  });
  const limit = await startLimit(stage, count, cleanup);
  const planned = 'service, planned before';
  const sides = [
    (round: number) => received(stage, 'service', stage.service, count, round, () => writeEvents(stage, count)),
    (round: number) => received(stage, 'limit', limit, count, round, () => askChild(limit, {})),
    (round: number) =>
      received(stage, planned, stage.service, count, round, () => writeEventsLocked(stage, subscription, count)),
  ];
  const rounds = await alternately(sides, isQuick ? 3 : 5);
  const of = (name: string) => rounds.filter(({ target }) => target === name);
  console.log(tableHead());
  const figure = { name: deliverName, limit: 'post', limitSays, aim: 0.5, main: connections };
  console.log(figureLine(figure, connections, of('service'), of('limit')));
  console.log(
    figureLine({ ...figure, name: `${deliverName} planned`, aim: null }, connections, of(planned), of('limit')),
  );
  await cleanup.run();
}

/** The service alone, under a processor profile. */
export async function profileDeliver(cleanup: Cleanup, seconds: number): Promise<void> {
  const { place, receiver, service, people } = await setWebhookStage(cleanup, profiled);
  await subscribe(service, { url: receiver.url, eventTypes: [eventType], enabled: true });
  const began = performance.now();
  const count = 5_000;
  for (let delivered = count; performance.now() - began < seconds * 1000; delivered += count) {
    await writeEvents({ place, people }, count);
    await receiver.untilCount(delivered);
  }
  const { count: requests } = await receiver.ask('count');
  await showProfile(deliverName, service, { requests, seconds: (performance.now() - began) / 1000 });
  await cleanup.run();
}

/**
 * Posts what the service has posted. The service therefore runs first, and twice, so that both have compiled their code
 * before anything counts.
 */
async function startLimit(stage: WebhookStage, count: number, cleanup: Cleanup): Promise<Started> {
  const { place, receiver } = stage;
  const file = join(place.directory, 'posts.json');
  for (let time = 1; time <= 2; time++) {
    await receiver.ask('keep');
    await writeEvents(stage, count);
    await receiver.untilCount(count);
  }
  await receiver.ask('save', file);
  const env = { BENCH_POSTS: JSON.stringify({ url: receiver.url, file }) };
  const { started } = await startChild('bench/limits/post.ts', env, place.directory, cleanup);
  await askChild(started, {});
  return started;
}

async function received(
  { receiver }: WebhookStage,
  target: string,
  process: Started,
  count: number,
  round: number,
  send: () => Promise<unknown>,
): Promise<Round> {
  await receiver.ask('forget');
  const before = processorMicros(process.pid);
  await send();
  const { firstMs, lastMs, count: requests } = await receiver.untilCount(count);
  mustBeAlive(target, process);
  if (requests !== count) throw new Error(`${target}: ${requests} posts instead of ${count}.`);
  // Writing the results after the last post is part of its work.
  await sleep(restMs);
  const seconds = (lastMs - firstMs) / 1000;
  const processorMicrosPerRequest = (processorMicros(process.pid) - before) / requests;
  return { target, connections, round, seconds, requests, perSecond: requests / seconds, processorMicrosPerRequest };
}

const restMs = 300;

const eventType = 'person.updated';

/** Writes events as if people had been changed. The relay finds them once they are committed and goes on from there. */
async function writeEvents({ place, people }: Pick<WebhookStage, 'place' | 'people'>, count: number): Promise<void> {
  await withDatabase(place, (client) => client.query(insert, [people, count, eventType]));
}

const insert = `
  with told as (insert into live.event_commits (subject_id, company_id, position, types, created_at,
    effective_at, message_id, actor_type, events)
  select people.ids[1 + i % cardinality(people.ids)], (select company_id from live.companies),
    (extract(epoch from clock_timestamp()) * 1e6)::bigint + i, array[$3], now(), now(),
    substr(md5(i || clock_timestamp()::text), 1, 20), 'system',
    '[{"personExternalId": "crm-20417", "borrowerType": "person", "status": "active"}]'
  from (select $1::text[] as ids) as people, generate_series(1, $2::integer) as i
  returning subject_id, position, company_id)
  insert into live.waiting_commits (subject_id, position, company_id)
  select subject_id, position, company_id from told`;

/** The same, but the subscription's work is locked until all of it is planned. */
async function writeEventsLocked(stage: WebhookStage, { id }: Subscription, count: number): Promise<void> {
  await withDatabase(stage.place, async (client) => {
    const hold = (until: number) =>
      client.query('update live.webhook_work set held_until = $1 where webhook_id = $2', [until, id]);
    await hold(Number.MAX_SAFE_INTEGER);
    await writeEvents(stage, count);
    for (let open = 0; open < count; ) {
      await sleep(50);
      const { rows } = await client.query<{ open: number }>(
        `select count(*)::integer as open from live.webhook_deliveries where webhook_id = $1 and state = 'open'`,
        [id],
      );
      open = rows[0]!.open;
    }
    await hold(0);
  });
}
