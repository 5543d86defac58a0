// Opens a backup file. Nothing in it is trusted before the whole file has been read once and proved.
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Keyring } from '../crypto/keyring.ts';
import {
  type BackupHeader,
  BackupRefused,
  digestLength,
  endMark,
  type Frame,
  formatVersion,
  framesOf,
  headerBytesMax,
  isProvedBy,
  magic,
  trailerLength,
} from './format.ts';

export interface OpenBackup {
  readonly header: BackupHeader;
  readonly bytes: number;
  /** Reads the whole file. Errors: BackupRefused. Without a key only the checksum is compared. */
  prove(key: Pick<Keyring, 'backup'> | null, progress?: (bytes: number) => void): Promise<void>;
  /** The content, with the checksum compared again, because the file may change between the two readings. */
  frames(progress?: (bytes: number) => void): AsyncGenerator<Frame>;
  close(): Promise<void>;
}

const cutShort = 'It was cut short: the copy or the backup did not get to its end.';
const altered = 'It was changed, or damaged, since it was written.';

export async function openBackup(path: string): Promise<OpenBackup> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const { header, bodyStart } = await headerOf(file, size, path);
    const refused = (why: string): BackupRefused =>
      new BackupRefused(`${path} is not as it was written, and nothing was taken from it. ${why}`);
    const bodyEnd = size - trailerLength;
    if (bodyEnd < bodyStart) throw refused(cutShort);
    const trailer = await bytesAt(file, bodyEnd, trailerLength);
    const [digest, proof] = [trailer.subarray(0, digestLength), trailer.subarray(digestLength, 2 * digestLength)];
    return {
      header,
      bytes: size,
      async prove(key, progress) {
        if (!trailer.subarray(2 * digestLength).equals(endMark)) throw refused(cutShort);
        const hash = createHash('sha256');
        for await (const bytes of contents(file, 0, bodyEnd, progress)) hash.update(bytes);
        if (!hash.digest().equals(digest)) throw refused(altered);
        if (key !== null && !isProvedBy(key.backup, digest, proof)) {
          throw refused('Its checksum is right, but was not made with the encryption key: somebody else wrote it.');
        }
      },
      async *frames(progress) {
        const hash = createHash('sha256').update(await bytesAt(file, 0, bodyStart));
        const summed = contents(file, bodyStart, bodyEnd, progress, (bytes) => hash.update(bytes));
        const body = Readable.from(summed, { objectMode: false }).compose(createGunzip({ chunkSize: 256 * 1024 }));
        yield* framesOf(body as AsyncIterable<Buffer>);
        if (!hash.digest().equals(digest)) throw refused(altered);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function headerOf(
  file: FileHandle,
  size: number,
  path: string,
): Promise<{ header: BackupHeader; bodyStart: number }> {
  const head = await bytesAt(file, 0, Math.min(size, magic.length + 4));
  if (!head.subarray(0, magic.length).equals(magic)) throw new BackupRefused(`${path} is not a backup of Tenor.`);
  const length = head.length < magic.length + 4 ? Number.POSITIVE_INFINITY : head.readUInt32BE(magic.length);
  const bodyStart = magic.length + 4 + length;
  if (bodyStart > size || length > headerBytesMax) {
    throw new BackupRefused(`${path} is not as it was written. ${cutShort}`);
  }
  const header = parse(await bytesAt(file, magic.length + 4, length));
  if (header === undefined) throw new BackupRefused(`${path} is not as it was written. ${altered}`);
  if (header.format === formatVersion) return { header, bodyStart };
  throw new BackupRefused(
    `${path} is in a form that this version of Tenor does not know; it was written by ${String(header.product)}. Use that version.`,
  );
}

function parse(text: Buffer): BackupHeader | undefined {
  try {
    const value = JSON.parse(text.toString('utf8'));
    const isOne = Array.isArray(value.tables) && Array.isArray(value.migrations);
    return isOne && Array.isArray(value.keyFingerprints) ? value : undefined;
  } catch {
    return undefined;
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  for (let read = 0; read < length; ) {
    const { bytesRead } = await file.read(buffer, read, length - read, position + read);
    if (bytesRead === 0) throw new BackupRefused('The backup file became shorter while it was read.');
    read += bytesRead;
  }
  return buffer;
}

const pieceLength = 256 * 1024;

async function* contents(
  file: FileHandle,
  start: number,
  end: number,
  progress: (bytes: number) => void = () => {},
  seen: (bytes: Buffer) => void = () => {},
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const bytes = await bytesAt(file, at, Math.min(pieceLength, end - at));
    at += bytes.length;
    seen(bytes);
    progress(at);
    yield bytes;
  }
}
