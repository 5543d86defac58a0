// Leaves files with their agencies: whole or not at all, and once, whatever dies on the way. A host that is away is tried
// again for a day; then a person must look.
import { Readable } from 'node:stream';
import { blobs } from '#platform/blobs/blobs.ts';
import { findBlob } from '#platform/blobs/keep-blobs.ts';
import { blobStores } from '#platform/blobs/stores.ts';
import type { WorkTools } from '#platform/capability.ts';
import { machineNow } from '#platform/clock.ts';
import type { Realm } from '#platform/db/realm.ts';
import { Refusal } from '#platform/errors.ts';
import { openPlace } from '#platform/file-places/company-place.ts';
import { PlaceFailed, putOnce } from '#platform/file-places/file-place.ts';
import { claimedWork, done, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import { creditAgency } from '../agencies/agency.ts';
import { placeOfAgency, secretsOf } from '../agencies/secrets.ts';
import type { FileRow } from '../tables.ts';
import { waitingCreditFiles } from './waiting-files.ts';

/** Together they are about a day. */
const waits = [10, 60, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 28_800];

export const leavingCreditFiles = claimedWork({
  rows: waitingCreditFiles,
  line: ({ mode, companyId }) => `${mode} ${companyId}`,
  atOnceMax: 1,
  backOffSeconds: (tries) => waits[tries - 1],
  inVain: 'a file for a credit agency was not left',
  doing: (tools: WorkTools) => ({
    take: async () => ({ set: {} }),
    act: ({ realm, row }) => leave(tools, realm, row),
    conclude: async (_tx, _row, { kind, reason }) =>
      kind === 'done' ? { left_at: machineNow(tools.clock), last_failure: null } : { last_failure: reason || null },
    mayRepeat: () => true,
  }),
});

async function leave(tools: WorkTools, realm: Realm, row: FileRow): Promise<Outcome> {
  const { database, vault, clock, settings } = tools;
  const reader = database.reader(realm);
  const { companyId } = realm;
  try {
    const agency = await creditAgency.find(reader, row.agency_id);
    const place = placeOfAgency(agency);
    const { content_id, file_name: name } = row;
    const sealer = vault.companySealer(companyId);
    const blob = content_id === null ? undefined : await findBlob(reader, sealer, companyId, content_id);
    if (place === null || blob === undefined || name === null)
      return { kind: 'refused', reason: 'There is no file any more, or no place to leave it.' };
    const open = await openPlace(place, { realm, secrets: { ...secretsOf(vault, agency) }, settings });
    try {
      const contents = blobs(database, clock, blobStores(database, settings.blobs));
      await putOnce(open, { name, bytes: blob.length, open: () => Readable.from(contents.open(realm, blob)) });
      return done;
    } finally {
      await open.close();
    }
  } catch (error) {
    if (error instanceof PlaceFailed) return { kind: 'later', reason: error.message };
    if (error instanceof Refusal) return { kind: 'refused', reason: error.message };
    throw error;
  }
}
