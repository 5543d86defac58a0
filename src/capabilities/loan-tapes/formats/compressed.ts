// How the bytes of a file are compressed: always to the same bytes.
import { createGzip } from 'node:zlib';
import type { Compression } from '../types/words.ts';
import { through } from './through.ts';
import { zipped } from './zip.ts';

const level = 6;

/** `name`: that of the file inside, where it has one. */
export function compressed(bytes: AsyncIterable<Buffer>, how: Compression, name: string): AsyncIterable<Buffer> {
  if (how === 'noCompression') return bytes;
  return how === 'gzip' ? through(bytes, createGzip({ level })) : zipped(bytes, name, level);
}

export const compressedEnding: Readonly<Record<Compression, string>> = { noCompression: '', gzip: '.gz', zip: '.zip' };
