// Makes a paper of what a stranger supplied. A kilobyte can be made so that setting it takes minutes or gigabytes, and a
// thread cannot be stopped while it sets a paper: so a process does it, which is watched and killed.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { NoPaper, type PaperOrder, type PaperReply, sentOrder } from './order.ts';

const msMax = 10_000;
const bytesMax = 600 * 1024 * 1024;
const lookEveryMs = 50;

/** Throws `NoPaper`. */
export async function strangersPaper(order: PaperOrder): Promise<PaperReply> {
  // It inherits nothing: neither the environment, where secrets may be, nor flags, nor what this process reads and writes.
  const child = fork(new URL('./paper-process.ts', import.meta.url), {
    serialization: 'advanced',
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // What waits for its reply hears of it too.
  child.on('error', () => {});
  const ended = new AbortController();
  try {
    child.send(sentOrder(order));
    return await Promise.race([replyOf(child, ended.signal), tooMuch(child, ended.signal)]);
  } finally {
    ended.abort();
    child.kill('SIGKILL');
  }
}

async function replyOf(child: ChildProcess, signal: AbortSignal): Promise<PaperReply> {
  const gone = once(child, 'exit', { signal }).then(() => {
    throw new NoPaper('tooMuch', 'The process that set the paper ended.');
  });
  const [reply] = await Promise.race([once(child, 'message', { signal }), gone]);
  return reply as PaperReply;
}

/** Rejects when the process takes too much. */
async function tooMuch(child: ChildProcess, signal: AbortSignal): Promise<never> {
  for (let ms = 0; ms < msMax; ms += lookEveryMs) {
    await sleep(lookEveryMs, undefined, { signal });
    if (memoryOf(child.pid) > bytesMax) throw new NoPaper('tooMuch', 'The paper needs more than 600 MB of memory.');
  }
  throw new NoPaper('tooMuch', `The paper needs more than ${msMax / 1_000} seconds.`);
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
