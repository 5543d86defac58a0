// Leaves tapes at their own hosts, or at those of their types: whole or not at all, and once, whatever dies on the way. A
// host that is away is tried again for a day; the file stays to be downloaded.
import { Readable } from 'node:stream';
import { encrypted } from '#capabilities/campaigns/index.ts';
import { blobs } from '#platform/blobs/blobs.ts';
import { findBlob, type KeptBlob } from '#platform/blobs/keep-blobs.ts';
import { blobStores } from '#platform/blobs/stores.ts';
import { workNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import { machineNow } from '#platform/clock.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { Emit } from '#platform/events/emit.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import { openPlace } from '#platform/file-places/company-place.ts';
import { type FilePlace, PlaceFailed, putOnce } from '#platform/file-places/file-place.ts';
import { claimedWork, done, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import type { LoanTapeRow, TapeTypeRow } from '../tables.ts';
import { findTapeType } from '../types/tape-type.ts';
import { loanTapeChanged, tellTape } from './events.ts';
import { bytesMax } from './limits.ts';
import { recipientOf } from './recipient.ts';
import { waitingTapes } from './waiting-tapes.ts';

/** Together they are about a day. */
const waits = [10, 60, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800];

export const leavingTapes = claimedWork({
  rows: waitingTapes,
  line: ({ mode, companyId }) => `${mode} ${companyId}`,
  atOnceMax: 1,
  backOffSeconds: (tries) => waits[tries - 1],
  inVain: 'a loan tape was not left',
  doing: (tools: WorkTools) => ({
    take: async () => ({ set: {} }),
    act: ({ realm, row }) => leave(tools, realm, row),
    conclude: (tx, row, { kind, reason }) => concluded(tools, tx, row, { kind, reason }),
    mayRepeat: () => true,
  }),
});

async function leave(tools: WorkTools, realm: Realm, row: LoanTapeRow): Promise<Outcome> {
  const { database, vault, settings } = tools;
  const reader = database.reader(realm);
  const { companyId } = realm;
  try {
    const type = (await findTapeType(reader, row.loan_tape_type_id)) as TapeTypeRow;
    const recipient = recipientOf(vault, row, type);
    const sealer = vault.companySealer(companyId);
    const blob = row.content_id === null ? undefined : await findBlob(reader, sealer, companyId, row.content_id);
    if (recipient === undefined || blob === undefined || row.file_name === null)
      return { kind: 'refused', reason: 'There is no file any more, or no host to leave it at.' };
    const secrets = { ...recipient.credentials };
    const place = await openPlace(recipient.place, { realm, secrets, settings });
    try {
      await putFile(tools, realm, place, { blob, name: row.file_name, key: recipient.publicKey });
      return done;
    } finally {
      await place.close();
    }
  } catch (error) {
    if (error instanceof PlaceFailed) return { kind: 'later', reason: error.message };
    if (error instanceof Refusal) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

interface File {
  readonly blob: KeptBlob;
  readonly name: string;
  readonly key: string | null;
}

/** Errors: PlaceFailed. */
async function putFile(tools: WorkTools, realm: Realm, place: FilePlace, { blob, name, key }: File): Promise<void> {
  const { database, clock, settings } = tools;
  const stores = blobStores(database, settings.blobs);
  const contents = blobs(database, clock, stores);
  const bytesOf = (of: KeptBlob) => Readable.from(contents.open(realm, of));
  if (key === null) {
    await putOnce(place, { name, bytes: blob.length, open: () => bytesOf(blob) });
    return;
  }
  const named = `${name}.pgp`;
  // Encrypted again it has other bytes. Whatever has this name is whole, and is ours.
  if ((await place.sizeOf(named)) !== undefined) return;
  const arrived = await contents.put(realm, realm.companyId, Readable.from(encrypted(key, bytesOf(blob))), {
    bytesMax,
  });
  try {
    const packed = { ...arrived, store: stores.current.name };
    await putOnce(place, { name: named, bytes: arrived.length, open: () => bytesOf(packed) });
  } finally {
    await contents.discard(realm, arrived);
  }
}

async function concluded(
  { clock, position }: WorkTools,
  tx: Tx,
  row: LoanTapeRow,
  { kind, reason }: Pick<Outcome, 'kind' | 'reason'>,
): Promise<Partial<LoanTapeRow>> {
  const now = await workNow(tx, clock);
  // Nobody needs them any more, once it was left or is not tried again.
  const secrets = kind === 'later' ? row.secrets_sealed : null;
  if (kind !== 'done') return { last_failure: reason || null, secrets_sealed: secrets, updated_at: now };
  const telling = { realm: tx.realm, now, position, declared: [loanTapeChanged] };
  await recordingByHand(telling, tx, async (emit: Emit) => tellTape(emit, tx.realm.companyId, row));
  return { left_at: machineNow(clock), last_failure: null, secrets_sealed: secrets, updated_at: now };
}
