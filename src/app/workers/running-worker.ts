// A worker as its parent sees it: how it is started, when it listens, how it ended.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stopwatch } from '#platform/clock.ts';
import { CommandFailed } from '../command.ts';
import { type Channel, openChannel } from './channel.ts';
import { closeWhatIsNotTaken } from './handed-over.ts';
import type { OfParent, OfWorker, StartFailure } from './promises.ts';
import { passOnLines } from './whole-lines.ts';

export interface HowItEnded {
  readonly code: number | null;
  readonly signal: string | null;
  readonly afterMs: number;
}

export interface RunningWorker {
  readonly number: number;
  readonly pid: number | undefined;
  readonly channel: Channel<OfWorker>;
  /** Resolves with the port; fails with what the worker told, or with how it ended. */
  readonly listening: Promise<number>;
  readonly ended: Promise<HowItEnded>;
  /** Known once it listens. */
  readonly port: number | undefined;
  readonly failure: StartFailure | undefined;
  failed(failure: StartFailure): void;
  kill(): void;
}

interface LauncherOptions {
  readonly workers: number;
  readonly port: number;
  /** Where the lines of its log go. */
  write(lines: string): void;
  promises(worker: RunningWorker): OfParent;
}

export type Launch = (number: number, port?: number) => RunningWorker;

const program = fileURLToPath(new URL('../../../cli/worker.mjs', import.meta.url));

export function launcher({ workers, port: asked, write, promises }: LauncherOptions): Launch {
  // New connections go to the workers in turn, so that each gets an equal share of them.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  return (number, port = asked) => {
    cluster.setupPrimary({
      exec: program,
      args: [number, workers, port].map(String),
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    return watched(number, cluster.fork(), write, promises);
  };
}

function watched(
  number: number,
  worker: Worker,
  write: (lines: string) => void,
  promises: LauncherOptions['promises'],
): RunningWorker {
  closeWhatIsNotTaken(worker);
  const lived = stopwatch();
  const { stdout } = worker.process;
  const passed = stdout === null ? undefined : passOnLines(stdout, write);
  const ended = once(worker, 'exit').then(async ([code, signal]): Promise<HowItEnded> => {
    await passed;
    return { code: code as number | null, signal: signal as string | null, afterMs: lived() };
  });
  let port: number | undefined;
  let failure: StartFailure | undefined;
  const listening = Promise.race([
    once(worker, 'listening').then(([address]) => {
      port = (address as { port: number }).port;
      return port;
    }),
    ended.then((how) => Promise.reject(whyNotListening(how, failure))),
  ]);
  // Of a worker that is started again nobody asks when it listens.
  listening.catch(() => {});
  const running: Omit<RunningWorker, 'channel'> = {
    number,
    pid: worker.process.pid,
    listening,
    ended,
    get port() {
      return port;
    },
    get failure() {
      return failure;
    },
    failed: (told) => {
      failure = told;
    },
    kill: () => worker.process.kill('SIGKILL'),
  };
  const whole = running as RunningWorker;
  const channel = openChannel<OfWorker>(
    {
      send: (message) => void worker.process.send(message, undefined, undefined, () => {}),
      onMessage: (listener) => void worker.on('message', listener),
      onClose: (listener) => void worker.once('disconnect', listener),
    },
    promises(whole),
  );
  return Object.defineProperty(whole, 'channel', { value: channel });
}

function whyNotListening({ code, signal }: HowItEnded, failure: StartFailure | undefined): Error {
  if (failure === undefined) return new CommandFailed(`The first worker ended (${signal ?? `status ${code}`}).`);
  return Object.assign(new Error(failure.message), failure);
}
