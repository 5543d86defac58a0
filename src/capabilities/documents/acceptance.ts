// What was accepted, and from where. The audit says who accepted it and when, with the hash; its rows are chained. The
// whole address of a borrower is about that borrower: it is sealed here, and goes with them.
import { findBlobs } from '#platform/blobs/keep-blobs.ts';
import { type CommandContext, callingBorrower } from '#platform/command/context.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import type { BorrowersCommand } from '#platform/http/borrowers-reach.ts';
import { isAgreed } from './document-types.ts';
import { documentErrors } from './errors.ts';
import type { DocumentRow } from './tables.ts';

interface Acceptance {
  /** SHA-256 of the content; null: it was accepted for what it says, before it had one. */
  readonly sha256: string | null;
  readonly address: string | null;
}

const partOf = ({ id }: Pick<DocumentRow, 'id'>): string => `documents.${id}.acceptance`;

/** That of the document from which a copy was made: the copy says the same. */
export function acceptanceOfCopy(sealer: Sealer, source: DocumentRow, copy: Pick<DocumentRow, 'id'>): Buffer | null {
  const acceptance = acceptanceIn(sealer, source);
  return acceptance === undefined ? null : sealer.seal(partOf(copy), JSON.stringify(acceptance));
}

export const acceptanceIn = (sealer: Sealer, row: DocumentRow): Acceptance | undefined =>
  row.acceptance_sealed === null
    ? undefined
    : (JSON.parse(sealer.unseal(partOf(row), row.acceptance_sealed)) as Acceptance);

/**
 * The column with it, for a document that is accepted now. `shown`: the hash of what whoever accepts it was shown.
 * Errors: InvalidRequest, ContentChanged.
 */
export async function acceptanceNow(
  ctx: Pick<CommandContext, 'address' | 'proves'>,
  tx: Tx,
  sealer: Sealer,
  row: DocumentRow,
  shown: string | null | undefined,
): Promise<Buffer> {
  const { person_id: personId, content_id: contentId } = row;
  const contents = await findBlobs(tx, sealer, personId, contentId === null ? [] : [contentId]);
  const sha256 = contentId === null ? undefined : contents.get(contentId)?.sha256;
  if (sha256 === undefined && isAgreed(row.type)) {
    throw refuseField('status', 'cannot be accepted: there is no content to agree to', 'a document with its content');
  }
  if (shown != null && shown !== sha256) throw contentChanged(row, 'acceptedSha256');
  proveAgreed(ctx, row, sha256);
  const acceptance: Acceptance = { sha256: sha256 ?? null, address: ctx.address };
  return sealer.seal(partOf(row), JSON.stringify(acceptance));
}

/**
 * Tells the audit the hash of an agreement. It outlives the borrower, as agreements must be proved; of other papers no
 * hash is told, for it would confirm a guess of what they say.
 */
export function proveAgreed(
  ctx: Pick<CommandContext, 'proves'>,
  { type }: Pick<DocumentRow, 'type'>,
  sha256: string | undefined,
): void {
  if (sha256 !== undefined && isAgreed(type)) ctx.proves(sha256);
}

/** Clients send back what they were shown. Errors: InvalidRequest. */
export function mustBeAsAccepted(sealer: Sealer, row: DocumentRow, shown: string | null | undefined): void {
  if (shown == null || shown === acceptanceIn(sealer, row)?.sha256) return;
  throw refuseField('acceptedSha256', 'is not what was accepted', 'nothing, unless the document is accepted now');
}

export const contentChanged = ({ id }: Pick<DocumentRow, 'id'>, path: string): Refusal =>
  new Refusal(documentErrors.ContentChanged, `The document ${id} has another content by now.`, {
    data: { path, expected: 'the content that it has' },
  });

/** What a borrower does who has signed in: they agree to what the company has shown them. */
export const accepting: BorrowersCommand = {
  writes: ['documents'],
  sends: ['status', 'acceptedSha256'],
  perDay: 50,
  body: { status: 'accepted' },
};

/** A borrower vouches neither for a paper of their own nor for a text that they have brought. Errors: Forbidden. */
export function mayAccept(
  { caller }: Pick<CommandContext, 'caller'>,
  { type, archived, is_human_borrower_upload: isTheirs }: DocumentRow,
  wanted: string | undefined,
): void {
  const isGiven = isAgreed(type) && !isTheirs && !archived;
  if (callingBorrower(caller) === null || (wanted === 'accepted' && isGiven)) return;
  throw new Refusal(errors.Forbidden, 'A borrower may only accept what the company has given them to agree to.');
}
