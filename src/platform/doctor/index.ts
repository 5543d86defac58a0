// The checks of the platform, in the order in which they are reported.
import { eventLag, operationLag, outboxLag, queueLag } from './backlog.ts';
import { blobs } from './blobs.ts';
import type { Check, InspectedDatabase } from './check.ts';
import { clockSkew } from './clock-skew.ts';
import { cluster } from './cluster.ts';
import { connections } from './connections.ts';
import { datedAhead } from './dated-ahead.ts';
import { foreignKeyIndexes, invalidIndexes } from './indexes.ts';
import { backups } from './last-backup.ts';
import { migrations } from './migrations.ts';
import { durability, encoding, serverLog, serverVersion } from './server-settings.ts';
import { space } from './space.ts';
import { transactions } from './transactions.ts';
import { upkeep } from './upkeep.ts';

/** Checks for any server. */
export const serverChecks: readonly Check<InspectedDatabase>[] = [
  serverVersion,
  encoding,
  durability,
  serverLog,
  clockSkew,
  space,
  connections,
  transactions,
];

/** Checks for a database of Tenor. */
export const databaseChecks: readonly Check<InspectedDatabase>[] = [
  migrations,
  cluster,
  datedAhead,
  outboxLag,
  eventLag,
  operationLag,
  queueLag,
  foreignKeyIndexes,
  invalidIndexes,
  upkeep,
  backups,
  blobs,
];
