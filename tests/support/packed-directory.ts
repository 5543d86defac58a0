// A directory in one compressed file that Node opens without other tools: the length of an index, the index in JSON,
// then the contents. Files with the same name are stored side by side, because a cluster has most of them four times
// and they compress well.
import { chmodSync, lchownSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

interface Entry {
  readonly path: string;
  readonly mode: number;
  /** -1 for a directory. */
  readonly size: number;
}

export function packDirectory(directory: string): Buffer {
  const paths = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const entries: Entry[] = paths.map((path) => {
    const found = lstatSync(join(directory, path));
    if (!found.isDirectory() && !found.isFile()) throw new Error(`${path} is neither a file nor a directory.`);
    return { path, mode: found.mode & 0o777, size: found.isDirectory() ? -1 : found.size };
  });
  const directories = entries.filter(({ size }) => size < 0).sort((a, b) => (a.path < b.path ? -1 : 1));
  const key = ({ path }: Entry) => `${basename(path)} ${path}`;
  const files = entries.filter(({ size }) => size >= 0).sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const index = Buffer.from(JSON.stringify([...directories, ...files]));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(index.length);
  const whole = Buffer.concat([length, index, ...files.map(({ path }) => readFileSync(join(directory, path)))]);
  return brotliCompressSync(whole, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: whole.length,
    },
  });
}

/** `owner`: the user who gets everything below `db` when root unpacks. */
export function unpackDirectory(packed: Buffer, target: string, owner: number): void {
  const whole = brotliDecompressSync(packed);
  const indexLength = whole.readUInt32BE(0);
  const entries: Entry[] = JSON.parse(whole.toString('utf8', 4, 4 + indexLength));
  mkdirSync(target, { recursive: true, mode: 0o700 });
  let at = 4 + indexLength;
  for (const { path, mode, size } of entries) {
    const place = join(target, path);
    if (size < 0) mkdirSync(place, { mode });
    else {
      writeFileSync(place, whole.subarray(at, at + size), { mode });
      at += size;
    }
    chmodSync(place, mode);
    if (process.geteuid?.() === 0 && /^db(\/|$)/.test(path)) lchownSync(place, owner, owner);
  }
}
