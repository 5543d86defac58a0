// Files that we keep, left at the places of others: whole or not at all, and once, whatever dies on the way. A place that is
// away is tried again for a day; then a person must look. The file stays to be downloaded.
import { Readable } from 'node:stream';
import { blobs } from '#platform/blobs/blobs.ts';
import { findBlob, type KeptBlob } from '#platform/blobs/keep-blobs.ts';
import { blobStores } from '#platform/blobs/stores.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { Claimable, ClaimedRows } from '#platform/work/claimed/claimed-rows.ts';
import { claimedWork, done, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import { type CompanyPlace, openPlace } from './company-place.ts';
import { type FilePlace, PlaceFailed, putOnce } from './file-place.ts';
import { encrypted } from './open-pgp.ts';

interface LeftRow extends Claimable {
  readonly content_id: string | null;
  readonly file_name: string | null;
}

interface Destination {
  readonly place: CompanyPlace;
  readonly secrets: Readonly<Record<string, string>>;
  /** Armored: the file is encrypted on its way, and stays plain here. */
  readonly publicKey?: string | null;
}

interface Leaving<Row extends LeftRow, Name extends keyof Row & string> {
  readonly rows: ClaimedRows<Row, Name>;
  /** What the log says of a try that was in vain. */
  readonly inVain: string;
  /** Undefined or null: there is no place for it any more. Errors: those of who finds it. */
  destinationOf(tools: WorkTools, reader: Reader, row: Row): Promise<Destination | undefined | null>;
  /** Says what to write with the outcome. `isOver`: it is not tried again. */
  conclude(
    tools: WorkTools,
    tx: Tx,
    row: Row,
    outcome: Pick<Outcome, 'kind' | 'reason'> & { readonly isOver: boolean },
  ): Promise<Partial<Row>>;
}

/** Together they are about a day. */
const waits = [10, 60, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800];
/** More than the largest file that is made here. */
const encryptedBytesMax = 9 * 1024 * 1024 * 1024;

export const leavingFiles = <Row extends LeftRow, Name extends keyof Row & string>({
  rows,
  inVain,
  destinationOf,
  conclude,
}: Leaving<Row, Name>) =>
  claimedWork({
    rows,
    line: ({ mode, companyId }: Realm) => `${mode} ${companyId}`,
    atOnceMax: 1,
    backOffSeconds: (tries) => waits[tries - 1],
    inVain,
    doing: (tools: WorkTools) => ({
      take: async () => ({ set: {} }),
      act: ({ realm, row }) =>
        inWords(async () => {
          const reader = tools.database.reader(realm);
          const [destination, blob] = [await destinationOf(tools, reader, row), await blobOf(tools, reader, row)];
          if (destination == null || blob === undefined || row.file_name === null)
            return { kind: 'refused', reason: 'There is no file any more, or no place to leave it.' };
          await leave(tools, realm, destination, { blob, name: row.file_name });
          return done;
        }),
      conclude: (tx, row, { kind, reason }) => {
        const isOver = kind === 'done' || kind === 'refused' || row.tries > waits.length;
        return conclude(tools, tx, row, { kind, reason, isOver });
      },
      mayRepeat: () => true,
    }),
  });

async function inWords(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlaceFailed) return { kind: 'later', reason: error.message };
    if (error instanceof Refusal) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

async function blobOf(
  { vault }: WorkTools,
  reader: Reader,
  { content_id: id }: LeftRow,
): Promise<KeptBlob | undefined> {
  const { companyId } = reader.realm;
  return id === null ? undefined : findBlob(reader, vault.companySealer(companyId), companyId, id);
}

interface File {
  readonly blob: KeptBlob;
  readonly name: string;
}

/** Errors: PlaceFailed. */
async function leave(
  tools: WorkTools,
  realm: Realm,
  { place: at, secrets, publicKey = null }: Destination,
  file: File,
): Promise<void> {
  const place = await openPlace(at, { realm, secrets, settings: tools.settings });
  try {
    await put(tools, realm, place, { ...file, publicKey });
  } finally {
    await place.close();
  }
}

async function put(
  { database, clock, settings }: WorkTools,
  realm: Realm,
  place: FilePlace,
  { blob, name, publicKey }: File & { readonly publicKey: string | null },
): Promise<void> {
  const stores = blobStores(database, settings.blobs);
  const contents = blobs(database, clock, stores);
  const bytesOf = (of: KeptBlob) => Readable.from(contents.open(realm, of));
  if (publicKey === null) {
    await putOnce(place, { name, bytes: blob.length, open: () => bytesOf(blob) });
    return;
  }
  const named = `${name}.pgp`;
  // Encrypted again it has other bytes. Whatever has this name is whole, and is ours.
  if ((await place.sizeOf(named)) !== undefined) return;
  const packed = Readable.from(encrypted(publicKey, bytesOf(blob)));
  const arrived = await contents.put(realm, realm.companyId, packed, { bytesMax: encryptedBytesMax });
  try {
    const kept = { ...arrived, store: stores.current.name };
    await putOnce(place, { name: named, bytes: arrived.length, open: () => bytesOf(kept) });
  } finally {
    await contents.discard(realm, arrived);
  }
}
