// Runs the command line in a process of its own while the test continues, to look at it, run it twice at once, or kill
// it.
import { type ChildProcess, spawn } from 'node:child_process';
import type { ProcessOptions } from './process.ts';

export interface RunningCommand {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

export function runTenor(options: Omit<ProcessOptions, 'port'>, ...words: string[]): RunningCommand {
  const { PATH = '', HOME = '/' } = process.env;
  const env = { PATH, HOME, DATA_DIR: options.dataDirectory, ...options.environment };
  const child = spawn(process.execPath, ['cli/tenor.mjs', ...words], {
    cwd: options.version,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  return {
    child,
    output: () => said,
    ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, output: said }))),
  };
}
