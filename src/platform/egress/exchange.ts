// One request and its answer. Once the status has arrived the post has its answer, whatever happens to the body.
import { StringDecoder } from 'node:string_decoder';
import type { Dispatcher } from 'undici';
import { PostFailed, seconds } from './post-failed.ts';

export interface Answer {
  readonly status: number;
  /** Decoded as UTF-8; invalid bytes become U+FFFD. */
  readonly body: string;
  /** The body was longer than we read, broke off, or did not end in time. */
  readonly wasCut: boolean;
}

/** Measured from the beginning, including the wait for a free connection and the connecting. */
interface TimeLimits {
  /** The time within which the status must arrive. */
  readonly headersMs: number;
  readonly totalMs: number;
}

const bodyBytesMax = 64 * 1024;

/** The exchange's slot in the line of its receiver. */
export interface Place {
  /** The caller has its answer. If the request has not been sent by now, it need not be sent. */
  settled(exchange: Exchange): void;
  /** The client has finished with it, and its connection is free or closed. */
  ended(): void;
}

interface ExchangeOptions {
  readonly limits: TimeLimits;
  readonly signal: AbortSignal | undefined;
  readonly place: Place;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** The error for the client when the exchange has ended for us. Nobody reads it, so one is enough. */
const over = new Error('over');

export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  /** 0 until the status has arrived. */
  #status = 0;
  #isSettled = false;
  #controller: Dispatcher.DispatchController | undefined;
  #timer: NodeJS.Timeout;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    // One timer with the same length for all exchanges, which Node keeps in one list. A second one follows only if the
    // body is still arriving when the time for the status has ended.
    this.#timer = setTimeout(Exchange.#headersOver, options.limits.headersMs, this);
    options.signal?.addEventListener('abort', this);
  }

  /** Runs when the signal is aborted. */
  handleEvent(): void {
    this.#stop(this.#options.signal?.reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throwing leaves the new connection to other requests; aborting would destroy it.
    if (this.#isSettled) throw over;
    this.#controller = controller;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    if (status >= 200) this.#status = status;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isSettled) return;
    const room = bodyBytesMax - this.#bytes;
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    this.#bytes += chunk.length;
    if (chunk.length <= room) return;
    this.#answer(true);
    controller.abort(over);
  }

  onResponseEnd(): void {
    this.#answer(false);
    this.#options.place.ended();
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.#status !== 0) this.#answer(true);
    else this.#fail(failureOf(error));
    this.#options.place.ended();
  }

  static #headersOver(exchange: Exchange): void {
    const { headersMs, totalMs } = exchange.#options.limits;
    if (exchange.#status !== 0 && headersMs < totalMs) {
      exchange.#timer = setTimeout(Exchange.#totalOver, totalMs - headersMs, exchange);
    } else {
      exchange.#stop(exchange.#controller === undefined ? notReached(headersMs) : notAnswered(headersMs));
    }
  }

  static #totalOver(exchange: Exchange): void {
    exchange.#stop(over);
  }

  #stop(error: unknown): void {
    if (this.#isSettled) return;
    if (this.#status !== 0) this.#answer(true);
    else this.#fail(error);
    this.#controller?.abort(over);
  }

  #answer(wasCut: boolean): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#options.resolve({ status: this.#status, body: textOf(this.#chunks, wasCut), wasCut });
  }

  #fail(error: unknown): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#options.reject(error);
  }

  #settle(): void {
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this);
    this.#options.place.settled(this);
  }
}

function textOf(chunks: readonly Buffer[], wasCut: boolean): string {
  const [first] = chunks;
  if (first === undefined) return '';
  const bytes = chunks.length === 1 ? first : Buffer.concat(chunks);
  // The cut may be within a character. The decoder drops such a half character.
  return wasCut ? new StringDecoder('utf8').write(bytes) : bytes.toString();
}

const notReached = (ms: number) =>
  new PostFailed('timeout', `No connection to the receiver could be had within ${seconds(ms)}.`);
const notAnswered = (ms: number) => new PostFailed('timeout', `The receiver did not answer within ${seconds(ms)}.`);

/** Errors with these codes are our mistakes, which the customer cannot correct. */
const mistakes = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'ERR_ASSERTION']);

/** The failure for an error before any status. */
function failureOf(error: Error & { code?: unknown }): unknown {
  const code = String(error.code);
  if (error instanceof PostFailed || mistakes.has(code)) return error;
  // For "bad response" and "bad upgrade" the client uses the same error as for a connection that closed.
  if (error.name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW' || error.message.startsWith('bad ')) {
    return new PostFailed('protocol', 'The receiver did not answer in HTTP/1.1.', error);
  }
  return new PostFailed('reset', 'The connection to the receiver broke before it answered.', error);
}
