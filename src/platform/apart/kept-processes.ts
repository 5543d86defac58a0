// Processes that are kept, for work in native code that gives memory back only with its process. Each does one piece of
// work after the other, ends after so many, and ends when there is nothing to do.
import type { ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { replyOf, startProcess } from './in-own-process.ts';
import { waitingLine } from './waiting-line.ts';

const idleMs = 30_000;

interface Kept {
  readonly child: ChildProcess;
  piecesLeft: number;
}

/** Sends each message to a process of the module, which answers by `replyToEach`. */
export function keptProcesses<Message extends object, Reply>(
  module: URL,
  { atOnceMax, piecesMax }: { readonly atOnceMax: number; readonly piecesMax: number },
): (message: Message) => Promise<Reply> {
  const inLine = waitingLine(atOnceMax);
  const idle: Kept[] = [];
  let resting: NodeJS.Timeout | undefined;
  const endAll = (): void => {
    for (const { child } of idle.splice(0)) child.kill('SIGKILL');
  };
  return (message) =>
    inLine(async () => {
      const kept = idle.pop() ?? { child: startProcess(module), piecesLeft: piecesMax };
      const reply = await replyOfKept<Reply>(kept.child, message);
      kept.piecesLeft -= 1;
      if (kept.piecesLeft > 0) idle.push(kept);
      else kept.child.kill('SIGKILL');
      clearTimeout(resting);
      resting = setTimeout(endAll, idleMs).unref();
      return reply;
    });
}

/** While it works, this process waits for it; an idle one keeps nobody. */
async function replyOfKept<Reply>(child: ChildProcess, message: object): Promise<Reply> {
  const done = new AbortController();
  hold(child, true);
  try {
    child.send(message);
    return await replyOf<Reply>(child, done.signal);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    done.abort();
    hold(child, false);
  }
}

function hold(child: ChildProcess, isHeld: boolean): void {
  for (const one of [child, child.channel]) isHeld ? one?.ref() : one?.unref();
}

/** For the module that such a process runs: it answers each message, and ends with whoever has started it. */
export function replyToEach<Message, Reply>(reply: (message: Message) => Reply): void {
  // Requests get the processor first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  process.on('message', (message: Message) => process.send?.(reply(message)));
  process.once('disconnect', () => process.exit());
}
