// Keeps as many workers as are wanted, and one process more for long work. One that ended is started again: at once if
// it had lived for a while, after a growing pause if it ends again and again.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#platform/log.ts';
import type { Standing } from './promises.ts';
import type { HowItEnded, Launch, RunningWorker } from './running-worker.ts';

const pauseMsMin = 250;
const pauseMsMax = 30_000;
/** A worker that lived this long did not end because of its start. */
const steadyMs = 60_000;
/** A worker ends itself before. */
const stopMsMax = 9_000;

interface KeepOptions {
  readonly count: number;
  readonly launch: Launch;
  readonly log: Log;
  ended(worker: RunningWorker): void;
  /** The pause before a start; a test counts it instead. */
  readonly pause?: typeof sleep;
}

export interface KeptWorkers {
  readonly wanted: number;
  /** The processes that listen. */
  readonly listening: readonly RunningWorker[];
  /** The process for long work, when it is ready. */
  readonly longWork: RunningWorker | undefined;
  readonly startedAgain: number;
  onEnd(listener: (worker: RunningWorker) => void): void;
  /** Starts the first one, which shows whether the service can start at all. */
  first(): RunningWorker;
  /** Starts the others, then the process for long work, and keeps all. */
  begin(): void;
  /** Tells all to end. False when one did not end in order. */
  stop(): Promise<boolean>;
}

export function keepWorkers({ count, launch, log, ended, pause = sleep }: KeepOptions): KeptWorkers {
  const running = new Map<number, RunningWorker>();
  const listeners = [ended];
  const stopping = new AbortController();
  let startedAgain = 0;
  let firstOne: RunningWorker | undefined;
  let inOrder: Promise<boolean> | undefined;
  const numberOfLongWork = count + 1;
  const ready = (): RunningWorker[] => [...running.values()].filter(({ isReady }) => isReady);
  const listening = (): RunningWorker[] => ready().filter(({ number }) => number <= count);
  const longWork = (): RunningWorker | undefined => ready().find(({ number }) => number === numberOfLongWork);
  const tellStanding = (): void =>
    tellAll(listening(), { running: listening().length, wanted: count, longWork: longWork() !== undefined });
  const run = (number: number, port?: number): RunningWorker => {
    const worker = launch(number, port);
    running.set(number, worker);
    void worker.ready.then(tellStanding, () => {});
    void worker.ended.then(() => {
      running.delete(number);
      for (const listener of listeners) listener(worker);
      tellStanding();
    });
    return worker;
  };
  const keep = async (number: number, begun?: RunningWorker): Promise<void> => {
    // With port 0 the system has chosen the port of the first one, and the others get the same.
    let worker = begun ?? run(number, firstOne?.port);
    for (let pauseMs = pauseMsMin; ; pauseMs = Math.min(2 * pauseMs, pauseMsMax)) {
      const how = await worker.ended;
      if (stopping.signal.aborted) return;
      tellEnd(log, worker, how);
      if (how.afterMs > steadyMs) pauseMs = pauseMsMin;
      await pause(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      startedAgain += 1;
      worker = run(number, firstOne?.port);
    }
  };
  return {
    wanted: count,
    get listening() {
      return listening();
    },
    get longWork() {
      return longWork();
    },
    get startedAgain() {
      return startedAgain;
    },
    onEnd: (listener) => void listeners.push(listener),
    first() {
      firstOne = run(1);
      return firstOne;
    },
    begin() {
      for (let number = 1; number <= count; number++) void keep(number, number === 1 ? firstOne : undefined);
      const begun = [...running.values()].map(({ ready: begins }) => begins);
      void Promise.allSettled(begun).then(() => {
        if (!stopping.signal.aborted) void keep(numberOfLongWork);
      });
    },
    stop() {
      stopping.abort();
      inOrder ??= Promise.all([...running.values()].map((worker) => endInOrder(worker, log))).then((all) =>
        all.every(Boolean),
      );
      return inOrder;
    },
  };
}

function tellAll(workers: readonly RunningWorker[], standing: Standing): void {
  for (const { channel } of workers) channel.ask('standing', standing).catch(() => {});
}

function tellEnd(log: Log, { number, pid, failure, isStopped }: RunningWorker, { code, signal }: HowItEnded): void {
  // The process cannot report this before it ends: the system kills it without a warning.
  const reason = signal === 'SIGKILL' ? 'by somebody, or by the system when memory runs out' : undefined;
  const how = { worker: number, pid, code, signal, reason };
  if (code === 0 || isStopped) log.info(how, 'a worker ended by a signal to it; it is started again');
  else
    log.error({ ...how, err: failure && Object.assign(new Error(), failure) }, 'a worker ended; it is started again');
}

async function endInOrder(worker: RunningWorker, log: Log): Promise<boolean> {
  // One that is still starting has nothing under way, and may hear of the end too late, when it has just become ready.
  const { isReady } = worker;
  worker.channel.ask('stop', null).catch(() => {});
  const tooLong = setTimeout(() => worker.kill(), stopMsMax);
  const { code, signal } = await worker.ended;
  clearTimeout(tooLong);
  if (code === 0 || worker.isStopped || !isReady) return true;
  log.error({ worker: worker.number, pid: worker.pid, code, signal }, 'a worker did not end in order');
  return false;
}
