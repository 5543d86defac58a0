// Files as they are shown.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { StringEnum } from '#platform/input/schemas.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { type FileRow, fileStates } from '../../orders/ach-entries/tables.ts';
import { findFile } from './file.ts';
import { type AchFileUpload, directions } from './schemas.ts';

export const fileList = defineList({
  table: 'ach_files',
  filters: { state: StringEnum(fileStates), direction: StringEnum(directions) },
});

export const listFiles = (reader: Reader, query: PageInput): Promise<Page<AchFileUpload>> =>
  fileList.page(reader, reader.db.selectFrom('ach_files').selectAll(), query, { each: shownFile });

/** Errors: NotFound. */
export async function readFile(reader: Reader, id: string): Promise<AchFileUpload> {
  const row = await findFile(reader, id);
  if (row === undefined) throw noFile(id);
  return shownFile(row);
}

export const noFile = (id: string): Error => notFound('ACH file', id, 'achFileUploadId', 'This company');

export const shownFile = (row: FileRow): AchFileUpload => ({
  id: row.id,
  object: 'achFileUpload',
  companyId: row.company_id,
  fundingAccountId: row.carrier_id,
  direction: row.direction,
  kind: row.kind,
  state: row.state,
  businessDate: row.business_date,
  windowAt: row.window_at,
  fileName: row.file_name,
  idModifier: row.id_modifier,
  batchCount: row.batches,
  entryCount: row.entries,
  entryAddendaCount: row.records,
  entryHash: row.entry_hash,
  totalDebitAmount: row.debit_cents as Cents,
  totalCreditAmount: row.credit_cents as Cents,
  size: row.bytes,
  sha256: row.sha256,
  attempts: row.tries,
  lastError: row.last_error,
  reason: row.reason,
  releasedById: row.released_by_id,
  createdAt: row.created_at,
  releasedAt: row.released_at,
  uploadedAt: row.uploaded_at,
  expectedBy: row.acknowledge_by,
  acknowledgedAt: row.acknowledged_at,
  endedAt: row.ended_at,
});
