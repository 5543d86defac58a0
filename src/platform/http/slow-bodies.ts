// A body that drips in holds a connection that others could use, so it has a minute to come. A file of lines has as long
// as it takes, if only something of it comes within each minute.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

const graceMs = 500;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** `tooLate` is called when the body is not there in time. */
export function boundBody(raw: IncomingMessage, ms: number, tooLate: (socket: Socket) => void): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = raw.headers;
  if (length === '0' && encoding === undefined) return;
  // A call that came through no socket has no client that drips, and its body need not end once it was refused.
  if (!('setTimeout' in raw.socket)) return;
  const timer = setTimeout(() => {
    tooLate(raw.socket);
    // Whoever did not send may not hear either.
    setTimeout(() => raw.socket.destroy(), graceMs).unref();
  }, ms).unref();
  timers.set(raw, timer);
  const clear = (): void => clearTimeout(timer);
  raw.once('end', clear).once('close', clear);
}

/** Whoever may send lines sends as many as there are: only silence is bounded. */
export function takeYourTime(raw: IncomingMessage, silenceMs: number): void {
  clearTimeout(timers.get(raw));
  const { socket } = raw;
  // The server ends a connection whose socket says so. One that is none, as in tests, has no time to run out.
  if (!('setTimeout' in socket)) return;
  socket.setTimeout(silenceMs);
  raw.once('end', () => socket.setTimeout(0));
}
