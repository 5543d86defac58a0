// What a restore does with messages that had not gone out when the backup was made.
import type { Mode } from '#platform/db/realm.ts';

/** Run with a restore, in its transaction. The service has sent them since, or it has not: nobody knows. */
export const loseAfterRestore = (mode: Mode): readonly string[] => [
  `update ${mode}.messages set state = 'unknown', due_at = null, holder = null,
   last_failure = 'it waited in a backup that was restored' where due_at is not null`,
];
