// What must be so before the tables are spread. Each refusal is a sentence for the operator.
import type { ClientBase } from 'pg';
import { DatabaseRefused } from '../../database-refused.ts';
import { migrationLock } from '../migrate.ts';
import { modes } from '../realm.ts';
import type { TableClasses } from '../tables.ts';
import { hasCitus, namesOf } from './spread.ts';

/** With earlier ones the statements here were never tried. */
const majorMin = 13;

/** Generic plans of statements for a shard on the node itself take memory with each call up to this release. */
const mended: readonly [number, number] = [14, 1];

interface CitusVersion {
  readonly major: number;
  readonly minor: number;
  readonly text: string;
}

export async function citusVersion(client: ClientBase): Promise<CitusVersion> {
  const { rows } = await client.query('select citus_version() as version');
  const [text = '', major = '0', minor = '0'] = /^Citus (\d+)\.(\d+)[\w.]*/.exec(rows[0].version) ?? [];
  return { major: Number(major), minor: Number(minor), text };
}

export const leaksPlans = ({ major, minor }: CitusVersion): boolean =>
  major < mended[0] || (major === mended[0] && minor < mended[1]);

function refuse(sentence: string): never {
  throw new DatabaseRefused(sentence);
}

/** Throws DatabaseRefused with a sentence. */
export async function mustBeDistributable(client: ClientBase, tables: TableClasses): Promise<void> {
  if (!(await hasCitus(client))) {
    refuse(
      'The database of DATABASE_URL has no Citus: run "create extension citus" in it and in the database of the same name on each worker, then add the workers with citus_add_node. Nothing was done.',
    );
  }
  const version = await citusVersion(client);
  if (version.major < majorMin)
    refuse(`${version.text} is too old: Tenor needs Citus ${majorMin} or newer. Nothing was done.`);
  await mustBeCoordinator(client);
  await mustHaveTables(client, tables);
  await mustBeAlike(client);
}

async function mustBeCoordinator(client: ClientBase): Promise<void> {
  const { rows } = await client.query(`
    select (select groupid from pg_dist_local_group) = 0 as entered, exists (select from pg_dist_node where groupid = 0) as known,
      exists (select from pg_dist_node where shouldhaveshards and isactive) as shards,
      exists (select from pg_dist_node where groupid <> 0) as workers`);
  const { entered, known, shards, workers } = rows[0];
  if (!entered) refuse('DATABASE_URL names a worker: tables are distributed at the coordinator. Nothing was done.');
  if (workers && !known) {
    refuse(
      'The workers do not know the coordinator: run "select citus_set_coordinator_host(HOST, PORT)" in its database. Nothing was done.',
    );
  }
  if (workers && !shards) {
    refuse(
      `No node takes shards: add a worker with citus_add_node, or run "select citus_set_node_property(HOST, PORT, 'shouldhaveshards', true)". Nothing was done.`,
    );
  }
}

async function mustHaveTables(client: ClientBase, tables: TableClasses): Promise<void> {
  const { rows } = await client.query<{ schema: string; name: string; owned: boolean }>(
    `select schemaname as schema, tablename as name, pg_has_role(tableowner, 'usage') as owned
     from pg_tables where schemaname = any($1)`,
    [modes],
  );
  const found = new Map(rows.map(({ schema, name, owned }) => [`${schema}.${name}`, owned]));
  for (const name of namesOf(tables)) {
    const isOwned = found.get(name);
    if (isOwned === undefined) refuse(`There is no table ${name}: run "tenor migrate" first. Nothing was done.`);
    if (!isOwned)
      refuse(`The account of DATABASE_URL does not own ${name}: distribute as the owner. Nothing was done.`);
  }
}

/** Text that is ordered or kept in different ways on two nodes would come in no order at all. */
async function mustBeAlike(client: ClientBase): Promise<void> {
  const nodes = await allNodes(
    client,
    `select concat_ws(', ', pg_encoding_to_char(encoding), datcollate, datctype) from pg_database where datname = current_database()`,
  );
  const lost = nodes.find(({ isThere }) => !isThere);
  if (lost !== undefined) refuse(`The node ${lost.node} does not answer: ${lost.said}. Nothing was done.`);
  const kinds = new Set(nodes.map(({ said }) => said));
  if (kinds.size > 1) {
    refuse(
      `The databases of the nodes differ in encoding or collation (${[...kinds].join('; ')}): make them alike, best UTF8 and C. Nothing was done.`,
    );
  }
  if (![...kinds].every((kind) => kind.startsWith('UTF8'))) {
    refuse(`The database is in ${[...kinds].join()}. Tenor needs one in UTF-8. Nothing was done.`);
  }
}

interface Said {
  readonly node: string;
  readonly isThere: boolean;
  readonly said: string;
}

/** Asks each node a question that has one text for an answer. */
export async function allNodes(client: ClientBase, question: string): Promise<Said[]> {
  const { rows } = await client.query(
    `select coalesce(nodename || ':' || nodeport, 'of the coordinator') as node, success as "isThere", result as said
     from run_command_on_all_nodes($1, give_warning_for_connection_errors => true) answer
     left join pg_dist_node using (nodeid) order by nodeid`,
    [question],
  );
  return rows;
}

/**
 * Only while no service runs: it would write rows that are being counted, and wait for locks on every table. One that
 * starts later waits until this session ends.
 */
export async function mustBeAlone(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [migrationLock]);
  const { rows } = await client.query(`
    select count(*)::int as sessions from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'tenor%'`);
  const { sessions } = rows[0];
  if (sessions > 0) {
    refuse(
      `A service or a command of Tenor uses the database (${sessions} ${sessions === 1 ? 'session' : 'sessions'}): stop it, then run this again. Nothing was done.`,
    );
  }
}
