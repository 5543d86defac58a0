// Writes statements to the server: parse, bind and execute of the extended protocol for each, and one sync at the end,
// all in one piece. The driver writes five small pieces for each and asks at every use which columns the answer has; for
// a named statement these are known after its first use.
import utils from 'pg/lib/utils.js';

interface Wired {
  /** Empty for a statement without a name. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * A buffer that all statements share; what is sent is a copy. A larger buffer made for much text is sent itself.
 */
const usual = Buffer.allocUnsafeSlow(65_536);
let buffer = usual;
let at = 0;

/** Long values are sent as they are, each after so many bytes of the buffer: a copy would cost as much as sealing them. */
const longLength = 32_768;
let long: { readonly after: number; readonly value: Buffer }[] = [];
/** How many bytes of the message lie outside of the buffer. */
let outside = 0;

export function begin(): void {
  buffer = usual;
  at = 0;
  long = [];
}

export function add(statement: Wired, needs: { readonly parse: boolean; readonly describe: boolean }): void {
  if (needs.parse) parse(statement);
  bind(statement);
  if (needs.describe) describe();
  execute();
}

/** What was added since `begin`, in parts. The server answers all of it, or all up to the first failure. */
export function finish(): readonly Buffer[] {
  ended(message(0x53));
  const written = buffer.subarray(0, at);
  const sent = buffer === usual ? Buffer.from(written) : written;
  const parts: Buffer[] = [];
  let from = 0;
  for (const { after, value } of long) {
    parts.push(sent.subarray(from, after), value);
    from = after;
  }
  parts.push(sent.subarray(from));
  return parts;
}

function parse({ name, text: sql }: Wired): void {
  const lengthAt = message(0x50);
  text(name);
  text(sql);
  int16(0);
  ended(lengthAt);
}

function bind({ name, values }: Wired): void {
  const lengthAt = message(0x42);
  text('');
  text(name);
  const prepared = values.map(asSent);
  if (prepared.some((value) => value instanceof Buffer)) {
    int16(prepared.length);
    for (const value of prepared) int16(value instanceof Buffer ? 1 : 0);
  } else {
    int16(0);
  }
  int16(prepared.length);
  for (const value of prepared) parameter(value);
  int16(0);
  ended(lengthAt);
}

function describe(): void {
  const lengthAt = message(0x44);
  text('P');
  ended(lengthAt);
}

function execute(): void {
  const lengthAt = message(0x45);
  text('');
  int32(0);
  ended(lengthAt);
}

/** Most values are texts and numbers. */
function asSent(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return `${value}`;
  return value === null ? null : utils.prepareValue(value);
}

function parameter(value: string | Buffer | null): void {
  if (value === null) {
    int32(-1);
    return;
  }
  const lengthAt = at;
  int32(0);
  if (typeof value === 'string') {
    room(value.length * 3);
    at += buffer.write(value, at);
  } else if (value.length >= longLength) {
    long.push({ after: at, value });
    outside += value.length;
    setInt32(value.length, lengthAt);
    return;
  } else {
    room(value.length);
    at += value.copy(buffer, at);
  }
  setInt32(at - lengthAt - 4, lengthAt);
}

/** Begins a message. Returns where its length stands, which is known when it has ended. */
function message(code: number): number {
  outside = 0;
  room(5);
  buffer[at] = code;
  at += 5;
  return at - 4;
}

const ended = (lengthAt: number): void => setInt32(at - lengthAt + outside, lengthAt);

function room(bytes: number): void {
  if (at + bytes <= buffer.length) return;
  const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, at + bytes));
  buffer.copy(larger, 0, 0, at);
  buffer = larger;
}

function int16(value: number): void {
  room(2);
  buffer[at] = value >> 8;
  buffer[at + 1] = value;
  at += 2;
}

function int32(value: number): void {
  room(4);
  setInt32(value, at);
  at += 4;
}

function setInt32(value: number, place: number): void {
  buffer[place] = value >> 24;
  buffer[place + 1] = value >> 16;
  buffer[place + 2] = value >> 8;
  buffer[place + 3] = value;
}

function text(value: string): void {
  room(value.length * 3 + 1);
  at += buffer.write(value, at);
  buffer[at] = 0;
  at += 1;
}
