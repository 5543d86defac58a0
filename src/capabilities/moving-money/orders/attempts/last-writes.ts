// What is written once, at the end of a commit, however many orders it hears of: events, the cash book and its days.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { openCashDay, type Posting, writePostings } from '#capabilities/bank-books/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { writeEvents } from '#platform/events/record-events.ts';

export interface LastWrites {
  readonly events: Parameters<typeof writeEvents>[1][number][];
  readonly postings: Posting[];
  /** Money begins to move with this provider. */
  openDay(carrierId: string, proveAt: Instant): Promise<void>;
  write(): void;
}

export function lastWrites(tx: Tx, positions: { position(): number }): LastWrites {
  const days = new Map<string, Promise<void>>();
  const last: LastWrites = {
    events: [],
    postings: [],
    openDay(carrierId, proveAt) {
      const opening = days.get(carrierId) ?? openCashDay(positions, tx, carrierId, proveAt);
      days.set(carrierId, opening);
      return opening;
    },
    write() {
      writeEvents(tx, last.events);
      // Last, since others of the company wait for the balances.
      writePostings(tx, last.postings);
    },
  };
  return last;
}
