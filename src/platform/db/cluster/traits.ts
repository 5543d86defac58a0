// What differs on a cluster, told when the database is opened: numbers and settings, so that nobody else has to ask.
import type { ClientBase } from 'pg';
import { type Grouping, oneAfterTheOther, onePersonEach } from './grouping.ts';
import { citusVersion, leaksPlans } from './may-distribute.ts';
import { isSpread } from './spread.ts';

export interface ClusterTraits {
  readonly grouping: Grouping;
  /** Settings of the service's own sessions, and not of those by which one node asks another. */
  readonly sessionSettings: Readonly<Record<string, string>>;
}

export async function traitsOf(client: ClientBase): Promise<ClusterTraits> {
  if (!(await isSpread(client))) return { grouping: oneAfterTheOther, sessionSettings: {} };
  return {
    grouping: onePersonEach,
    sessionSettings: {
      // By itself a question to all shards opens further connections, and closes them after it: each costs more than the
      // question.
      'citus.max_adaptive_executor_pool_size': '1',
      // A statement waits so long for a host that does not answer at all; by itself for 30 s.
      'citus.node_connection_timeout': '5s',
      ...(leaksPlans(await citusVersion(client)) && { plan_cache_mode: 'force_custom_plan' }),
    },
  };
}
