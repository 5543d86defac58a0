// Files as they are shown.

import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { StringEnum } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { type FileRow, fileStates } from '../../orders/ach-entries/tables.ts';
import { findFile } from './file.ts';
import { AchFileUpload, directions } from './schemas.ts';

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

const present = presenter<typeof AchFileUpload, FileRow>(AchFileUpload);

export const shownFile = (row: FileRow): AchFileUpload =>
  present(row, {
    fundingAccountId: row.carrier_id,
    batchCount: row.batches,
    entryCount: row.entries,
    entryAddendaCount: row.records,
    totalDebitAmount: row.debit_cents as Cents,
    totalCreditAmount: row.credit_cents as Cents,
    size: row.bytes,
    attempts: row.tries,
    expectedBy: row.acknowledge_by,
  });
