// A pool whose connections go to several addresses in turn. An address that refused a connection is passed over for a
// while, and the caller that met it is connected to another one at once, so only what was under way there fails.
import pg, { type Pool, type PoolConfig } from 'pg';
import { stopwatch } from '#platform/clock.ts';
import { isUnreachable, noneIsFree } from '../sqlstate.ts';

/** An address that refused a connection is tried again after this time. */
const passedOverMs = 5_000;

/** After this time a connection is made anew, so that an address that comes back gets its part again. */
const livesSeconds = 300;

/** One configuration for each address; all else in them is the same. */
export function poolOf(configs: readonly PoolConfig[]): Pool {
  const pool = poolAt(configs);
  // A broken idle connection is replaced at its next use. An unhandled error event would end the process.
  pool.on('error', () => {});
  // The pool does not listen while a transaction has the connection. The pending statement reports the loss.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function poolAt(configs: readonly PoolConfig[]): Pool {
  const [first] = configs;
  if (configs.length < 2) return new pg.Pool(first);
  const turns = turnsOf(configs);
  const options = { ...first, maxLifetimeSeconds: livesSeconds, Client: clientInTurn(turns) };
  return new (poolThatTriesAgain(configs.length))(options as PoolConfig);
}

interface Address {
  readonly config: PoolConfig;
  /** The time since it refused a connection; undefined when the last one was taken. */
  refused?: (() => number) | undefined;
}

/** Gives the addresses in turn; when all have refused, the one that did so first. */
function turnsOf(configs: readonly PoolConfig[]): () => Address {
  const addresses = configs.map((config): Address => ({ config }));
  let turn = 0;
  const isPassedOver = ({ refused }: Address): boolean => refused !== undefined && refused() < passedOverMs;
  return () => {
    const open = addresses.filter((address) => !isPassedOver(address));
    turn += 1;
    return open.length > 0 ? (open[turn % open.length] as Address) : longestAgo(addresses);
  };
}

const longestAgo = (addresses: readonly Address[]): Address =>
  addresses.reduce((first, next) => ((next.refused?.() ?? 0) > (first.refused?.() ?? 0) ? next : first));

type Connected = (error: Error) => void;

/** The pool gives a callback, as the driver's own code does; there are no other callers. */
const clientInTurn = (next: () => Address) =>
  class extends pg.Client {
    readonly #address: Address;

    constructor() {
      const address = next();
      super(address.config);
      this.#address = address;
    }

    override connect(): Promise<pg.Client>;
    override connect(done: Connected): void;
    override connect(done: Connected = () => {}): unknown {
      return super.connect((error: Error | null) => {
        this.#address.refused = error ? stopwatch() : undefined;
        done(error as Error);
      });
    }
  };

type Given = Parameters<Pool['connect']>[0];

const poolThatTriesAgain = (addresses: number) =>
  class extends pg.Pool {
    override connect(): Promise<pg.PoolClient>;
    override connect(done: Given): void;
    override connect(done?: Given): unknown {
      const connected = this.#tryEach();
      if (done === undefined) return connected;
      return void connected.then(
        (client) => done(undefined, client, (broken) => client.release(broken)),
        (error) => done(error, undefined, () => {}),
      );
    }

    async #tryEach(): Promise<pg.PoolClient> {
      for (let left = addresses; ; left--) {
        try {
          return await super.connect();
        } catch (error) {
          if (left === 1 || noneIsFree(error) || !isUnreachable(error)) throw error;
        }
      }
    }
  };
