// Posts events to the developer's own receiver one after the other, as a webhook would: the same body with the same id
// and signature, tried again after a failure.
import { setTimeout as sleep } from 'node:timers/promises';
import { machineClock, secondsOf, stopwatch } from '#platform/clock.ts';
import { messageId, signer } from '#platform/egress/signature.ts';

/** What the forwarder needs to know about an event besides its text. */
export interface ForwardedEvent {
  readonly id: string;
  readonly personId: string | null;
  readonly companyId: string;
}

interface ForwardOptions {
  readonly url: string;
  readonly secret: string;
  readonly until: AbortSignal;
}

interface Attempt {
  readonly wasTaken: boolean;
  /** The result of the attempt: `200 in 12 ms`. */
  readonly says: string;
}

/** Yields each attempt at an event once it has been made. After the last one the event was accepted or is given up. */
type Forward = (event: ForwardedEvent, body: string) => AsyncGenerator<Attempt>;

const answerMsMax = 15_000;
const waitsMs = [500, 1_000, 2_000];

export function forwarder({ url, secret, until }: ForwardOptions): Forward {
  const sign = signer([secret]);
  return async function* forward(event, body) {
    const id = messageId(event.id, event.personId ?? event.companyId);
    for (let retries = 0; !until.aborted; retries++) {
      const seconds = secondsOf(machineClock);
      const headers = { 'content-type': 'application/json', ...sign(id, seconds, body) };
      const attempt = await post(url, headers, body, until);
      if (until.aborted) return;
      yield attempt;
      const waitMs = waitsMs[retries];
      if (attempt.wasTaken || waitMs === undefined) return;
      await sleep(waitMs, undefined, { signal: until }).catch(() => {});
    }
  };
}

async function post(url: string, headers: Record<string, string>, body: string, until: AbortSignal): Promise<Attempt> {
  const elapsed = stopwatch();
  const signal = AbortSignal.any([until, AbortSignal.timeout(answerMsMax)]);
  try {
    const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    const says = `${answer.status} in ${Math.round(elapsed())} ms`;
    await answer.body?.cancel();
    return { wasTaken: answer.ok, says };
  } catch (error) {
    return { wasTaken: false, says: mishapOf(error) };
  }
}

const mishaps: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'its host has no address',
  ECONNRESET: 'it hung up',
  UND_ERR_SOCKET: 'it hung up',
};

function mishapOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `no answer within ${answerMsMax / 1000} s`;
  return mishaps[cause?.code ?? ''] ?? `no answer: ${cause?.message || name}`;
}
