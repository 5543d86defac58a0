// A connection between the service and its database that a test can cut or silence while both ends stay as they are.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Server } from '#platform/db/connection.ts';
import { dice } from './seed.ts';

export interface Wire {
  /** The address for the service to connect to. */
  readonly at: Server;
  /** The number of open connections. */
  readonly connections: number;
  /** Nothing goes through any more, without notice; new connections are accepted and left alone. */
  stall(): void;
  /** Everything that was kept back goes through, and all that follows. */
  pass(): void;
  /** What the database sends is lost; what it is sent is not. */
  swallow(): void;
  /** Ends all connections without notice, or each with this probability. */
  cut(probability?: number): void;
  /** Stops listening, so that connections are refused. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  close(): Promise<void>;
}

type State = 'passing' | 'stalled' | 'swallowing';

interface Pair {
  readonly inside: Socket;
  readonly outside: Socket;
}

export async function aProxy(to: Server): Promise<Wire> {
  let state: State = 'passing';
  const pairs = new Set<Pair>();
  const apply = ({ inside, outside }: Pair): void => {
    for (const socket of [inside, outside]) {
      if (state === 'stalled') socket.pause();
      else socket.resume();
    }
  };
  const listener = createServer((outside) => {
    const inside = to.host?.startsWith('/')
      ? connect(join(to.host, `.s.PGSQL.${to.port}`))
      : connect(to.port ?? 5432, to.host ?? '127.0.0.1');
    const pair = { inside, outside };
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      inside.destroy();
      outside.destroy();
    };
    outside.on('data', (bytes) => inside.write(bytes));
    inside.on('data', (bytes) => state === 'swallowing' || outside.write(bytes));
    for (const socket of [inside, outside]) socket.on('error', end).on('close', end);
    apply(pair);
  });
  let port = 0;
  const accept = async (): Promise<void> => {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
    port = (listener.address() as AddressInfo).port;
  };
  const change = (next: State): void => {
    state = next;
    for (const pair of pairs) apply(pair);
  };
  const cut = (probability = 1): void => {
    for (const { outside } of [...pairs]) if (dice.chance(probability)) outside.destroy();
  };
  const refuse = async (): Promise<void> => {
    if (!listener.listening) return;
    listener.close();
    cut();
    await once(listener, 'close');
  };
  await accept();
  return {
    at: { host: '127.0.0.1', port },
    get connections() {
      return pairs.size;
    },
    stall: () => change('stalled'),
    pass: () => change('passing'),
    swallow: () => change('swallowing'),
    cut,
    refuse,
    accept,
    close: refuse,
  };
}
