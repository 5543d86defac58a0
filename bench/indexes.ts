// Filling tables takes a tenth of the time without their indexes and foreign keys, which are made again at the end.
import type { Client } from 'pg';

interface Made {
  readonly drop: string;
  readonly make: string;
}

/**
 * Tables are named with their schema. Foreign keys of other tables that point to these are dropped and made again as
 * well.
 */
export async function withoutIndexes(
  client: Client,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const constraints = await client.query<Made>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint
    where contype in ('p', 'u', 'f') and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))
    order by contype`, // f, p, u: foreign keys go first, for they need the others
    [tables],
  );
  for (const { drop } of constraints.rows) await client.query(drop);
  const indexes = await client.query<Made>(
    `select 'drop index ' || indexrelid::regclass as drop, pg_get_indexdef(indexrelid) as make
    from pg_index where indrelid = any($1::regclass[])`,
    [tables],
  );
  for (const { drop } of indexes.rows) await client.query(drop);
  await fill();
  for (const { make } of indexes.rows) await client.query(make);
  for (const { make } of constraints.rows.toReversed()) await client.query(make);
}
