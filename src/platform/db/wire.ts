// Writes a statement to the server: parse, bind, execute and sync of the extended protocol in one piece. The driver
// writes five small pieces and asks at every use which columns the answer has; for a named statement these are known
// after its first use.
import utils from 'pg/lib/utils.js';

interface Wired {
  /** Empty for a statement without a name. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * A buffer that all statements share; each message sent is a copy. A larger buffer made for a long message is not kept.
 */
const usual = Buffer.allocUnsafeSlow(65_536);
let buffer = usual;
let at = 0;

export function encoded(statement: Wired, needs: { readonly parse: boolean; readonly describe: boolean }): Buffer {
  buffer = usual;
  at = 0;
  if (needs.parse) parse(statement);
  bind(statement);
  if (needs.describe) message(0x44, () => text('P'));
  message(0x45, () => {
    text('');
    int32(0);
  });
  message(0x53, () => {});
  return Buffer.from(buffer.subarray(0, at));
}

const parse = ({ name, text: sql }: Wired): void =>
  message(0x50, () => {
    text(name);
    text(sql);
    int16(0);
  });

const bind = ({ name, values }: Wired): void =>
  message(0x42, () => {
    text('');
    text(name);
    const prepared = values.map(utils.prepareValue);
    int16(prepared.length);
    for (const value of prepared) int16(value instanceof Buffer ? 1 : 0);
    int16(prepared.length);
    for (const value of prepared) parameter(value);
    int16(0);
  });

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
  } else {
    room(value.length);
    at += value.copy(buffer, at);
  }
  buffer.writeInt32BE(at - lengthAt - 4, lengthAt);
}

/** The length of a message comes before its content. */
function message(code: number, body: () => void): void {
  room(5);
  buffer[at] = code;
  const lengthAt = at + 1;
  at += 5;
  body();
  buffer.writeInt32BE(at - lengthAt, lengthAt);
}

function room(bytes: number): void {
  if (at + bytes <= buffer.length) return;
  const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, at + bytes));
  buffer.copy(larger, 0, 0, at);
  buffer = larger;
}

function int16(value: number): void {
  room(2);
  at = buffer.writeInt16BE(value, at);
}

function int32(value: number): void {
  room(4);
  at = buffer.writeInt32BE(value, at);
}

function text(value: string): void {
  room(value.length * 3 + 1);
  at += buffer.write(value, at);
  buffer[at] = 0;
  at += 1;
}
