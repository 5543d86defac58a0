// The row of a content. Whoever keeps a content does it in the transaction of a command; from then on it is there until
// somebody forgets it. The key of the content and its hash lie in the row, sealed with the key of the owner: so who
// erases a person erases their contents wherever copies lie, and a new encryption key rewrites no content.
import { sql } from 'kysely';
import type { Sealer } from '#platform/crypto/vault.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { StoreName } from './blob-store.ts';
import './tables.ts';

/** What has arrived and is kept by nobody yet. */
export interface ArrivedBlob {
  readonly id: string;
  readonly ownerId: string;
  readonly length: number;
  /** SHA-256 of the content, in hex. */
  readonly sha256: string;
  readonly key: Buffer;
  /** The sweep removes it then, unless somebody keeps it. */
  readonly goesAt: number;
}

/** A content that is kept, with what is needed to read it. */
export interface KeptBlob {
  readonly id: string;
  readonly ownerId: string;
  readonly store: StoreName;
  readonly length: number;
  readonly sha256: string;
  readonly key: Buffer;
}

interface Secrets {
  readonly key: string;
  readonly sha256: string;
}

export const blobPart = (id: string): string => `blob ${id}`;

/** The sweep takes it at once, and nobody can keep it any more. */
const goesNow = 0;

/**
 * The caller has locked the owner, so that the sealer is of the owner's present key. What is kept only until an instant
 * of the machine clock is removed then by the sweep. Errors: IncompleteRequest.
 */
export async function keepBlob(
  tx: Tx,
  sealer: Sealer,
  arrived: ArrivedBlob,
  until: number | null = null,
): Promise<void> {
  const { id, ownerId, length, sha256, key, goesAt } = arrived;
  const secrets: Secrets = { key: key.toString('base64'), sha256 };
  const kept = await tx.affected(
    tx.db
      .updateTable('blobs')
      .set({ goes_at: until, length, sealed: sealer.seal(blobPart(id), JSON.stringify(secrets)) })
      .where('owner_id', '=', ownerId)
      .where('id', '=', id)
      .where('goes_at', '=', goesAt),
  );
  if (kept === 0) throw new Refusal(errors.IncompleteRequest, 'The content came too slowly, and was given up.');
}

/** Undefined: nobody keeps such a content. */
export const findBlob = async (
  reader: Reader,
  sealer: Sealer,
  ownerId: string,
  id: string,
): Promise<KeptBlob | undefined> => (await findBlobs(reader, sealer, ownerId, [id])).get(id);

/** Finds, among these contents of one owner, what somebody keeps. */
export async function findBlobs(
  reader: Reader,
  sealer: Sealer,
  ownerId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KeptBlob>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.rows(
    reader.db
      .selectFrom('blobs')
      .select(['id', 'store', 'length', 'sealed'])
      .where('owner_id', '=', ownerId)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`),
  );
  return new Map(
    rows.flatMap(({ id, store, length, sealed }) => {
      if (sealed === null || length === null) return [];
      const { key, sha256 } = JSON.parse(sealer.unseal(blobPart(id), sealed)) as Secrets;
      return [[id, { id, ownerId, store, length, sha256, key: Buffer.from(key, 'base64') }] as const];
    }),
  );
}

/** Its key is gone with the commit; the sweep removes the bytes. */
export function forgetBlob(tx: Tx, ownerId: string, id: string): void {
  tx.write(
    tx.db
      .updateTable('blobs')
      .set({ goes_at: goesNow, sealed: null })
      .where('owner_id', '=', ownerId)
      .where('id', '=', id),
  );
}

/** What is still arriving stays: its key is in no row yet, and the command that would keep it finds the person erased. */
export async function forgetBlobsOf(tx: Tx, ownerId: string): Promise<void> {
  tx.write(
    tx.db
      .updateTable('blobs')
      .set({ goes_at: goesNow, sealed: null })
      .where('owner_id', '=', ownerId)
      .where('sealed', 'is not', null),
  );
}
