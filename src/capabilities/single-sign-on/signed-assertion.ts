// Asks the library which assertion of a response was signed. Anybody may send us a response, and a few kilobytes can be
// made so that the library reads them for minutes: so it reads in a thread, one response after the other, for some
// seconds at the most.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { costlyTurns } from '#platform/http/costly-turns.ts';
import type { Holder } from '#platform/http/supply.ts';
import { refused } from './errors.ts';
import type { AskedOfThread, SaidByThread } from './saml-thread.ts';

const inTurn = costlyTurns();

/** A usual response takes some milliseconds. */
const readMsMax = 2_000;
const memoryMiB = 128;

let thread: Promise<Worker> | undefined;

/** Resolves once it has loaded the library. */
async function startThread(): Promise<Worker> {
  const started = new Worker(new URL('./saml-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
  });
  started.unref();
  // Whoever waits for an answer hears of its end too. An error of which nobody hears would end the process.
  started.on('error', () => {});
  started.once('exit', () => {
    thread = undefined;
  });
  await once(started, 'message');
  return started;
}

/** The assertion, as the library reads it. Errors: SingleSignOnRefused. */
export async function signedAssertion(who: Holder, asked: AskedOfThread): Promise<unknown> {
  const said = await inTurn(who, () => askThread(asked));
  if ('reason' in said) throw refused(said.reason);
  return JSON.parse(said.assertion);
}

async function askThread(asked: AskedOfThread): Promise<SaidByThread> {
  thread ??= startThread();
  const reader = await thread.catch((error: unknown) => {
    thread = undefined;
    throw error;
  });
  try {
    reader.postMessage(asked);
    const [said] = await once(reader, 'message', { signal: AbortSignal.timeout(readMsMax) });
    return said;
  } catch {
    // It took too long, or too much memory.
    thread = undefined;
    await reader.terminate();
    return { reason: 'unreadable' };
  }
}
