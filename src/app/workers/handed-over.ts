// Connections on their way to a worker. Node forgets those whose worker dies before it has taken them: their clients
// would wait for ever. They are closed, so that a client hears of it at once and comes again.
import type { Worker } from 'node:cluster';

/** What Node passes on: the connection itself. Node closes it here once the worker has it. */
interface Handle {
  close(done?: () => void): void;
}

export function closeWhatIsNotTaken(worker: Worker): void {
  const underWay = new Set<Handle>();
  const child = worker.process;
  const send = child.send.bind(child) as (...given: unknown[]) => boolean;
  child.send = (message: unknown, handle?: unknown, ...rest: unknown[]): boolean => {
    if (isHandle(handle)) follow(handle, underWay);
    return send(message, handle, ...rest);
  };
  worker.once('exit', () => {
    for (const handle of underWay) handle.close();
  });
}

function follow(handle: Handle, underWay: Set<Handle>): void {
  const close = handle.close.bind(handle);
  underWay.add(handle);
  handle.close = (done) => {
    underWay.delete(handle);
    close(done);
  };
}

const isHandle = (given: unknown): given is Handle =>
  typeof given === 'object' && given !== null && 'close' in given && typeof given.close === 'function';
