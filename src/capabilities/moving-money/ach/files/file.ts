import type { Builder } from '#platform/db/builder.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { FileRow } from '../../orders/ach-entries/tables.ts';

export const fileUpdate = (db: Builder, id: string) => db.updateTable('ach_files').where('id', '=', id);

const fileRow = ({ db }: Reader, id: string) => db.selectFrom('ach_files').selectAll().where('id', '=', id);

export const findFile = (reader: Reader, id: string): Promise<FileRow | undefined> => reader.row(fileRow(reader, id));

export const lockFile = (tx: Tx, id: string): Promise<FileRow | undefined> => tx.row(fileRow(tx, id).forUpdate());
