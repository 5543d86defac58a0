// The documents that go with a message: of the borrower, with a content that is clean, and not too large together.
import { document, documentErrors, givenOf, sensitiveRead } from '#capabilities/documents/index.ts';
import type { PersonRow } from '#capabilities/people/index.ts';
import type { Attachment } from '#capabilities/sending/index.ts';
import { blobs } from '#platform/blobs/blobs.ts';
import { blobStores } from '#platform/blobs/stores.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import type { GivenContent, ReadContext } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import type { SentChannel } from '../words.ts';

export const attachedMax = 20;
/** What mail servers take, together. */
const attachedBytesMax = 10 * 1_048_576;

type AttachmentRow = GivenContent & { readonly documentId: string; readonly isSensitive: boolean };
export type AttachmentRows = readonly AttachmentRow[];

/** Errors: NotFound, ContentNotScanned, ContentInfected. */
async function attachmentOf(reader: Reader, vault: Vault, parent: PersonRow, id: string): Promise<AttachmentRow> {
  const row = await document.find(reader, id, { below: parent.person_id });
  return {
    ...(await givenOf(reader, vault, { row, parent }, undefined)),
    documentId: row.id,
    isSensitive: row.sensitive_data,
  };
}

/** The first that cannot be sent any more is named. */
export async function attachmentsOf(
  reader: Reader,
  vault: Vault,
  owner: PersonRow,
  ids: readonly string[],
): Promise<{ readonly rows: AttachmentRows; readonly missing: string | null }> {
  const rows: AttachmentRow[] = [];
  for (const id of ids) {
    const found = await attachmentOf(reader, vault, owner, id).catch(asUndefined);
    if (found === undefined) return { rows: [], missing: id };
    rows.push(found);
  }
  return { rows, missing: null };
}

function asUndefined(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

/**
 * The ids of documents that a caller names: who may not read a content does not send it either. Errors: Forbidden, and
 * InvalidRequest by the place of the first that cannot be sent.
 */
export async function attachable(
  { reader, vault, caller }: Pick<ReadContext, 'reader' | 'vault' | 'caller'>,
  owner: PersonRow,
  { attachments: references, channel }: { readonly attachments: readonly string[]; readonly channel: SentChannel },
): Promise<string[]> {
  const found = new Map<string, number>();
  if (references.length > 0) mustHave(caller, 'document.content:read');
  for (const [i, reference] of references.entries()) {
    const path = `attachments[${i}]`;
    const { documentId, blob, isSensitive, contentType } = await attachmentOf(reader, vault, owner, reference).catch(
      (error) => {
        throw asOfField(error, path);
      },
    );
    if (isSensitive) mustHave(caller, sensitiveRead);
    if (channel === 'mail' && contentType !== 'application/pdf') {
      throw refuseField(path, `is ${contentType}, which cannot be printed with a letter`, 'a PDF');
    }
    found.set(documentId, blob.length);
  }
  const bytes = [...found.values()].reduce((sum, length) => sum + length, 0);
  if (bytes <= attachedBytesMax) return [...found.keys()];
  throw refuseField('attachments', 'are too large together', `at most ${attachedBytesMax / 1_048_576} MiB`);
}

function asOfField(error: unknown, path: string): unknown {
  if (!(error instanceof Refusal)) return error;
  const expected = 'a document of this borrower with a content';
  if (error.kind === documentErrors.ContentInfected)
    return refuseField(path, 'has a content that is not clean', expected);
  if (error.kind === documentErrors.ContentNotScanned) {
    return refuseField(path, 'has a content that the scanner has not seen yet', `${expected} that is clean`);
  }
  return refuseField(path, 'is no document of this borrower with a content', expected);
}

/** Their bytes are read when they are sent. */
export function openAttachments(
  { database, clock, settings }: Pick<WorkTools, 'database' | 'clock' | 'settings'>,
  realm: Realm,
  rows: AttachmentRows,
): Attachment[] {
  const stored = blobs(database, clock, blobStores(database, settings.blobs));
  return rows.map(({ documentId, blob, contentType, fileName }) => ({
    documentId,
    fileName,
    contentType,
    contentLength: blob.length,
    open: () => stored.open(realm, blob),
  }));
}
