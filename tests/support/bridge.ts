// A bridge before a bank, as a lender would write it: signed HTTP on this machine, a book of what was taken under which
// key, and notices. A test decides for each order what happens to it on the way.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { newWebhookSecret, signer } from '#platform/egress/signature.ts';

interface Taken {
  readonly id: string;
  readonly body: string;
  readonly amount: number;
}

/** An order on its way: `take` moves the money, `answer` says so, and either may be left out. */
export interface Arriving {
  readonly key: string;
  take(): Taken;
  answer(): Promise<void>;
  /** Answers whatever it likes. */
  say(status: number, body: object): void;
  /** Cuts the connection: nothing is answered. */
  cut(): void;
}

export interface Bridge {
  readonly host: string;
  readonly url: string;
  readonly secret: string;
  /** By the key of the order: the money that has moved. */
  readonly taken: ReadonlyMap<string, Taken>;
  /** Every order that came, as often as it came. */
  readonly came: readonly { readonly key: string; readonly body: string }[];
  /** Orders that came though they were taken already. */
  readonly again: readonly string[];
  /** It lists what it has taken; else its list is empty. */
  lists: boolean;
  onOrder: (order: Arriving) => Promise<void> | void;
  /** A notice, signed, to this address. */
  tell(address: string, key: string, what: string): Promise<number>;
  close(): Promise<void>;
}

export const takeAndAnswer = async (order: Arriving): Promise<void> => {
  order.take();
  await order.answer();
};

export async function aBridge(): Promise<Bridge> {
  const secret = newWebhookSecret();
  const taken = new Map<string, Taken>();
  const came: { key: string; body: string }[] = [];
  const again: string[] = [];
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (request.method === 'GET') {
      if (request.url?.includes('/events')) return reply(response, 200, { events: bridge.lists ? listed() : [] });
      const key = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
      const one = taken.get(key);
      return reply(response, one ? 200 : 404, one ? accepted(key, one) : { key, status: 'absent' });
    }
    const { key, amount } = JSON.parse(body) as { key: string; amount: number };
    assert.equal(request.headers['idempotency-key'], key);
    came.push({ key, body });
    if (taken.has(key)) again.push(key);
    await bridge.onOrder({
      key,
      take() {
        const one = taken.get(key) ?? { id: `B-${key}`, body, amount };
        taken.set(key, one);
        return one;
      },
      async answer() {
        const one = taken.get(key);
        if (one === undefined) throw new Error('Nothing was taken that could be answered.');
        const gone = Promise.race([once(response, 'finish'), once(response, 'close')]);
        reply(response, 201, accepted(key, one));
        await gone;
      },
      say: (status, answer) => reply(response, status, answer),
      cut: () => response.destroy(),
    });
  }
  const listed = () =>
    [...taken].map(([key, { id, amount }]) => {
      const at = new Date().toISOString();
      return { eventId: `${id}.accepted`, key, id, at, amount, what: 'accepted' };
    });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const bridge: Bridge = {
    host,
    url: `http://${host}/bridge`,
    secret,
    taken,
    came,
    again,
    lists: false,
    onOrder: takeAndAnswer,
    async tell(address, key, what) {
      const one = taken.get(key) as Taken;
      const at = new Date().toISOString();
      const body = JSON.stringify({ eventId: `${one.id}.${what}`, key, id: one.id, at, amount: one.amount, what });
      const signed = signer([secret])(`${one.id}.${what}`, Math.floor(Date.parse(at) / 1_000), body);
      const headers = { 'content-type': 'application/json', ...signed };
      const answer = await fetch(address, { method: 'POST', headers, body }).catch(() => undefined);
      return answer?.status ?? 0;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await sleep(0);
    },
  };
  return bridge;
}

const accepted = (key: string, { id }: Taken) => ({ key, status: 'accepted', id });

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
