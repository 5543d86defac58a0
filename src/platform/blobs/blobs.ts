// A place for contents of any length, in constant memory: they are sealed chunk by chunk as they come, and read from any
// byte on. A row says that a content is on its way before its first byte is stored, so that nothing lies anywhere of
// which the database does not know.
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { MachineClock } from '#platform/clock.ts';
import { type ContentSealer, contentSealer, newContentKey } from '#platform/crypto/content-key.ts';
import { preparedInsert } from '#platform/db/prepared.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { uuid } from '#platform/random.ts';
import { type BlobAddress, type BlobStore, chunkLength, chunksOf, type Rest, sealedChunkLength } from './blob-store.ts';
import { type ArrivedBlob, blobPart, type KeptBlob } from './keep-blobs.ts';
import { piecesInParts, piecesOf } from './pieces.ts';
import { readAhead } from './read-ahead.ts';
import type { BlobStores } from './stores.ts';
import './tables.ts';

/** Bytes of a content, counted from 0; both are included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

interface Receiving {
  readonly bytesMax: number;
  /** Looks at the bytes on their way and hands them on as they are; it may refuse. */
  through?(parts: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
  /** Where the database stores it: waited for after each of its commits. */
  readonly rest?: Rest;
}

export interface Blobs {
  /**
   * Receives a content, which nobody keeps yet (`keepBlob`). If it breaks off or is too long, nothing stays.
   * Errors: BodyTooLarge, IncompleteRequest, Unavailable.
   */
  put(realm: Realm, ownerId: string, body: Readable, how: Receiving): Promise<ArrivedBlob>;
  /** Reads it, or a part of it. Throws when the stored bytes are not those that were written. */
  open(realm: Realm, blob: KeptBlob, range?: ByteRange): AsyncIterable<Buffer>;
  /** What has arrived and is not wanted. */
  discard(realm: Realm, arrived: Pick<ArrivedBlob, 'id' | 'ownerId' | 'goesAt'>): Promise<void>;
}

/** Longer than any request takes. */
const arrivingMicrosMax = 25 * 3_600 * 1_000_000;

const insert = preparedInsert('blobs', ['owner_id', 'id', 'store', 'goes_at']);

export function blobs(database: RealmDatabase, clock: MachineClock, stores: BlobStores): Blobs {
  const discard: Blobs['discard'] = (realm, { ownerId, id, goesAt }) =>
    removeBlob(database, clock, stores.current, { realm, ownerId, id, goesAt }).then(() => {});
  return {
    discard,
    async put(realm, ownerId, body, { bytesMax, through = (parts) => parts, rest }) {
      const store = stores.current;
      const id = uuid();
      const goesAt = clock.micros() + arrivingMicrosMax;
      const row = { owner_id: ownerId, id, store: store.name, goes_at: goesAt };
      await database.transact(realm, async (tx) => tx.write(insert(tx.db, row)));
      const key = newContentKey();
      const received = receive(body, bytesMax);
      try {
        await store.write(
          { realm, ownerId, id },
          readAhead(sealedChunks(through(received.parts), contentSealer(key, blobPart(id)))),
          rest,
        );
        return { id, ownerId, ...received.sum(), key, goesAt };
      } catch (error) {
        // Where this fails as well, the sweep removes it.
        await discard(realm, { ownerId, id, goesAt }).catch(() => {});
        if (error instanceof Refusal || !body.errored) throw error;
        throw new Refusal(errors.IncompleteRequest, 'The body broke off; nothing of it is kept.', { cause: error });
      }
    },
    open: (realm, blob, range = { from: 0, to: blob.length - 1 }) =>
      plainBytes(stores.of(blob.store), { realm, ...blob }, blob, range),
  };
}

interface Removing extends BlobAddress {
  /** As it was when it was found: it is removed only if nobody has kept or taken it since. */
  readonly goesAt: number;
}

/** Whoever removes it holds it for so long: after a failure the next sweep but that tries again. */
const removingMicros = 3_600 * 1_000_000;

/** False: somebody keeps it by now, or removes it. */
export async function removeBlob(
  database: RealmDatabase,
  clock: MachineClock,
  store: BlobStore,
  { goesAt, ...blob }: Removing,
): Promise<boolean> {
  const { realm, ownerId, id } = blob;
  const heldUntil = clock.micros() + removingMicros;
  const isHeld = await database.transact(realm, async (tx) => {
    const held = await tx.affected(
      tx.db
        .updateTable('blobs')
        .set({ goes_at: heldUntil })
        .where('owner_id', '=', ownerId)
        .where('id', '=', id)
        .where('goes_at', '=', goesAt),
    );
    return held > 0;
  });
  if (!isHeld) return false;
  await store.remove(blob);
  await database.transact(realm, async (tx) =>
    tx.write(tx.db.deleteFrom('blobs').where('owner_id', '=', ownerId).where('id', '=', id)),
  );
  return true;
}

/** Counts and hashes what comes. */
function receive(body: Readable, bytesMax: number) {
  const hash = createHash('sha256');
  let length = 0;
  async function* parts(): AsyncGenerator<Buffer> {
    // A body that is refused half-way is still read to its end, so that its sender can read the reason.
    for await (const part of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > bytesMax) throw tooLarge(bytesMax);
      hash.update(part);
      yield part;
    }
  }
  return { parts: parts(), sum: () => ({ length, sha256: hash.digest('hex') }) };
}

export const tooLarge = (bytesMax: number): Refusal =>
  new Refusal(errors.BodyTooLarge, `The content has more than ${bytesMax} bytes.`, { data: { limitBytes: bytesMax } });

async function* sealedChunks(parts: AsyncIterable<Buffer>, sealer: ContentSealer): AsyncGenerator<Buffer> {
  // One is held back, for only after it is known whether it is the last one.
  let held: readonly Buffer[] | undefined;
  let number = 0;
  for await (const piece of piecesInParts(parts, chunkLength)) {
    if (held !== undefined) {
      yield sealer.seal({ number, isLast: false }, ...held);
      number += 1;
    }
    held = piece;
  }
  yield sealer.seal({ number, isLast: true }, ...(held ?? []));
}

async function* plainBytes(
  store: BlobStore,
  blob: BlobAddress,
  { id, key, length }: KeptBlob,
  { from, to }: ByteRange,
): AsyncGenerator<Buffer> {
  const sealer = contentSealer(key, blobPart(id));
  const end = chunksOf(length) - 1;
  const first = Math.floor(from / chunkLength);
  const last = Math.min(end, Math.floor(Math.max(from, to) / chunkLength));
  let number = first;
  for await (const sealed of readAhead(piecesOf(store.read(blob, { first, last }), sealedChunkLength))) {
    const start = number * chunkLength;
    const plain = sealer.unseal({ number, isLast: number === end }, sealed);
    number += 1;
    yield plain.subarray(Math.max(0, from - start), Math.max(0, to + 1 - start));
  }
  if (number !== last + 1) throw new Error(`Of the content ${id} ${last + 1 - number} chunks are missing.`);
}
