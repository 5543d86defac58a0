// Some receivers and proxies say "100 Continue" though nobody asked them to. HTTP lets them, but our client takes it for
// a broken answer. So we take it out of what the client reads; all else reaches the client as it came.
import type { Socket } from 'node:net';

const begin = Buffer.from('HTTP/1.1 100');
const headEnd = '\r\n\r\n';
/** A longer head goes to the client, which refuses it. */
const headBytesMax = 16 * 1024;
/** Where the first digit of the status stands. */
const digitAt = 9;
const one = 0x31;

/** The client sends one request at a time on a connection: after each write, an answer is to come. */
export function passOverContinue(socket: Socket): void {
  const [read, write] = [socket.read, socket.write];
  let isAnswerToCome = false;
  let held: Buffer = Buffer.alloc(0);
  socket.write = (...args: unknown[]) => {
    isAnswerToCome = true;
    return Reflect.apply(write, socket, args);
  };
  socket.read = (size) => {
    for (;;) {
      const chunk: Buffer | null = Reflect.apply(read, socket, [size]);
      if (chunk === null || !isAnswerToCome) return chunk;
      const { passed, rest, isOver } = sorted(held.length === 0 ? chunk : Buffer.concat([held, chunk]));
      held = rest;
      isAnswerToCome = !isOver;
      if (passed.length > 0) return passed;
    }
  };
}

interface Sorted {
  /** What the client is given. */
  readonly passed: Buffer;
  /** The beginning of a head that is not whole yet. */
  readonly rest: Buffer;
  /** The final answer has begun. */
  readonly isOver: boolean;
}

function sorted(bytes: Buffer): Sorted {
  const passed: Buffer[] = [];
  for (let at = 0; ; ) {
    const left = bytes.subarray(at);
    if (!mayBeInterim(left)) return { passed: joined(passed, left), rest: Buffer.alloc(0), isOver: true };
    const end = left.indexOf(headEnd);
    if (end === -1) return { passed: joined(passed), rest: left, isOver: false };
    const head = left.subarray(0, end + headEnd.length);
    if (!head.subarray(0, begin.length).equals(begin)) passed.push(head);
    at += head.length;
  }
}

/** Whether it is, or may become, the head of an answer 1xx. */
function mayBeInterim(bytes: Buffer): boolean {
  const known = Math.min(bytes.length, digitAt);
  if (bytes.length > headBytesMax || bytes.compare(begin, 0, known, 0, known) !== 0) return false;
  return bytes.length <= digitAt || bytes[digitAt] === one;
}

const joined = (parts: readonly Buffer[], last?: Buffer): Buffer => {
  const all = last === undefined ? parts : [...parts, last];
  return all.length === 1 ? (all[0] as Buffer) : Buffer.concat(all);
};
