// Checks indexes: those that foreign keys need, and those that are unusable.
import { type Check, type Finding, type InspectedDatabase, orFine, rowsOf, warning, wrong } from './check.ts';

/**
 * Without an index that begins with the columns of a foreign key, deleting the row it points to, or changing its key,
 * reads the whole table with the foreign key, and so does a join along it. No foreign key is exempt: each of ours
 * begins its table's primary key, since the rows of a subject are stored together. Of partial indexes only those count
 * that leave out nothing but rows without a reference.
 */
const uncovered = `
  select key.conrelid::regclass::text as "table", key.conname as name,
    (select string_agg(quote_ident(attname), ', ' order by place)
      from unnest(key.conkey) with ordinality as of_key(number, place)
      join pg_attribute on attrelid = key.conrelid and attnum = number) as columns
  from pg_constraint as key
  where key.contype = 'f' and key.connamespace in (select oid from pg_namespace where nspname in ('live', 'test'))
    and not exists (
      select from pg_index
      where indrelid = key.conrelid and indisvalid
        and (indpred is null or pg_get_expr(indpred, indrelid) in (
          select format('(%I IS NOT NULL)', attname) from pg_attribute
          where attrelid = key.conrelid and attnum = any(key.conkey)))
        and (indkey::int2[])[0:cardinality(key.conkey) - 1] @> key.conkey)
  order by 1, 2`;

export const foreignKeyIndexes: Check<InspectedDatabase> = {
  name: 'foreign keys',
  async look(inspected) {
    const found = await rowsOf<{ table: string; name: string; columns: string }>(inspected, uncovered);
    return orFine(
      found.map(({ table, name, columns }) =>
        warning(
          `No index of ${table} begins with the columns of its foreign key ${name}.`,
          `"create index concurrently on ${table} (${columns})", as the owner of the table.`,
        ),
      ),
      'Every foreign key has its index.',
    );
  },
};

const lifeless = `
  select indexrelid::regclass::text as name, indisvalid as valid
  from pg_index join pg_class on pg_class.oid = indexrelid
  where relnamespace in (select oid from pg_namespace where nspname in ('live', 'test', 'tenor', 'jobs'))
    and not (indisvalid and indisready and indislive)`;

export const invalidIndexes: Check<InspectedDatabase> = {
  name: 'indexes',
  async look(inspected) {
    const found = await rowsOf<{ name: string }>(inspected, lifeless);
    const findings: Finding[] = found.map(({ name }) =>
      wrong(
        `The index ${name} is not valid: it is kept up to date and never used.`,
        `"reindex index concurrently ${name}", or "drop index ${name}" if nobody made it on purpose.`,
      ),
    );
    return orFine(findings, 'Every index is valid.');
  },
};
