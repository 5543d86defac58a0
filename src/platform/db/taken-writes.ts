// Whether the database takes writes. A server whose disk is full, or that is a standby, answers reads as ever: asking it
// for a row tells nothing. So a write that was refused is remembered, and from time to time the server has to find room.
import type { Pool } from 'pg';
import { stopwatch } from '#platform/clock.ts';
import { onlyReads, whyWritesRefused } from './sqlstate.ts';

export interface TakenWrites {
  /** Hears of the failure of a write. */
  failed(error: unknown): void;
  /** Null where writes are taken, as far as is known. It asks the database again when it has not heard for a while. */
  whyRefused(): Promise<string | null>;
}

/** What was learned holds for this long: so late at most is the end of the trouble noticed, and its start without writes. */
const freshMs = 10_000;

/**
 * Makes the server write a file of a megabyte, which it removes at once: rows that do not fit into `work_mem` go to the
 * disk. It leaves no dead rows and nothing in the log of writes, and a standby can be asked as well.
 */
const findRoom = `set local work_mem = '64kB';
  with room as materialized (select repeat('x', 65536) as filler from generate_series(1, 16))
  select sum(length(filler)), current_setting('transaction_read_only') = 'on' as only_reads from room`;

export function takenWrites(pool: Pool): TakenWrites {
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
