// Knows whether the database accepts writes. A server with a full disk, and a standby, still answer reads, so reading a
// row shows nothing. So refused writes are remembered, and from time to time the server is asked to find room.
import type { Pool } from 'pg';
import { stopwatch } from '#platform/clock.ts';
import { onlyReads, whyWritesRefused } from '../sqlstate.ts';

export interface WriteAvailability {
  /** Called with the failure of a write. */
  failed(error: unknown): void;
  /** Null when writes are accepted, as far as is known. Asks the database when the last news is too old. */
  whyRefused(): Promise<string | null>;
}

/**
 * News stays valid for this long, so the end of a trouble is noticed at most this late, as is its start when there are
 * no writes.
 */
const freshMs = 10_000;

/**
 * Makes the server write a file of a megabyte, which it removes at once: rows that do not fit into `work_mem` go to
 * disk. This leaves no dead rows and writes nothing to the write-ahead log, and it works on a standby too.
 */
const findRoom = `set local work_mem = '64kB';
  with room as materialized (select repeat('x', 65536) as filler from generate_series(1, 16))
  select sum(length(filler)), current_setting('transaction_read_only') = 'on' as only_reads from room`;

export function writeAvailability(pool: Pool): WriteAvailability {
  let known: { whyRefused: string | null; elapsedMs: () => number } | undefined;
  const learn = (whyRefused: string | null): string | null => {
    known = { whyRefused, elapsedMs: stopwatch() };
    return whyRefused;
  };
  return {
    failed(error) {
      const why = whyWritesRefused(error);
      if (why !== null) learn(why);
    },
    async whyRefused() {
      if (known !== undefined && known.elapsedMs() < freshMs) return known.whyRefused;
      return learn(await askForRoom(pool));
    },
  };
}

async function askForRoom(pool: Pool): Promise<string | null> {
  try {
    const results = (await pool.query(findRoom)) as unknown as { rows: { only_reads?: boolean }[] }[];
    return results.at(-1)?.rows[0]?.only_reads ? onlyReads : null;
  } catch (error) {
    const why = whyWritesRefused(error);
    if (why === null) throw error;
    return why;
  }
}
