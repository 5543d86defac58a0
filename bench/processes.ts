// Child processes. Each leads its own process group, so that Ctrl-C reaches the runner alone, which then ends them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from './cleanup.ts';

export interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  /** The file that gets stdout and stderr. */
  readonly log: string;
}

interface StartOptions {
  readonly args: readonly string[];
  readonly env: Record<string, string>;
  readonly log: string;
  /** The files of the project; those of the bench if not given. */
  readonly root?: string | undefined;
  /** With a channel the child notices when the runner dies. */
  readonly channel?: boolean;
}

export async function startNode({ args, env, log, root, channel = false }: StartOptions): Promise<Started> {
  const output = openSync(log, 'a');
  const child = spawn(process.execPath, args, {
    cwd: root ?? new URL('..', import.meta.url),
    // The caller's settings are left out: a DATABASE_URL of theirs must not be filled with thousands of people.
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', TMPDIR: process.env.TMPDIR ?? '/tmp', ...env },
    detached: true,
    stdio: ['ignore', output, output, ...(channel ? (['ipc'] as const) : [])],
  });
  await once(child, 'spawn');
  return { child, pid: child.pid as number, log };
}

/** Starts a program of the bench, which sends a message when it is ready and ends when the runner does. */
export async function startChild<T>(
  script: string,
  env: Record<string, string>,
  logFolder: string,
  cleanup: Cleanup,
): Promise<{ readonly started: Started; readonly first: T }> {
  const log = join(logFolder, `${basename(script, '.ts')}.log`);
  const started = await startNode({ args: [script], env, log, channel: true });
  cleanup.add(async () => void (await stop(started)));
  return { started, first: await nextMessage<T>(started) };
}

/** Asks the child one question at a time. */
export function askChild<T>(started: Started, question: object): Promise<T> {
  const answer = nextMessage<T>(started);
  started.child.send(question);
  return answer;
}

function nextMessage<T>({ child, log }: Started): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error(`A program of the bench ended. The end of ${log}:\n${endOf(log)}`));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message as T);
    });
  });
}

/** The monotonic clock, which all processes of the machine share. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

const patienceMs = 15_000;

/** Sends SIGTERM, then SIGKILL to the whole group. Returns how many milliseconds it took. */
export async function stop({ child, pid }: Started): Promise<number> {
  const began = performance.now();
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(patienceMs, undefined, { ref: false })]);
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The usual case: no process of the group is left.
  }
  return performance.now() - began;
}

/** When a process ended by itself, nothing measured afterwards means anything. */
export function mustBeAlive(name: string, { child, log }: Started): void {
  if (child.exitCode === null && child.signalCode === null) return;
  const how = child.signalCode ?? `status ${child.exitCode}`;
  throw new Error(`The ${name} has ended by itself (${how}). The end of its log:\n${endOf(log)}`);
}

export const endOf = (log: string): string => readFileSync(log, 'utf8').slice(-2_000);

/** Linux counts in ticks of a hundredth of a second. */
const microsPerTick = 10_000;

/**
 * Processor time that a process has used so far. When other programs use the machine, it changes much less than the
 * rate.
 */
export function processorMicros(pid: number): number {
  // The name in parentheses may contain spaces; user and system time are the 12th and 13th field after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * microsPerTick;
}
