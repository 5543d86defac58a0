// The format of a backup file. First comes a line that says what the file is, then the length of a description and the
// description in JSON. Then come, compressed, the rows of each table in PostgreSQL's text form of COPY, which every
// version reads. At the end are a checksum, and a proof that only the owner of the encryption key can make.
//
// The compression is gzip, because Zstandard is still experimental in our version of Node.
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** The file cannot be trusted. The message is a sentence for the operator. */
export class BackupRefused extends Error {}

export const formatVersion = 1;
export const magic = Buffer.from('tenor backup\n');
export const endMark = Buffer.from('\nthe end\n');
export const digestLength = 32;
/** Checksum, proof and end mark, which a truncated file lacks. */
export const trailerLength = 2 * digestLength + endMark.length;
/** The most bytes of the description, which has the names of tables and columns. */
export const headerBytesMax = 8 * 1024 * 1024;

export interface TableOfBackup {
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly string[];
}

export interface RanMigration {
  readonly schema: string;
  readonly name: string;
  readonly hash: string;
}

export interface BackupHeader {
  readonly format: number;
  readonly product: string;
  readonly madeAt: string;
  /** The version of the server from which the backup was made. */
  readonly postgres: string;
  /**
   * The fingerprints of the encryption keys, which are not in the file: first that of the proof, and during a rotation
   * the other one.
   */
  readonly keyFingerprints: readonly string[];
  readonly migrations: readonly RanMigration[];
  readonly tables: readonly TableOfBackup[];
}

/** A part of the compressed data: a letter, a length, and that many bytes. */
export type Frame =
  | { readonly kind: 'table'; readonly table: TableOfBackup }
  | { readonly kind: 'rows'; readonly bytes: Buffer }
  | { readonly kind: 'tableEnd'; readonly rows: number }
  | { readonly kind: 'end'; readonly totals: Totals };

export interface Totals {
  readonly tables: number;
  readonly rows: number;
}

const letters = { table: 'T', rows: 'D', tableEnd: 'E', end: 'Z' } as const;
const kinds = new Map(Object.entries(letters).map(([kind, letter]) => [letter.charCodeAt(0), kind as Frame['kind']]));
const frameHeadLength = 5;

export function frameHead(kind: Frame['kind'], length: number): Buffer {
  const head = Buffer.alloc(frameHeadLength);
  head.write(letters[kind], 0, 'latin1');
  head.writeUInt32BE(length, 1);
  return head;
}

export function frameOf(frame: Exclude<Frame, { kind: 'rows' }>): Buffer {
  const { kind, ...rest } = frame;
  const body = Buffer.from(JSON.stringify(Object.values(rest)[0]));
  return Buffer.concat([frameHead(kind, body.length), body]);
}

export function headOfFile(header: BackupHeader): Buffer {
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([magic, length, text]);
}

const proofOf = (key: KeyObject, digest: Buffer): Buffer => createHmac('sha256', key).update(digest).digest();

export const trailerOf = (key: KeyObject, digest: Buffer): Buffer =>
  Buffer.concat([digest, proofOf(key, digest), endMark]);

export const isProvedBy = (key: KeyObject, digest: Buffer, proof: Buffer): boolean =>
  timingSafeEqual(proofOf(key, digest), proof);

/**
 * Splits the data into frames. Rows come in pieces as they arrive, so that a large table is never in memory as a whole.
 */
export async function* framesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  const incoming = bytesOf(chunks);
  for (;;) {
    const head = await incoming.exactly(frameHeadLength);
    const kind = kinds.get(head[0] as number);
    const length = head.readUInt32BE(1);
    if (kind === undefined) throw new BackupRefused('The backup holds something that this version does not know.');
    if (kind === 'rows') {
      for (let left = length; left > 0; ) {
        const bytes = await incoming.atMost(left);
        left -= bytes.length;
        yield { kind, bytes };
      }
      continue;
    }
    if (length > headerBytesMax) throw new BackupRefused('The backup holds something that this version does not know.');
    const value = JSON.parse((await incoming.exactly(length)).toString('utf8'));
    if (kind === 'table') yield { kind, table: value };
    if (kind === 'tableEnd') yield { kind, rows: value };
    if (kind === 'end') {
      yield { kind, totals: value };
      return;
    }
  }
}

function bytesOf(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  async function more(): Promise<Buffer> {
    const next = await source.next();
    if (next.done) throw new BackupRefused('The backup ends in the middle.');
    return next.value;
  }
  return {
    async exactly(length: number): Promise<Buffer> {
      while (rest.length < length) rest = Buffer.concat([rest, await more()]);
      const taken = rest.subarray(0, length);
      rest = rest.subarray(length);
      return taken;
    },
    /** Reads at least one byte. */
    async atMost(length: number): Promise<Buffer> {
      while (rest.length === 0) rest = await more();
      const taken = rest.subarray(0, length);
      rest = rest.subarray(taken.length);
      return taken;
    },
  };
}
