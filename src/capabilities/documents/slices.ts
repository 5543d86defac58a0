// A content that comes in slices: each is kept as a content of its own until the whole has come, or its time is over.
import { type Instant, microsOfInstant } from '@tenor/engine/values/instant.ts';
import { forgetBlob, keepBlob } from '#platform/blobs/keep-blobs.ts';
import type { Sealer } from '#platform/crypto/vault.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { ArrivedContent } from '#platform/http/endpoint.ts';
import { documentErrors } from './errors.ts';
import type { DocumentRow, SliceRow } from './tables.ts';

type Named = Pick<DocumentRow, 'person_id' | 'id'>;

/** What has come so far, and the bytes that the whole will have; 0 while nobody has begun. */
export interface Progress {
  readonly slices: readonly SliceRow[];
  readonly offset: number;
  readonly wholeLength: number;
}

const none: Progress = { slices: [], offset: 0, wholeLength: 0 };

/** What has come of a content, if its time is not over. */
export async function progressOf(reader: Reader, { person_id, id }: Named, now: Instant): Promise<Progress> {
  const slices = await reader.rows(
    reader.db
      .selectFrom('document_slices')
      .selectAll()
      .where('person_id', '=', person_id)
      .where('document_id', '=', id)
      .where('expires_at', '>', now)
      .orderBy('starts_at'),
  );
  const last = slices.at(-1);
  if (last === undefined) return none;
  return { slices, offset: last.starts_at + last.length, wholeLength: last.whole_length };
}

/** Where a slice begins, and how long the whole is. */
export interface SlicePlace {
  readonly offset: number;
  readonly length: number;
}

/** Whoever begins at the first byte begins anew. Errors: WrongOffset. */
export function mustContinue({ offset, wholeLength }: Progress, place: SlicePlace): void {
  if (place.offset === 0 || (place.offset === offset && place.length === wholeLength)) return;
  const message = `The content goes on at byte ${offset}${offset === 0 ? '' : ` of ${wholeLength}`}.`;
  const expected = offset === 0 ? '0' : `${offset}, with length=${wholeLength}, or 0 to begin anew`;
  throw new Refusal(documentErrors.WrongOffset, message, {
    data: { path: 'offset', expected, offset, length: wholeLength },
  });
}

interface KeptSlice {
  readonly arrived: ArrivedContent;
  readonly place: SlicePlace;
  readonly expiresAt: Instant;
}

/** The caller has locked the person, and checked the place. Errors: IncompleteRequest. */
export async function keepSlice(
  tx: Tx,
  sealer: Sealer,
  { person_id, id: document_id }: Named,
  { arrived, place, expiresAt: expires_at }: KeptSlice,
): Promise<void> {
  await keepBlob(tx, sealer, arrived, Number(microsOfInstant(expires_at)));
  const { offset: starts_at, length: whole_length } = place;
  const { id: content_id, length } = arrived;
  const row = { person_id, document_id, starts_at, content_id, length, whole_length, expires_at };
  tx.write(tx.db.insertInto('document_slices').values(row));
}

/** Lets go of what has come of a content. Returns the ids of the slices that were there. */
export async function dropSlices(tx: Tx, { person_id, id }: Named): Promise<readonly string[]> {
  const gone = await tx.rows(
    tx.db
      .deleteFrom('document_slices')
      .where('person_id', '=', person_id)
      .where('document_id', '=', id)
      .returning('content_id'),
  );
  const ids = gone.map(({ content_id }) => content_id);
  for (const contentId of ids) forgetBlob(tx, person_id, contentId);
  return ids;
}
