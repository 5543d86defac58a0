// The state of a cluster, as each of its nodes tells it; for the doctor.
import type { ClientBase } from 'pg';
import type { TableClasses } from '../tables.ts';
import { allNodes } from './may-distribute.ts';
import { namesOf, spreadTables } from './spread.ts';

interface NodeState {
  readonly postgres: string;
  readonly citus: string;
  readonly text: string;
  readonly preparedMax: number;
  readonly connectionsMax: number;
  /** As they are set for logins: `lock_timeout=2000ms`. */
  readonly lockWaits: readonly string[];
  /** Transactions that were prepared and forgotten. */
  readonly forgotten: readonly string[];
}

export interface Node {
  readonly node: string;
  /** What it says of itself, or why it says nothing. */
  readonly state: NodeState | string;
}

export interface ClusterState {
  readonly nodes: readonly Node[];
  /** Tables that would be spread by their class and are not, as `mode.table`. */
  readonly unspread: readonly string[];
  /** Tables of which a shard lies on no active node. */
  readonly lost: readonly string[];
}

/** Prepared transactions end within seconds; the extension itself looks for those of a lost node every minute. */
const forgottenAfter = '5 minutes';

const question = `select json_build_object(
  'postgres', current_setting('server_version'),
  'citus', (select extversion from pg_extension where extname = 'citus'),
  'text', (select concat_ws(' ', pg_encoding_to_char(encoding), datcollate, datctype)
    from pg_database where datname = current_database()),
  'preparedMax', current_setting('max_prepared_transactions')::int,
  'connectionsMax', least(current_setting('max_connections')::int,
    coalesce(nullif(nullif(current_setting('citus.max_client_connections', true), ''), '-1')::int, 1000000)),
  'lockWaits', (select coalesce(json_agg(distinct setting), '[]') from pg_db_role_setting, unnest(setconfig) setting
    where setdatabase = (select oid from pg_database where datname = current_database()) and setrole <> 0
      and setting like 'lock_timeout=%'),
  'forgotten', (select coalesce(json_agg(gid), '[]') from pg_prepared_xacts
    where database = current_database() and prepared < clock_timestamp() - interval '${forgottenAfter}'))::text`;

/** Null when no table is spread. */
export async function clusterState(
  client: ClientBase,
  tables: () => Promise<TableClasses>,
): Promise<ClusterState | null> {
  const spread = await spreadTables(client);
  if (spread.size === 0) return null;
  const said = await allNodes(client, question);
  return {
    nodes: said.map(({ node, isThere, said: text }) => ({ node, state: isThere ? JSON.parse(text) : text })),
    unspread: namesOf(await tables()).filter((name) => !spread.has(name)),
    lost: await lostTables(client),
  };
}

async function lostTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct logicalrelid::regclass::text as name from pg_dist_shard shard
     where not exists (
       select from pg_dist_placement placement join pg_dist_node using (groupid)
       where placement.shardid = shard.shardid and shardstate = 1 and isactive)
     order by name`,
  );
  return rows.map(({ name }) => name);
}
