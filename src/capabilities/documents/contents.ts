// The contents of documents, up and down. A draft may get another content: the one before stays, and can be read by its
// id. A content that was accepted stays the content.

import { type PersonRow, sealerOf } from '#capabilities/people/index.ts';
import { findBlob, keepBlob } from '#platform/blobs/keep-blobs.ts';
import { addressMicros } from '#platform/blobs/signed-address.ts';
import { type Caller, type CommandContext, callingBorrower } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type {
  ArrivedContent,
  GivenAddress,
  GivenContent,
  OpenContext,
  OpenedContent,
  ReadContext,
} from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import type { RowOfPath } from '#platform/resource/resource-endpoints.ts';
import { contentAddresses } from './content-addresses.ts';
import { contentRow, mustBeClean } from './content-rows.ts';
import { document, makerColumn, sensitiveRead } from './document.ts';
import { nameOfFile } from './document-types.ts';
import { documentErrors } from './errors.ts';
import { documentUploaded } from './events.ts';
import { scanRows } from './scanning/scan-rows.ts';
import { documentStates } from './states.ts';
import type { DocumentRow } from './tables.ts';

type FoundDocument = RowOfPath<DocumentRow, PersonRow>;

/** Earlier contents of a document are kept, so without a limit one sender could fill the disk. */
const contentsMax = 20;

/** A borrower sends contents of documents that borrowers have made, until somebody decides. Errors: Forbidden, ContentIsFinal. */
export function mayUpload(caller: Caller, { id, status, is_human_borrower_upload: isBorrowers }: DocumentRow): void {
  if (callingBorrower(caller) === null) return;
  if (!isBorrowers) {
    throw new Refusal(errors.Forbidden, `The document ${id} was made by the company.`, {
      data: { path: 'documentDescriptorId', expected: 'a document that the borrower has made' },
    });
  }
  documentStates.mustAllow(status, 'send', { id });
}

/** Errors: ContentIsFinal, NoRoom. */
export async function mustHaveRoom(reader: Reader, row: DocumentRow): Promise<void> {
  const { person_id: personId, id, status, content_id: contentId } = row;
  documentStates.mustAllow(status, 'upload', {
    id,
    isEmpty: contentId === null,
    isOriginal: row.conversion_source_id === null,
  });
  const earlier = await reader.rows(
    reader.db
      .selectFrom('document_contents')
      .select('content_id')
      .where('person_id', '=', personId)
      .where('document_id', '=', id)
      .limit(contentsMax),
  );
  if (earlier.length < contentsMax) return;
  throw new Refusal(errors.NoRoom, `The document ${id} has had ${contentsMax} contents; make another document.`, {
    data: { atMost: contentsMax },
  });
}

/** What a scan of a content needs; null: this service has made the content, and nobody looks at it. */
type Scanning = Pick<CommandContext, 'settings' | 'machineMicros' | 'enqueue'> | null;

interface Keeping {
  readonly isBorrowers: boolean;
  readonly scanning: Scanning;
}

/** Errors: ContentIsFinal, NoRoom, IncompleteRequest. */
export async function keepContent(
  ctx: Pick<CommandContext, 'vault' | 'caller' | 'now' | 'emit'>,
  tx: Tx,
  { row: before, parent }: FoundDocument,
  arrived: ArrivedContent,
  { isBorrowers, scanning }: Keeping,
): Promise<Record<string, unknown>> {
  await mustHaveRoom(tx, before);
  const { person_id: personId, id } = before;
  await keepBlob(tx, sealerOf(ctx.vault, parent), arrived);
  const row: DocumentRow = {
    ...before,
    content_id: arrived.id,
    content_type: arrived.contentType,
    uploaded_by: makerColumn(ctx.caller),
    uploaded_at: ctx.now,
    updated_at: ctx.now,
    is_human_borrower_upload: isBorrowers,
  };
  insertContent(ctx, tx, row, scanning);
  document.change(tx, before, row);
  const told = { documentDescriptorId: id, documentDescriptorExternalId: row.external_id };
  const more = { contentId: arrived.id, type: row.type, status: row.status };
  ctx.emit(
    documentUploaded,
    personId,
    { ...told, ...more },
    row.loan_id === null ? {} : { about: { loanId: row.loan_id } },
  );
  const [shown] = await document.showAll([row], { reader: tx, vault: ctx.vault, parent });
  return shown as Record<string, unknown>;
}

/** Keeps which content the document has now, among those that it has had. A scanner looks at it before anybody gets it. */
export function insertContent(
  { now }: Pick<CommandContext, 'now'>,
  tx: Tx,
  { person_id, id: document_id, content_id, content_type }: DocumentRow,
  scanning: Scanning,
): void {
  if (content_id === null || content_type === null) throw new Error(`The document ${document_id} has no content.`);
  const content = { person_id, document_id, content_id, content_type, created_at: now };
  if (scanning?.settings.scanner == null) {
    tx.write(tx.db.insertInto('document_contents').values(content));
    return;
  }
  const scan = { ...scanRows.putIn({ micros: scanning.machineMicros }), scan_state: 'waiting' as const };
  tx.write(tx.db.insertInto('document_contents').values({ ...content, ...scan }));
  scanning.enqueue(scanRows.job, scanRows.keyOf(content));
}

/** Errors: NotFound, Forbidden, ContentNotScanned, ContentInfected. */
export async function givenContent(
  { caller, reader, vault, machineMicros }: ReadContext,
  found: FoundDocument,
  { contentId: asked, returnUrl = false }: ContentAsked,
): Promise<GivenContent | GivenAddress> {
  const { row } = found;
  if (row.sensitive_data && callingBorrower(caller) === null) mustHave(caller, sensitiveRead);
  const given = await givenOf(reader, vault, found, asked);
  if (!returnUrl) return given;
  const { person_id: personId, id: documentId } = row;
  const untilMicros = machineMicros() + addressMicros;
  const address = { realm: caller.realm, personId, documentId, contentId: given.blob.id, untilMicros };
  return { addressPath: `/api/document-contents/${contentAddresses.tokenOf(vault, address)}` };
}

interface ContentAsked {
  readonly contentId?: string | undefined;
  readonly returnUrl?: boolean | undefined;
}

/** Errors: NotFound, AddressExpired, ContentNotScanned, ContentInfected. */
export async function contentAtAddress(
  { database, vault, clock }: Pick<OpenContext, 'database' | 'vault' | 'clock'>,
  token: string,
): Promise<OpenedContent> {
  const address = contentAddresses.addressIn(vault, token);
  if (address === undefined) throw noAddress();
  if (clock.micros() > address.untilMicros) {
    throw new Refusal(documentErrors.AddressExpired, 'This address has expired.');
  }
  const { realm, personId, documentId, contentId } = address;
  const reader = database.reader(realm);
  const { subject } = document;
  const found = await subject.find(reader, documentId, false, { personId });
  return { ...(await givenOf(reader, vault, found.subject, contentId)), realm };
}

const noAddress = (): Refusal =>
  new Refusal(errors.NotFound, 'There is no content at this address.', { data: { path: 'contentToken' } });

/** Errors: NotFound. */
export async function givenOf(
  reader: Reader,
  vault: Vault,
  { row, parent }: FoundDocument,
  asked: string | undefined,
): Promise<GivenContent> {
  const contentId = asked ?? row.content_id;
  if (contentId === null || !isContentId(contentId)) throw noContent(row.id, asked);
  const sealer = sealerOf(vault, parent);
  const [content, blob] = await Promise.all([
    contentRow(reader, row, contentId),
    findBlob(reader, sealer, row.person_id, contentId),
  ]);
  if (content === undefined) throw noContent(row.id, asked);
  mustBeClean(content);
  if (blob === undefined) throw noContent(row.id, asked);
  const { content_type: contentType } = content;
  const { fileName } = document.open(sealer, row);
  return { blob, contentType, fileName: fileName?.trim() ? fileName : nameOfFile(row.id, contentType) };
}

const isContentId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

const noContent = (id: string, asked: string | undefined): Refusal =>
  new Refusal(errors.NotFound, asked === undefined ? `The document ${id} has no content.` : `It never had ${asked}.`, {
    data: { path: asked === undefined ? 'documentDescriptorId' : 'contentId' },
  });
