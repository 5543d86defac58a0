// Checks whether the server keeps up with vacuuming and analysing its tables.
import { type Check, type Finding, type InspectedDatabase, orFine, rowsOf, warning, wrong } from './check.ts';

/** The limit is two thousand million; shortly before it the server stops accepting writes. */
const ageMax = { warning: 600_000_000, error: 1_400_000_000 };
const deadRowsMin = 100_000;

export const upkeep: Check<InspectedDatabase> = {
  name: 'upkeep',
  async look(inspected) {
    const findings = [...(await switchedOff(inspected)), ...(await deadRows(inspected)), ...(await oldAge(inspected))];
    return orFine(findings, 'Dead rows are cleared away, and no transaction number grows old.');
  },
};

async function switchedOff(inspected: InspectedDatabase): Promise<Finding[]> {
  const off = await rowsOf<{ name: string }>(
    inspected,
    "select name from pg_settings where name in ('autovacuum', 'track_counts') and setting = 'off'",
  );
  const tables = await rowsOf<{ name: string }>(
    inspected,
    `select oid::regclass::text as name from pg_class
    where relnamespace in (select oid from pg_namespace where nspname in ('live', 'test', 'jobs'))
      and relkind = 'r' and array_to_string(reloptions, ',') ~ 'autovacuum_enabled=(false|off|0)'`,
  );
  return [
    ...off.map(({ name }) =>
      wrong(
        `${name} is off: dead rows stay, statistics grow old, and in the end the server takes no more writes.`,
        `"alter system set ${name} = on" and "select pg_reload_conf()", as a superuser.`,
      ),
    ),
    ...tables.map(({ name }) =>
      warning(
        `Autovacuum is switched off for ${name}.`,
        `"alter table ${name} reset (autovacuum_enabled)", as its owner.`,
      ),
    ),
  ];
}

async function deadRows(inspected: InspectedDatabase): Promise<Finding[]> {
  const found = await rowsOf<{ name: string; dead: string; live: string }>(
    inspected,
    `select relid::regclass::text as name, n_dead_tup as dead, n_live_tup as live from pg_stat_user_tables
    where schemaname in ('live', 'test', 'jobs') and n_dead_tup > greatest($1, n_live_tup)
    order by n_dead_tup desc limit 5`,
    [deadRowsMin],
  );
  return found.map(({ name, dead, live }) =>
    warning(
      `${name} holds ${dead} dead rows and ${live} others.`,
      `See that no transaction stays open, then "vacuum (analyze) ${name}".`,
    ),
  );
}

async function oldAge(inspected: InspectedDatabase): Promise<Finding[]> {
  const [row] = await rowsOf<{ age: number }>(
    inspected,
    'select greatest(age(datfrozenxid), mxid_age(datminmxid)) as age from pg_database where datname = current_database()',
  );
  const age = row?.age ?? 0;
  if (age < ageMax.warning) return [];
  return [
    (age < ageMax.error ? warning : wrong)(
      `The oldest transaction number of the database is ${age} transactions old; at 2,000 million it takes no more writes.`,
      'See that no transaction stays open and autovacuum is on, then "vacuum freeze" the database.',
    ),
  ];
}
