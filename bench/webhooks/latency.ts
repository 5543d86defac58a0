// How long after its answer a change is seen at a webhook's receiver and in the list of events, while nothing else
// happens.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import type { Cleanup } from '../cleanup.ts';
import { personBody } from '../people.ts';
import { nowMs } from '../processes.ts';
import { quantile, record } from '../report.ts';
import { liveKey } from '../service.ts';
import { setWebhookStage } from './stage.ts';
import { subscribe } from './start-receiver.ts';

export const latencyName = 'told-latency';

const everyMs = 100;
const pollMs = 5;
const patienceMs = 10_000;
const receiverAimMs = 100;
const listAimMs = 50;

export async function measureLatency(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const times = isQuick ? 20 : 200;
  const { receiver, service } = await setWebhookStage(cleanup);
  await subscribe(service, { url: receiver.url, eventTypes: ['person.created'], enabled: true });
  const client = new Client(service.url);
  cleanup.add(() => client.destroy());
  await spaced(times, () => createPerson(client));
  await receiver.untilCount(times);

  await receiver.ask('forget');
  const answered = new Map(await spaced(times, () => createPerson(client)));
  await receiver.untilCount(times);
  const { arrivals } = await receiver.ask('arrivals');
  const toReceiver = arrivals.map(({ subject, atMs }) => atMs - (answered.get(subject) ?? Number.NaN));

  const toList = await spaced(times, async () => {
    const [id, answeredMs] = await createPerson(client);
    await untilListed(client, id);
    return nowMs() - answeredMs;
  });
  show('at the receiver', toReceiver, receiverAimMs);
  show('in GET /events', toList, listAimMs);
  await cleanup.run();
}

async function spaced<T>(times: number, work: () => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let i = 0; i < times; i++) {
    const next = sleep(everyMs);
    done.push(await work());
    await next;
  }
  return done;
}

const headers = { 'x-api-key': liveKey, 'content-type': 'application/json' };

/** The id of the person, and when the answer came. */
async function createPerson(client: Client): Promise<[id: string, answeredMs: number]> {
  const answer = await client.request({ method: 'POST', path: '/api/people', headers, body: personBody() });
  const text = await answer.body.text();
  const answeredMs = nowMs();
  if (answer.statusCode !== 201) throw new Error(`Creating a person: ${answer.statusCode} ${text}`);
  return [(JSON.parse(text) as { data: { id: string } }).data.id, answeredMs];
}

/** Without a filter, because a list of one person's events would first wait until they are in it. */
async function untilListed(client: Client, id: string): Promise<void> {
  const deadlineMs = nowMs() + patienceMs;
  while (nowMs() < deadlineMs) {
    const next = sleep(pollMs);
    const answer = await client.request({ method: 'GET', path: '/api/events?limit=1', headers });
    const { data } = (await answer.body.json()) as { data: { personId: string | null }[] };
    if (data[0]?.personId === id) return;
    await next;
  }
  throw new Error(`The events of ${id} are not in the list after ${patienceMs} ms.`);
}

function show(where: string, times: readonly number[], aimMs: number): void {
  const [median, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  record({ figure: latencyName, where, unit: 'ms', aimMs, median, p99, times });
  const [shownMedian, shownP99] = [median, p99].map((ms) => ms.toFixed(1));
  console.log(`${latencyName}, ${where}: median ${shownMedian} ms, p99 ${shownP99} ms (aim ${aimMs})`);
}
