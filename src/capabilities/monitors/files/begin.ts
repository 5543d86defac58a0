// Begins to read a file of a register that has arrived, by whoever brought it: the same bytes are read once.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { isTaken } from '#platform/sqlstate.ts';
import type { Upload } from '#platform/uploads/receive-lines.ts';
import type { Asking, OperationView } from '#platform/work/operations/operations.ts';
import type { MonitorKind } from '../words.ts';
import { startReading } from './read-file.ts';

interface Arrived {
  readonly monitor: MonitorKind;
  readonly asOf: CivilDate;
  readonly upload: Upload;
  /** Who has said where it was fetched. Whoever brings it by hand is the caller. */
  readonly preparedBy?: readonly string[];
}

/** The operation that reads the same bytes, or has read them. One that was refused may come again. */
export async function readBefore(reader: Reader, monitor: MonitorKind, hash: Buffer): Promise<string | undefined> {
  const known = reader.db.selectFrom('monitor_files').select('operation_id').where('status', '!=', 'refused');
  const row = await reader.row(known.where('monitor', '=', monitor).where('content_hash', '=', hash));
  return row?.operation_id;
}

/** `taken`: what it means that somebody has brought the same bytes meanwhile. */
export function beginReading(
  ctx: Asking & { readonly now: Instant },
  tx: Tx,
  { monitor, asOf, upload, preparedBy = [] }: Arrived,
  taken: (error: unknown) => unknown,
): OperationView {
  const operation = startReading(ctx, tx, {
    uploadId: upload.id,
    lines: upload.lines,
    monitor,
    asOf,
    preparedBy: [...preparedBy],
  });
  const row = {
    operation_id: operation.id,
    monitor,
    content_hash: upload.hash,
    status: 'reading',
    created_at: ctx.now,
  } as const;
  tx.write(tx.db.insertInto('monitor_files').values(row), (error) =>
    isTaken(error, 'monitor_files_once') ? taken(error) : error,
  );
  return operation;
}
