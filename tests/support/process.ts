// A real service in a process of its own, for tests that kill it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stopwatch } from '#platform/clock.ts';

export const liveKey = 'a_live_key_of_the_tests_0123456789abcdef';
export const testKey = 'a_test_key_of_the_tests_0123456789abcdef';

export interface Running {
  readonly url: string;
  readonly child: ChildProcess;
  log(): string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Resolves with the exit code when the process has ended. */
  ended(): Promise<number | null>;
}

export interface ProcessOptions {
  readonly dataDirectory: string;
  readonly environment?: Record<string, string>;
  /** The port of a service that comes back; a new one when absent. */
  readonly port?: number;
  /** True: started through npm, as a new user would. */
  readonly byNpm?: boolean;
  /** The folder of another version (another-version.ts); the one that is tested when absent. */
  readonly version?: string;
  /** A worker has no HTTP; the default is the whole service. */
  readonly command?: 'start' | 'worker';
}

/** Ports that other test processes do not use, below the range from which the system assigns free ports. */
let lastPort = 10_000 + ((process.pid * 37) % 20_000);

/** What the run has noted of where files are found: scripts/test/resolutions.mjs. */
function quickStart(): Record<string, string> {
  const noted = process.env.TENOR_TEST_RESOLUTIONS;
  return noted === undefined ? {} : { TENOR_TEST_RESOLUTIONS: noted, NODE_OPTIONS: `--import=${hook}` };
}

const hook = fileURLToPath(new URL('../../scripts/test/resolutions.mjs', import.meta.url));

export const environmentOf = ({ dataDirectory, environment }: ProcessOptions, port: number) => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '/',
  DATA_DIR: dataDirectory,
  PORT: String(port),
  // A second process would cost each test its start; tests/crash/workers.test.ts has several.
  WORKERS: '1',
  BOOTSTRAP_LIVE_KEY: liveKey,
  BOOTSTRAP_TEST_KEY: testKey,
  ...quickStart(),
  ...environment,
});

/** For a start that never comes to its end: beside others a start takes many times as long as by itself. */
const startMsMax = 120_000;

/** Starts a service and waits until it answers. */
export async function startService(options: ProcessOptions): Promise<Running> {
  const running = launch(options);
  for (const waited = stopwatch(); waited() < startMsMax; await sleep(50)) {
    if (running.child.exitCode !== null) throw new Error(`The service ended:\n${running.log()}`);
    const answer = await fetch(`${running.url}/health/ready`).catch(() => undefined);
    if (answer?.status === 200) return running;
  }
  running.child.kill('SIGKILL');
  throw new Error(`The service gave no answer:\n${running.log()}`);
}

export function launch(options: ProcessOptions): Running {
  const port = options.port ?? ++lastPort;
  const url = `http://127.0.0.1:${port}`;
  const file = join(options.dataDirectory, `../service-${port}.log`);
  const output = openSync(file, 'a');
  const ours = ['cli/tenor.mjs', options.command ?? 'start'];
  const [command, args] = options.byNpm ? ['npm', ['start']] : [process.execPath, ours];
  const child = spawn(command, args, {
    cwd: options.version,
    env: environmentOf(options, port),
    stdio: ['ignore', output, output],
    detached: true,
  });
  closeSync(output);
  const exit = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  return {
    url,
    child,
    log: () => readFileSync(file, 'utf8'),
    ended: () => exit,
    call: (method, path, body, headers = {}) =>
      fetch(`${url}/api${path}`, {
        method,
        headers: {
          'x-api-key': testKey,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}

/** Runs the command line to its end. */
export function tenor(options: ProcessOptions, ...words: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['cli/tenor.mjs', ...words], {
    cwd: options.version,
    env: environmentOf(options, 0),
    encoding: 'utf8',
    timeout: 150_000,
  });
  return { code: status, output: stdout + stderr };
}
