// One file in a ZIP, made as its bytes come: its sizes have 64 bits and follow it. No clock stands in it.
import { crc32, createDeflateRaw } from 'node:zlib';
import { through } from './through.ts';

/** 1 January 1980, the first day that the form knows. */
const moment = [0, 0x21] as const;
const version = 45;
/** The sizes follow the bytes, and the name is UTF-8. */
const flags = 0x808;
const deflated = 8;
/** The number stands in the part of 64 bits. */
const elsewhere = 0xffff_ffff;

const u16 = (...values: readonly number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);
const u32 = (...values: readonly number[]): Buffer => Buffer.from(Uint32Array.from(values).buffer);
const u64 = (...values: readonly number[]): Buffer => Buffer.from(BigUint64Array.from(values.map(BigInt)).buffer);

export async function* zipped(bytes: AsyncIterable<Buffer>, name: string, level: number): AsyncGenerator<Buffer> {
  const named = Buffer.from(name);
  const local = Buffer.concat([
    u32(0x04034b50),
    u16(version, flags, deflated, ...moment),
    u32(0, elsewhere, elsewhere),
    u16(named.length, 20),
    named,
    u16(1, 16),
    u64(0, 0),
  ]);
  yield local;
  const seen = { crc: 0, plain: 0, packed: 0 };
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const part of bytes) {
      seen.crc = crc32(part, seen.crc);
      seen.plain += part.length;
      yield part;
    }
  }
  for await (const part of through(counted(), createDeflateRaw({ level }))) {
    seen.packed += part.length;
    yield part;
  }
  const after = Buffer.concat([u32(0x08074b50, seen.crc), u64(seen.packed, seen.plain)]);
  yield after;
  const central = Buffer.concat([
    u32(0x02014b50),
    u16(version, version, flags, deflated, ...moment),
    u32(seen.crc, elsewhere, elsewhere),
    u16(named.length, 28, 0, 0, 0),
    u32(0, elsewhere),
    named,
    u16(1, 24),
    u64(seen.plain, seen.packed, 0),
  ]);
  yield Buffer.concat([central, endOf(local.length + seen.packed + after.length, central.length)]);
}

const endOf = (at: number, length: number): Buffer =>
  Buffer.concat([
    u32(0x06064b50),
    u64(44),
    u16(version, version),
    u32(0, 0),
    u64(1, 1, length, at),
    u32(0x07064b50, 0),
    u64(at + length),
    u32(1),
    u32(0x06054b50),
    u16(0, 0, 1, 1),
    u32(elsewhere, elsewhere),
    u16(0),
  ]);
