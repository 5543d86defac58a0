// A line for each receiver: the client gets no more requests than the receiver has connections. The client's own line
// would keep requests that were given up long ago, and connect to a dead receiver for each of them.
import type { Dispatcher } from 'undici';
import type { Exchange, Place } from './exchange.ts';

interface Lines {
  of(origin: string): Line;
  /** Resolves when nobody waits for an answer. */
  empty(): Promise<void>;
}

interface Line extends Place {
  enter(exchange: Exchange, request: Dispatcher.DispatchOptions): void;
}

export function receiverLines(client: Dispatcher, connectionsPerOrigin: number): Lines {
  const lines = new Map<string, ReceiverLine>();
  let unsettled = 0;
  let whenEmpty: (() => void) | undefined;

  class ReceiverLine implements Line {
    readonly #origin: string;
    readonly #waiting = new Map<Exchange, Dispatcher.DispatchOptions>();
    #sent = 0;

    constructor(origin: string) {
      this.#origin = origin;
    }

    enter(exchange: Exchange, request: Dispatcher.DispatchOptions): void {
      unsettled++;
      if (this.#sent === connectionsPerOrigin) {
        this.#waiting.set(exchange, request);
      } else {
        this.#sent++;
        client.dispatch(request, exchange);
      }
    }

    settled(exchange: Exchange): void {
      this.#waiting.delete(exchange);
      if (--unsettled === 0) whenEmpty?.();
    }

    ended(): void {
      const [next] = this.#waiting;
      if (next === undefined) {
        if (--this.#sent === 0) lines.delete(this.#origin);
        return;
      }
      const [exchange, request] = next;
      this.#waiting.delete(exchange);
      // Not at once: the client may be in the middle of reading, and can only read one connection at a time.
      queueMicrotask(() => client.dispatch(request, exchange));
    }
  }

  return {
    of(origin) {
      const line = lines.get(origin) ?? new ReceiverLine(origin);
      lines.set(origin, line);
      return line;
    },
    empty: () =>
      new Promise((resolve) => {
        whenEmpty = resolve;
        if (unsettled === 0) resolve();
      }),
  };
}
