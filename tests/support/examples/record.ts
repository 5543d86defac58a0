// Records what the interface answers to the examples of its own description, each in a company of its own on a clock that
// stands still, so that the answers are the same each time.
import { endpoints } from '#app/capabilities.ts';
import { describedAt } from '#app/server.ts';
import { createCompany } from '#capabilities/access/index.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { readDescription } from '../fuzz/description.ts';
import { type Answer, aHouse, type Client, type House } from '../house.ts';
import { aReceiver, type Receiver } from '../receiver.ts';
import { beyond } from './before.ts';
import { stable } from './stable.ts';
import { aWalk, newest } from './walk.ts';

/** The morning of a Monday in New York. */
const standsAt = Date.parse('2026-07-06T14:05:09.120Z') * 1_000 + 344;

export interface Recorded {
  /** Whole bodies, by the names of operations. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** What was not answered as the description says. */
  readonly failed: readonly string[];
}

/** The others need somebody who has signed in, or nobody: `signing-in` and `company` try them. */
export const isRecorded = ({ name, openTo }: Endpoint): boolean =>
  openTo === 'permitted' && !Object.hasOwn(beyond, name);

export async function recordExamples(isAsked: (endpoint: Endpoint) => boolean = () => true): Promise<Recorded> {
  const described = readDescription(JSON.parse(JSON.stringify(describedAt('http://tenor.test', {}))));
  const receiver = await aReceiver();
  const house = await aHouse({ clock: { micros: () => standsAt }, webhookDevHosts: [receiver.host] });
  const answers: Record<string, unknown> = {};
  const failed: string[] = [];
  for (const endpoint of endpoints.filter((one) => isRecorded(one) && isAsked(one))) {
    const { name, shape } = endpoint;
    const api = withReceiver(await aCompanyOf(house), receiver);
    const walk = aWalk(api, described);
    const answer = shape === 'stream' ? walk('events.list').then(() => firstSent(house, api)) : walk(name);
    await answer.then(
      ({ body }) => {
        answers[name] = stable(body);
      },
      ({ message }: Error) => failed.push(`${name}: ${message.slice(0, 600)}`),
    );
  }
  await house.close();
  await receiver.close();
  return { answers, failed };
}

async function aCompanyOf(house: House): Promise<Client> {
  const { companyId, keys } = await createCompany(house.service, {
    name: 'Acme Lending',
    timezone: 'America/New_York',
  });
  return house.client(keys.test, { mode: 'test', companyId });
}

/** A stream goes on: what it sends first, after the first event of the company. */
async function firstSent({ app }: House, api: Client): Promise<Pick<Answer, 'body'>> {
  const { data } = (await api.get('/events')).body;
  const headers = { 'x-api-key': api.key, 'api-version': newest, 'last-event-id': data.at(-1).id };
  const stream = await app.inject({ method: 'GET', url: '/api/events/stream', headers, payloadAsStream: true });
  let body = '';
  for await (const chunk of stream.stream()) {
    body += chunk;
    if (/^data: .*\n\n/m.test(body)) break;
  }
  stream.raw.res.destroy();
  const event = body.split('\n\n').find((part) => part.includes('data: '));
  return { body: `${event}\n\n` };
}

/** The webhooks of the examples are received here. */
function withReceiver(api: Client, { host }: Receiver): Client {
  const [shown, real] = ['https://hooks.example.com', `http://${host}`];
  const swapped = <T>(value: T, from: string, to: string): T =>
    value === undefined ? value : JSON.parse(JSON.stringify(value).replaceAll(from, to));
  return {
    ...api,
    async call(method, path, options = {}) {
      const answer = await api.call(method, path, { ...options, body: swapped(options.body, shown, real) });
      return { ...answer, body: swapped(answer.body, real, shown) };
    },
  };
}
