// Work on what a stranger supplied. A kilobyte can be made so that it takes minutes or gigabytes, and a thread cannot be
// stopped meanwhile: so a process does it, which is watched and killed.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Holder } from '#platform/http/supply.ts';
import { fairTurns } from '#platform/http/turns.ts';

const msMax = 10_000;
const bytesMax = 600 * 1024 * 1024;
const lookEveryMs = 50;

/** The process took more than it may, or ended. The message says which. */
export class TookTooMuch extends Error {}

/** One at once, for each takes up to 600 MB. Each may take ten seconds, so no company waits for all that another sends. */
const turns = fairTurns(1);

/** Sends the message to a new process, and gives its reply. The module answers by `replyOnce`. Throws `TookTooMuch`. */
export async function inOwnProcess<Reply>(module: URL, message: object, who: Holder): Promise<Reply> {
  const giveBack = await turns.take(who);
  try {
    return await inNewProcess<Reply>(module, message);
  } finally {
    giveBack();
  }
}

async function inNewProcess<Reply>(module: URL, message: object): Promise<Reply> {
  const child = startProcess(module);
  const ended = new AbortController();
  try {
    child.send(message);
    return await Promise.race([replyOf<Reply>(child, ended.signal), tooMuch(child, ended.signal)]);
  } finally {
    ended.abort();
    child.kill('SIGKILL');
  }
}

export function startProcess(module: URL): ChildProcess {
  // It inherits nothing: neither the environment, where secrets may be, nor flags, nor what this process reads and writes.
  const child = fork(module, {
    serialization: 'advanced',
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // What waits for its reply hears of it too.
  child.on('error', () => {});
  return child;
}

/** For the module that such a process runs: it answers one message, and ends with whoever has started it. */
export function replyOnce<Message, Reply>(reply: (message: Message) => Reply | Promise<Reply>): void {
  process.once('message', async (message: Message) => {
    process.send?.(await reply(message));
  });
  process.once('disconnect', () => process.exit());
}

/** Throws `TookTooMuch` when the process ends before. */
export async function replyOf<Reply>(child: ChildProcess, signal: AbortSignal): Promise<Reply> {
  const gone = once(child, 'exit', { signal }).then(() => {
    throw new TookTooMuch('The process that did it ended.');
  });
  const [reply] = await Promise.race([once(child, 'message', { signal }), gone]);
  return reply as Reply;
}

/** Rejects when the process takes too much. */
async function tooMuch(child: ChildProcess, signal: AbortSignal): Promise<never> {
  for (let ms = 0; ms < msMax; ms += lookEveryMs) {
    await sleep(lookEveryMs, undefined, { signal });
    if (memoryOf(child.pid) > bytesMax) throw new TookTooMuch('It needs more than 600 MB of memory.');
  }
  throw new TookTooMuch(`It needs more than ${msMax / 1_000} seconds.`);
}

const pageBytes = 4_096;

/** What the process has in memory; 0 where the system does not tell. */
function memoryOf(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageBytes;
  } catch {
    return 0;
  }
}
