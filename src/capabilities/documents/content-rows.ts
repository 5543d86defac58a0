// The contents that documents have had, as rows: of what type each is, and whether the scanner says that it is clean.
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { documentErrors } from './errors.ts';
import type { ContentRow, DocumentRow, ScanState } from './tables.ts';

/** Undefined: this document never had it. */
export async function contentRow(
  reader: Reader,
  { person_id, id }: Pick<DocumentRow, 'person_id' | 'id'>,
  contentId: string,
): Promise<ContentRow | undefined> {
  return reader.row(
    reader.db
      .selectFrom('document_contents')
      .selectAll()
      .where('person_id', '=', person_id)
      .where('document_id', '=', id)
      .where('content_id', '=', contentId),
  );
}

/** Errors: ContentNotScanned, ContentInfected. */
export function mustBeClean({ scan_state, scan_finding }: Pick<ContentRow, 'scan_state' | 'scan_finding'>): void {
  if (scan_state === 'waiting') {
    throw new Refusal(documentErrors.ContentNotScanned, 'The scanner has not said yet that this content is clean.', {
      headers: { 'retry-after': '5' },
    });
  }
  if (scan_state === 'infected') {
    throw new Refusal(documentErrors.ContentInfected, 'This content is given to nobody.', {
      data: { finding: scan_finding },
    });
  }
}

/** What the scanner says of these contents of one person; those without a scanner are left out. */
export async function scansOf(
  reader: Reader,
  personId: string,
  contentIds: readonly string[],
): Promise<ReadonlyMap<string, ScanState>> {
  if (contentIds.length === 0) return new Map();
  const rows = await reader.rows(
    reader.db
      .selectFrom('document_contents')
      .select(['content_id', 'scan_state'])
      .where('person_id', '=', personId)
      .where('content_id', '=', sql<string>`any(${contentIds}::uuid[])`),
  );
  return new Map(rows.flatMap(({ content_id, scan_state }) => (scan_state === null ? [] : [[content_id, scan_state]])));
}
