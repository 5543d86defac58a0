// The generic provider: a bridge that the lender runs before a processor or a bank, over signed HTTP. What each status
// means is stated here, and everything else is unknown: then it is asked.
import { addSeconds } from '@tenor/engine/values/instant.ts';
import { type MachineClock, secondsOf } from '#platform/clock.ts';
import { makeAsking } from '#platform/egress/fetch.ts';
import { isGenuine } from '#platform/egress/genuine.ts';
import { PostFailed } from '#platform/egress/post-failed.ts';
import { uuid } from '#platform/random.ts';
import type { Answer, Provider, ProviderKind, ProviderServices } from '../provider.ts';
import { jsonOf, readAnswer, readEvent, readEvents } from './messages.ts';
import { canOf, type HttpSettings } from './settings.ts';
import { signedHeaders } from './signed.ts';

/** One set of connections for each set of hosts, which each process has one of. */
const askings = new WeakMap<ReadonlySet<string>, ReturnType<typeof makeAsking>>();

function askingOf(devHosts: ReadonlySet<string>): ReturnType<typeof makeAsking> {
  const made = askings.get(devHosts) ?? makeAsking({ devHosts });
  askings.set(devHosts, made);
  return made;
}

interface Bridge {
  readonly settings: HttpSettings;
  readonly secrets: readonly string[];
  readonly services: ProviderServices;
}

interface Reply {
  readonly status: number;
  readonly text: string;
}

interface Asked {
  readonly path: string;
  /** The name by which the bridge knows the request. */
  readonly id: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A text: why there is no answer, with nothing of what was asked. */
async function ask(bridge: Bridge, now: string, { path, id, headers, body }: Asked): Promise<Reply | string> {
  const { settings, secrets, services } = bridge;
  const method = body === undefined ? 'GET' : 'POST';
  const signed = signedHeaders(secrets, id, secondsOf(services.clock), { method, path, body: body ?? '' });
  try {
    const response = await askingOf(services.devHosts).fetch(settings.url + path, {
      method,
      headers: { accept: 'application/json', 'tenor-time': now, ...headers, ...signed },
      totalMs: settings.timeoutSeconds * 1_000,
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (error instanceof PostFailed) return error.message;
    throw error;
  }
}

const unknown = (why: string): Answer & { readonly is: 'unknown' } => ({ is: 'unknown', why });

const orderPath = (key: string): string => `/orders/${encodeURIComponent(key)}`;

const isFinal = new Set([200, 201]);

function provider(bridge: Bridge, clock: MachineClock): Provider {
  const { settings, secrets } = bridge;
  return {
    can: canOf(settings),
    async send(order, now) {
      const headers = { 'content-type': 'application/json', 'idempotency-key': order.key };
      const reply = await ask(bridge, now, {
        path: '/orders',
        id: order.key,
        headers,
        body: JSON.stringify(order),
      });
      if (typeof reply === 'string') return unknown(reply);
      const answer = readAnswer(reply.text, order.key);
      const isCertain = answer?.is === 'refused' ? reply.status === 422 : isFinal.has(reply.status);
      if (answer === undefined || answer.is === 'absent' || !isCertain) return unknown(otherwise(reply));
      return answer;
    },
    async find(key, now) {
      const reply = await ask(bridge, now, { path: orderPath(key), id: uuid() });
      if (typeof reply === 'string') return unknown(reply);
      const answer = readAnswer(reply.text, key);
      if (answer === undefined || reply.status !== (answer.is === 'absent' ? 404 : 200)) {
        return unknown(otherwise(reply));
      }
      if (answer.is !== 'absent') return answer;
      return { is: 'absent', completeUpTo: addSeconds(now, -settings.findLagSeconds) };
    },
    read(delivery) {
      if (!isGenuine(secrets, delivery, secondsOf(clock))) return undefined;
      const told = readEvent(jsonOf(delivery.body));
      return told === undefined ? [] : [told];
    },
    async poll(since, now) {
      const after = since === null ? '' : `after=${encodeURIComponent(since)}&`;
      const reply = await ask(bridge, now, { path: `/events?${after}limit=100`, id: uuid() });
      if (typeof reply === 'string') throw new PostFailed('reset', reply);
      const page = reply.status === 200 ? readEvents(reply.text) : undefined;
      if (page === undefined) throw new PostFailed('protocol', otherwise(reply));
      return page;
    },
  };
}

/** The body may hold anything, so nothing of it is told. */
const otherwise = ({ status }: Reply): string =>
  status === 401 || status === 403
    ? `The provider refused our signature (${status}).`
    : `The provider answered ${status}, and nothing that was agreed for it.`;

export const httpProvider: ProviderKind = {
  name: 'http',
  modes: ['live', 'test'],
  can: (settings) => canOf(settings as unknown as HttpSettings),
  bind(_realm, settings, secrets, services) {
    const bridge: Bridge = {
      settings: settings as unknown as HttpSettings,
      secrets: secrets.flatMap(({ secret }) => secret ?? []),
      services,
    };
    return provider(bridge, services.clock);
  },
};
