// How a client of a stress run sends requests: once, or until the outcome is known. A killed service does not answer,
// and a starting one refuses; both are expected. Any other failure is noted as odd.
import { setTimeout as sleep } from 'node:timers/promises';
import { liveKey, testKey } from '../process.ts';
import type { Journal, Mode } from './journal.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
export type Shown = any;

interface Heard {
  /** 0: no answer came, or only a part of it. */
  readonly status: number;
  readonly body: Shown;
  readonly headers: Headers;
}

interface Asking {
  readonly body?: unknown;
  readonly key?: string | undefined;
}

export interface Caller {
  once(method: string, path: string, asking?: Asking): Promise<Heard>;
  /** Repeats the request, unchanged, until an answer settles it. */
  persist(method: string, path: string, asking?: Asking): Promise<Heard>;
}

const answerMsMax = 30_000;
const persistMsMax = 120_000;
const nothing = new Headers();
/** Statuses with which the service asks to try again; 0 is no answer. */
const notNow = new Set([0, 409, 423, 429, 503]);

export function makeCaller(url: () => string, mode: Mode, journal: Journal): Caller {
  const note = (method: string, path: string, { status, body, headers }: Heard): void => {
    journal.statuses.set(status, (journal.statuses.get(status) ?? 0) + 1);
    const isClear = status < 500 || (status === 503 && headers.has('retry-after') && body?.errorType !== undefined);
    if (!isClear) journal.odd.push({ method, path, status, body: JSON.stringify(body) });
  };
  const once: Caller['once'] = async (method, path, { body, key } = {}) => {
    const headers: Record<string, string> = { 'x-api-key': mode === 'live' ? liveKey : testKey };
    if (key !== undefined) headers['idempotency-key'] = key;
    const isText = typeof body === 'string';
    if (body !== undefined) headers['content-type'] = isText ? 'application/x-ndjson' : 'application/json';
    const heard = await fetch(`${url()}/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMsMax),
    }).then(
      async (answer) => {
        // If the service is killed in the middle of its answer, there is no answer.
        const text = await answer.text().catch(() => undefined);
        if (text === undefined) return { status: 0, body: undefined, headers: nothing };
        return { status: answer.status, body: text === '' ? undefined : JSON.parse(text), headers: answer.headers };
      },
      () => ({ status: 0, body: undefined, headers: nothing }),
    );
    note(method, path, heard);
    return heard;
  };
  return {
    once,
    async persist(method, path, asking = {}) {
      const until = performance.now() + persistMsMax;
      for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 1.5, 200)) {
        const heard = await once(method, path, asking);
        if (heard.status >= 200 && heard.status < 300) return heard;
        const isStuck = performance.now() > until;
        const isSettled = heard.status === 409 && heard.body.errorType !== 'IdempotencyKeyInUse';
        if (!notNow.has(heard.status) || isSettled || isStuck) {
          const text = JSON.stringify(heard.body);
          throw new Error(`${method} ${path} answered ${heard.status}${isStuck ? ' for too long' : ''}: ${text}`);
        }
        await sleep(pauseMs);
      }
    },
  };
}
