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
import type { MessageRow } from '../tables.ts';
import type { SentChannel } from '../words.ts';

export const attachedMax = 20;
/** What mail servers take, together. */
const attachedBytesMax = 10 * 1_048_576;

type AttachmentRow = GivenContent & { readonly documentId: string; readonly isSensitive: boolean };
export type AttachmentRows = readonly AttachmentRow[];

interface Named {
  readonly id: string;
  /** Undefined: the one that it has now. */
  readonly contentId?: string | undefined;
}

/** Errors: NotFound, ContentNotScanned, ContentInfected. */
async function attachmentOf(
  reader: Reader,
  vault: Vault,
  parent: PersonRow,
  { id, contentId }: Named,
): Promise<AttachmentRow> {
  const row = await document.find(reader, id, { below: parent.person_id });
  return {
    ...(await givenOf(reader, vault, { row, parent }, contentId)),
    documentId: row.id,
    isSensitive: row.sensitive_data,
  };
}

type Attached = Pick<MessageRow, 'document_ids' | 'content_ids' | 'may_attach_sensitive'>;

/**
 * What was attached when the message was asked for, whatever the documents have become since. A sentence says of the first
 * that may not be sent any more why.
 */
export async function attachmentsOf(
  reader: Reader,
  vault: Vault,
  owner: PersonRow,
  { document_ids: ids, content_ids: contents, may_attach_sensitive: maySensitive }: Attached,
): Promise<AttachmentRows | string> {
  const rows: AttachmentRow[] = [];
  for (const [i, id] of ids.entries()) {
    const found = await attachmentOf(reader, vault, owner, { id, contentId: contents[i] }).catch(asUndefined);
    if (found === undefined) return `the document ${id} is not there`;
    if (found.isSensitive && !maySensitive) return `the document ${id} was marked as sensitive meanwhile`;
    rows.push(found);
  }
  return rows;
}

function asUndefined(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

export interface Attaching {
  readonly documentIds: readonly string[];
  readonly contentIds: readonly string[];
  /** Whether the caller may send those that are sensitive, or are marked so before they leave. */
  readonly maySensitive: boolean;
}

export const noAttachments: Attaching = { documentIds: [], contentIds: [], maySensitive: false };

/**
 * The documents that a caller names, with the contents that they have now: who may not read a content does not send it
 * either. Errors: Forbidden, and InvalidRequest by the place of the first that cannot be sent.
 */
export async function attachable(
  { reader, vault, caller }: Pick<ReadContext, 'reader' | 'vault' | 'caller'>,
  owner: PersonRow,
  { attachments: references, channel }: { readonly attachments: readonly string[]; readonly channel: SentChannel },
): Promise<Attaching> {
  const found = new Map<string, GivenContent['blob']>();
  if (references.length > 0) mustHave(caller, 'document.content:read');
  for (const [i, reference] of references.entries()) {
    const path = `attachments[${i}]`;
    const { documentId, blob, isSensitive, contentType } = await attachmentOf(reader, vault, owner, {
      id: reference,
    }).catch((error) => {
      throw asOfField(error, path);
    });
    if (isSensitive) mustHave(caller, sensitiveRead);
    if (channel === 'mail' && contentType !== 'application/pdf') {
      throw refuseField(path, `is ${contentType}, which cannot be printed with a letter`, 'a PDF');
    }
    found.set(documentId, blob);
  }
  const contents = [...found.values()];
  if (contents.reduce((sum, { length }) => sum + length, 0) <= attachedBytesMax) {
    const maySensitive = caller.permissions.has(sensitiveRead);
    return { documentIds: [...found.keys()], contentIds: contents.map(({ id }) => id), maySensitive };
  }
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
