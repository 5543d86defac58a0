// The usual store: rows of the database, one for each chunk. They are in its backup and in its transactions.
import { sql } from 'kysely';
import { stopwatch } from '#platform/clock.ts';
import { prepared, preparedInsert } from '#platform/db/prepared.ts';
import type { RealmDatabase, Tx } from '#platform/db/realm-database.ts';
import type { BlobStore } from './blob-store.ts';
import { groupsOf } from './pieces.ts';
import { readAhead } from './read-ahead.ts';
import './tables.ts';

const insert = preparedInsert('blob_chunks', ['owner_id', 'blob_id', 'number', 'bytes']);

/** So many chunks are stored by one commit: a megabyte. */
const together = 4;

/** The driver reads bytes as hexadecimal digits, which takes Node five times as long as base64. */
const inBase64 = sql<string>`encode(bytes, 'base64')`;

const chunkOf = prepared<{ ownerId: string; blobId: string; number: number }, { text: string }>((db, value) =>
  db
    .selectFrom('blob_chunks')
    .select(inBase64.as('text'))
    .where('owner_id', '=', value('ownerId'))
    .where('blob_id', '=', value('blobId'))
    .where('number', '=', value('number')),
);

export const storeInDatabase = (database: RealmDatabase): BlobStore => ({
  name: 'database',
  async write({ realm, ownerId, id }, chunks, rest) {
    let number = 0;
    for await (const some of readAhead(groupsOf(chunks, together))) {
      const rows = some.map((bytes, i) => ({ owner_id: ownerId, blob_id: id, number: number + i, bytes }));
      const write = async (tx: Tx) => {
        for (const row of rows) tx.write(insert(tx.db, row));
      };
      // This commit need not wait for the disk: the one by which somebody keeps the content comes later and does.
      const took = stopwatch();
      await database.transact(realm, write, { isDurable: false });
      await rest?.(took());
      number += rows.length;
    }
  },
  async *read({ realm, ownerId, id }, { first, last }) {
    const reader = database.reader(realm);
    for (let number = first; number <= last; number++) {
      const chunk = await reader.row(chunkOf(reader.db, { ownerId, blobId: id, number }));
      if (chunk === undefined) return;
      yield Buffer.from(chunk.text, 'base64');
    }
  },
  async remove({ realm, ownerId, id }) {
    await database.transact(realm, async (tx) =>
      tx.write(tx.db.deleteFrom('blob_chunks').where('owner_id', '=', ownerId).where('blob_id', '=', id)),
    );
  },
});
