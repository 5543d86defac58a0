// Which subjects have rows in a table on the nodes of a cluster that answer. A statement that asks all nodes fails when
// one is lost, so the nodes are asked first whether they are there, and then each shard of those by itself.
import { type Compilable, sql } from 'kysely';
import { unscopedBuilder } from '../builder.ts';
import type { Mode } from '../realm.ts';

type Rows = <T>(query: Compilable<T>) => Promise<T[]>;

export type SubjectsThere = (rows: Rows, mode: Mode, table: string) => Promise<string[]>;

const subjectsOfEachShard = 500;

const earliest = `select coalesce(json_agg(subject_id), '[]') from (
  select subject_id from %s group by subject_id order by min(position) limit ${subjectsOfEachShard}) earliest`;

export const subjectsThere: SubjectsThere = async (rows, mode, table) => {
  const answers = sql<{ result: string; success: boolean }>`(
    select ran.result, ran.success
    from (
      select array_agg(node.nodename) as names, array_agg(node.nodeport) as ports,
        array_agg(format(${sql.lit(earliest)}, shard_name(shard.logicalrelid, shard.shardid))) as commands
      from pg_dist_shard shard
      join pg_dist_placement placement using (shardid)
      join pg_dist_node node using (groupid)
      join run_command_on_all_nodes('select 1', true, false) answer using (nodeid)
      where shard.logicalrelid = ${`${mode}.${table}`}::regclass and answer.success) asked,
      master_run_on_worker(names, ports, commands, true) ran)`;
  const found = await rows(unscopedBuilder.selectFrom(answers.as<'ran'>(sql`ran`)).select(['result', 'success']));
  return found.flatMap(({ result, success }) => (success ? (JSON.parse(result) as string[]) : []));
};
