// A process that the parent keeps, as the parent sees it: how it is started, when it is ready, how it ended.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { stopwatch } from '#platform/clock.ts';
import { CommandFailed } from '../command.ts';
import { type Channel, openChannel } from './channel.ts';
import { closeWhatIsNotTaken } from './handed-over.ts';
import type { OfLongWork, OfParent, OfWorker, StartFailure } from './promises.ts';
import { passOnLines } from './whole-lines.ts';

export interface HowItEnded {
  readonly code: number | null;
  readonly signal: string | null;
  readonly afterMs: number;
}

export interface RunningWorker {
  readonly number: number;
  readonly pid: number | undefined;
  /** The process for long work answers `do`, the others what a worker is asked. */
  readonly channel: Channel<OfWorker & OfLongWork>;
  /** It listens, or takes long work. Fails with what it told, or with how it ended. */
  readonly ready: Promise<void>;
  readonly isReady: boolean;
  readonly ended: Promise<HowItEnded>;
  /** Known once it listens. */
  readonly port: number | undefined;
  readonly failure: StartFailure | undefined;
  failed(failure: StartFailure): void;
  /** It told that it has stopped in order. */
  readonly isStopped: boolean;
  stopped(): void;
  /** It told that it takes long work. */
  takesLongWork(): void;
  kill(): void;
}

interface LauncherOptions {
  readonly workers: number;
  readonly port: number;
  /** Where the lines of its log go. */
  write(lines: string): void;
  promises(worker: RunningWorker): OfParent;
}

/** A number above those of the workers is that of the process for long work. */
export type Launch = (number: number, port?: number) => RunningWorker;

const programOf = (name: string): string => fileURLToPath(new URL(`../../../cli/${name}`, import.meta.url));
const serving = { exec: programOf('worker.mjs'), execArgv: process.execArgv };
/** Some three times of what two imports need. */
const longWorkMemoryMb = 512;
const forLongWork = {
  exec: programOf('long-work.mjs'),
  execArgv: [...process.execArgv, `--max-old-space-size=${longWorkMemoryMb}`],
};

export function launcher({ workers, port: asked, write, promises }: LauncherOptions): Launch {
  // New connections go to the workers in turn, so that each gets an equal share of them.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  return (number, port = asked) => {
    const isForLongWork = number > workers;
    cluster.setupPrimary({
      ...(isForLongWork ? forLongWork : serving),
      args: [number, workers, port].map(String),
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    return watched(number, cluster.fork(), write, promises);
  };
}

/** Requests get the processor first, but not while the process loads its code: on a busy machine it would never come. */
function giveWay(worker: Worker): void {
  try {
    setPriority(worker.process.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where this is not allowed, it works all the same.
  }
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
  let isReady = false;
  let isStopped = false;
  const told = Promise.withResolvers<void>();
  const begun = Promise.race([
    once(worker, 'listening').then(([address]) => {
      port = (address as { port: number }).port;
    }),
    told.promise,
  ]);
  const ready = Promise.race([
    begun.then(() => {
      isReady = true;
    }),
    ended.then((how) => Promise.reject(whyNotReady(how, failure))),
  ]);
  // Nobody waits until a process that was started again is ready.
  ready.catch(() => {});
  const running: Omit<RunningWorker, 'channel'> = {
    number,
    pid: worker.process.pid,
    ready,
    get isReady() {
      return isReady;
    },
    ended,
    get port() {
      return port;
    },
    get failure() {
      return failure;
    },
    failed: (why) => {
      failure = why;
    },
    get isStopped() {
      return isStopped;
    },
    stopped: () => {
      isStopped = true;
    },
    takesLongWork: () => {
      giveWay(worker);
      told.resolve();
    },
    kill: () => worker.process.kill('SIGKILL'),
  };
  const whole = running as RunningWorker;
  const channel = channelTo(worker, promises(whole));
  return Object.defineProperty(whole, 'channel', { value: channel });
}

const channelTo = (worker: Worker, promises: OfParent): RunningWorker['channel'] =>
  openChannel<OfWorker & OfLongWork>(
    {
      send: (message) => void worker.process.send(message, undefined, undefined, () => {}),
      onMessage: (listener) => void worker.on('message', listener),
      onClose: (listener) => void worker.once('disconnect', listener),
    },
    promises,
  );

function whyNotReady({ code, signal }: HowItEnded, failure: StartFailure | undefined): Error {
  if (failure === undefined) return new CommandFailed(`The first worker ended (${signal ?? `status ${code}`}).`);
  return failure.isSentence ? new CommandFailed(failure.message) : Object.assign(new Error(failure.message), failure);
}
