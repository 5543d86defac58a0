// How the bytes of a file are compressed: always the same bytes for the same file.
import { Readable } from 'node:stream';
import { constants, crc32, createDeflateRaw, createGzip } from 'node:zlib';
import type { Compression } from '../types/words.ts';

const level = 6;

export function compressed(bytes: AsyncIterable<Buffer>, how: Compression, name: string): AsyncIterable<Buffer> {
  if (how === 'noCompression') return bytes;
  return how === 'gzip' ? through(bytes, createGzip({ level })) : zipped(bytes, name);
}

export const compressedEnding: Readonly<Record<Compression, string>> = { noCompression: '', gzip: '.gz', zip: '.zip' };

function through(bytes: AsyncIterable<Buffer>, by: ReturnType<typeof createGzip>): AsyncIterable<Buffer> {
  const source = Readable.from(bytes);
  source.on('error', (error) => by.destroy(error));
  by.on('close', () => source.destroy());
  return source.pipe(by);
}

/** 1 January 1980, the first day that the form knows: no clock stands in the file. */
const time = 0;
const date = 0x21;
const version = 45;
/** The sizes follow the bytes, and the name is UTF-8. */
const flags = 0x808;
const deflated = 8;

/** One file in a ZIP, with sizes of 64 bits. */
async function* zipped(bytes: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  const file = Buffer.from(name);
  const head = (signature: number, ...before: number[]) => {
    const made = Buffer.alloc(before.length * 2 + 14);
    made.writeUInt32LE(signature, 0);
    [...before, version, flags, deflated, time, date].forEach((value, i) => made.writeUInt16LE(value, 4 + 2 * i));
    return made;
  };
  const sizes64 = Buffer.alloc(20);
  sizes64.writeUInt16LE(1, 0);
  sizes64.writeUInt16LE(16, 2);
  const local = Buffer.concat([head(0x04034b50), ends(0, 0xffffffff, 0xffffffff, file.length, 20), file, sizes64]);
  yield local;
  const count = { crc: 0, plain: 0n, packed: 0n };
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const part of bytes) {
      count.crc = crc32(part, count.crc);
      count.plain += BigInt(part.length);
      yield part;
    }
  }
  for await (const part of through(counted(), createDeflateRaw({ level, strategy: constants.Z_DEFAULT_STRATEGY }) as never)) {
    count.packed += BigInt(part.length);
    yield part;
  }
  const sizes = numbers64(count.plain, count.packed);
  const after = Buffer.alloc(24);
  after.writeUInt32LE(0x08074b50, 0);
  after.writeUInt32LE(count.crc, 4);
  numbers64(count.packed, count.plain).copy(after, 8);
  yield after;
  const at = BigInt(local.length) + count.packed + BigInt(after.length);
  const extra = Buffer.concat([Buffer.from([1, 0, 24, 0]), sizes, numbers64(0n)]);
  const central = Buffer.concat([
    head(0x02014b50, version),
    ends(count.crc, 0xffffffff, 0xffffffff, file.length, extra.length),
    Buffer.alloc(10),
    Buffer.from([0xff, 0xff, 0xff, 0xff]),
    file,
    extra,
  ]);
  yield Buffer.concat([central, endOf(at, BigInt(central.length))]);
}

const numbers64 = (...values: readonly bigint[]): Buffer => {
  const made = Buffer.alloc(8 * values.length);
  values.forEach((value, i) => made.writeBigUInt64LE(value, 8 * i));
  return made;
};

/** The checksum, both sizes, and the lengths of name and extra. */
function ends(crc: number, packed: number, plain: number, name: number, extra: number): Buffer {
  const made = Buffer.alloc(16);
  [crc, packed, plain].forEach((value, i) => made.writeUInt32LE(value, 4 * i));
  made.writeUInt16LE(name, 12);
  made.writeUInt16LE(extra, 14);
  return made;
}

function endOf(at: bigint, length: bigint): Buffer {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(version, 12);
  record.writeUInt16LE(version, 14);
  numbers64(1n, 1n, length, at).copy(record, 24);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(at + length, 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22, 0xff);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(0, 4);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt16LE(0, 20);
  return Buffer.concat([record, locator, end]);
}
