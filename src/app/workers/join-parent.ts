// How a process that the parent of `tenor start` keeps begins and ends: as its parent says.
import cluster from 'node:cluster';
import { readConfig } from '#platform/config.ts';
import { type Log, makeLog } from '#platform/log.ts';
import { isForPeople } from '../answer-to-error.ts';
import { type Stopping, stopSignal } from '../stop-signal.ts';
import { type Channel, ChannelClosed, openChannel } from './channel.ts';
import type { OfKept, OfParent } from './promises.ts';

/** The parent stops the database afterwards, and all of it takes less than ten seconds. */
const stopMsMax = 8_000;

interface Joining {
  /** The number that its log lines name. */
  readonly number: number;
  answers(stopping: Stopping): OfKept;
  /** Works until the signal to stop. */
  work(log: Log, channel: Channel<OfParent>, stopping: Stopping): Promise<void>;
}

export async function joinParent({ number, answers, work }: Joining): Promise<void> {
  const log = makeLog(readConfig().logLevel, number);
  const stopping = stopSignal(log, stopMsMax);
  const channel = openChannel<OfParent>(
    {
      send: (message) => void process.send?.(message, undefined, undefined, () => {}),
      onMessage: (listener) => void process.on('message', listener),
      onClose: (listener) => void cluster.worker?.once('disconnect', listener),
    },
    answers(stopping),
  );
  endInOrderWithoutParent(stopping);
  try {
    const begins = channel.ask('mayBegin', null).then(() => true);
    if (await Promise.race([begins, stopping.signal])) await work(log, channel, stopping);
    // A second Ctrl-C may meet this process when it hears no signals any more, and would look like a failure.
    await channel.ask('hasStopped', null).catch(() => {});
  } catch (error) {
    process.exitCode = 1;
    if (!(error instanceof ChannelClosed)) await channel.ask('startFailed', failure(error)).catch(() => {});
  }
  if (process.connected) process.disconnect();
}

/** A process whose parent was killed would be ended at once; it finishes what it has begun instead. */
function endInOrderWithoutParent(stopping: Stopping): void {
  const { worker } = cluster;
  worker?.once('disconnect', () => {
    worker.exitedAfterDisconnect = true;
    stopping.stop();
  });
}

function failure(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error), isSentence: false };
  const isSentence = isForPeople(error);
  return {
    message: error.message,
    isSentence,
    code: 'code' in error ? String(error.code) : undefined,
    stack: error.stack,
  };
}
