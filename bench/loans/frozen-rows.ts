// The rows that a call wrote at commit d4575683, before rows became shorter. A limit that follows the service's own rows
// becomes faster with them; this one stays, so that both can be reported beside each other.
import { existsSync, readFileSync } from 'node:fs';
import type pg from 'pg';
import { drawnInSql, quoted } from './drawn-in-sql.ts';
import { type Seen, statementOf } from './rows-written.ts';
import { lettersInSql } from './template.ts';

interface Frozen extends Omit<Seen, 'schema'> {
  /** Statements that make the tables, with their indexes and keys. */
  readonly tables: readonly string[];
  /** What the call changed, as it was before, and the borrower: one row a table. */
  readonly rows: Readonly<Record<string, unknown>>;
}

/** So many calls of each loan lie in the tables before anything is measured. */
const earlierCalls = 12;

/** Makes the frozen tables with the rows of so many loans. Undefined for a figure of which nothing was kept. */
export async function makeFrozen(client: pg.Client, figure: string, loanCount: number): Promise<Seen | undefined> {
  const file = new URL(`../limits/frozen/${figure}.json`, import.meta.url);
  if (!existsSync(file)) return undefined;
  const frozen: Frozen = JSON.parse(readFileSync(file, 'utf8'));
  await client.query('create schema frozen');
  for (const table of frozen.tables) await client.query(table);
  for (const [table, row] of Object.entries(frozen.rows)) await fill(client, frozen, table, row, loanCount);
  const seen: Seen = { ...frozen, schema: 'frozen' };
  await client.query(earlier(seen, loanCount));
  await client.query('vacuum analyze');
  return seen;
}

const fill = (client: pg.Client, { ids: [person, loan] }: Frozen, table: string, row: unknown, count: number) =>
  client.query(
    `insert into frozen.${table} select made.* from generate_series(1, ${count}) as n
       cross join lateral (select ${lettersInSql} as letters) as l
       cross join lateral jsonb_populate_record(null::frozen.${table}, replace(replace($1::text,
         '${person}', 'BO-' || letters), '${loan}', 'LN-' || letters)::jsonb) as made`,
    [JSON.stringify(row)],
  );

/** The inserts of the call for each loan, some times over. */
function earlier({ writes, ids, schema }: Seen, loanCount: number): string {
  const inserts = writes.filter(({ kind }) => kind === 'insert');
  // The numbers of these lie below zero: those of the calls to come go up from the one that was seen.
  const each = `from generate_series(1, ${loanCount}) as n cross join generate_series(1, ${earlierCalls}) as k
    cross join lateral (select -100 * k as m, n::bigint * 1000 + k * 10 as u) as drawn`;
  return statementOf({ schema, writes: inserts, ids, each }, drawnInSql(ids, { quote: quoted, name: (of) => of }));
}
