// Where the sealed bytes of contents lie. A store knows no key: what it holds can be read by nobody without the row of
// the content and the key of its owner.
import { sealLength } from '#platform/crypto/content-key.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';

export type StoreName = 'database' | 'directory' | 's3';

export interface BlobAddress {
  readonly realm: Realm;
  /** The person whose it is, or the company. */
  readonly ownerId: string;
  readonly id: string;
}

/** Chunks of one content, counted from 0; both are included. */
export interface ChunkRange {
  readonly first: number;
  readonly last: number;
}

/** Waited for after a piece of work on a content that took so long, so that others come first. */
export type Rest = (workedMs: number) => Promise<void>;

export interface BlobStore {
  readonly name: StoreName;
  /** Takes the next chunk only when the one before is stored. What was written before a failure stays, for `remove`. */
  write(blob: BlobAddress, chunks: AsyncIterable<Buffer>, rest?: Rest): Promise<void>;
  /** The bytes of these chunks, one after the other, in pieces of any length. */
  read(blob: BlobAddress, range: ChunkRange): AsyncIterable<Buffer>;
  /** Removes all that is there of it, also what an unfinished write has left. May be repeated. */
  remove(blob: BlobAddress): Promise<void>;
}

/** The place of a content in the order in which a store lists them: by company, then by id. */
export interface BlobPlace {
  readonly companyId: string;
  readonly id: string;
}

/** What lies at a place. */
export interface LyingBlob extends BlobPlace {
  readonly bytes: number;
}

/** A store outside of the database: what the database believes to be there may be gone, and other things may be there. */
export interface OutsideStore extends BlobStore {
  /** The next ones behind a place, some thousand; none: there is nothing more. */
  list(mode: Mode, after: BlobPlace): Promise<readonly LyingBlob[]>;
  /** How many bytes lie there; null: nothing is there. */
  lengthOf(blob: Pick<BlobAddress, 'realm' | 'id'>): Promise<number | null>;
}

export const isBlobId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** So many bytes of a content are in a chunk; only the last one may have fewer. */
export const chunkLength = 262_144;
export const sealedChunkLength = chunkLength + sealLength;

/** Even an empty content has a chunk: it says that nothing was cut off. */
export const chunksOf = (length: number): number => Math.max(1, Math.ceil(length / chunkLength));

/** How many bytes a content has once it is sealed. */
export const sealedLengthOf = (length: number): number => length + chunksOf(length) * sealLength;
