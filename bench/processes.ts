// Child processes: each leads a group of its own, so that Ctrl-C reaches the runner alone and its end takes them along.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
}

interface StartOptions {
  readonly args: readonly string[];
  readonly env: Record<string, string>;
  /** Where stdout and stderr go. */
  readonly output: number;
  /** With a channel the child notices when the runner dies. */
  readonly channel?: boolean;
}

export async function startNode({ args, env, output, channel = false }: StartOptions): Promise<Started> {
  const child = spawn(process.execPath, args, {
    cwd: new URL('..', import.meta.url),
    // Nothing of the caller's settings: a DATABASE_URL of theirs must not be driven with thousands of people.
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', TMPDIR: process.env.TMPDIR ?? '/tmp', ...env },
    detached: true,
    stdio: ['ignore', output, output, ...(channel ? (['ipc'] as const) : [])],
  });
  await once(child, 'spawn');
  return { child, pid: child.pid as number };
}

const patienceMs = 15_000;

/** SIGTERM, then SIGKILL to the whole group. Gives the milliseconds that it took. */
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
    // The usual case: nobody of the group is left.
  }
  return performance.now() - began;
}

/** Where a process ended by itself, nothing measured afterwards means anything. */
export function mustBeAlive(name: string, { child }: Started): void {
  if (child.exitCode === null && child.signalCode === null) return;
  throw new Error(`${name} has ended by itself (${child.signalCode ?? `status ${child.exitCode}`}).`);
}

/** Ticks of a hundredth of a second; Linux shows no other number here. */
const microsPerTick = 10_000;

/** Processor time that a process has used so far. It moves much less than the rate when others use the machine. */
export function processorMicros(pid: number): number {
  // The name in parentheses may hold spaces; user and system time are the 12th and 13th field after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * microsPerTick;
}
