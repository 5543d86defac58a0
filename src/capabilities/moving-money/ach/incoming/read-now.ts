// Reads a file that is kept while somebody waits for it, or waits for the worker that reads it already.
import { setTimeout as pause } from 'node:timers/promises';
import type { Realm } from '#platform/db/realm.ts';
import type { OrderTools } from '../../orders/attempts/order-work.ts';
import { readingRow } from './keep-file.ts';
import { readFileOf } from './read-job.ts';
import { strangersIn } from './strangers.ts';
import type { ReadingRow } from './tables.ts';

const lookAgainMs = 200;

interface ReadNow {
  /** It is `kept` still where it waits for a second person; one that has failed is tried again by the service. */
  readonly reading: ReadingRow;
  /** Breaks of entries that name none that was ever sent. */
  readonly strangers: number;
}

export async function readNow(tools: OrderTools, realm: Realm, fileId: string): Promise<ReadNow> {
  const reader = tools.database.reader(realm);
  for (;;) {
    await readFileOf(tools, realm, fileId);
    const reading = await reader.row(readingRow(reader, fileId));
    if (reading === undefined) throw new Error(`${fileId} was kept and is not there.`);
    const isTried = reading.holder === null && reading.tries > 0;
    if (reading.due_at === null || isTried) return { reading, strangers: await strangersIn(reader, fileId) };
    await pause(lookAgainMs);
  }
}
