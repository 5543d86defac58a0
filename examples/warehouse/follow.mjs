// Keeps a copy in a DuckDB file of what changed. Run it as often as you like: it goes on where it ended, and one that is
// killed in the middle of a page asks for the page again.
import { DuckDBInstance } from '@duckdb/node-api';

const { TENOR = 'http://127.0.0.1:4000', KEY = '', FILE = 'tenor.duckdb' } = process.env;

const copy = await (await DuckDBInstance.create(FILE)).connect();
await copy.run(`
  create table if not exists things (
    person text, id text, type text, event text, changed_at timestamptz, thing json, primary key (person, id));
  create table if not exists followed (after text);
`);

let after = (await copy.runAndReadAll('select after from followed')).getRows()[0]?.[0];
let written = 0;
for (let hasMore = true; hasMore; ) {
  const page = await asked({ limit: '500', ...(after === undefined ? {} : { after }) });
  await copy.run('begin');
  for (const change of page.data) await write(change);
  await copy.run('delete from followed');
  if (page.next !== null) await copy.run('insert into followed values ($1)', [page.next]);
  await copy.run('commit');
  written += page.data.length;
  after = page.next ?? undefined;
  hasMore = page.hasMore;
}
console.log(`${written} changes written to ${FILE}`);
copy.closeSync();

async function asked(query) {
  const answer = await fetch(`${TENOR}/api/changes?${new URLSearchParams(query)}`, { headers: { 'x-api-key': KEY } });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** What comes twice is written twice, with the same effect. */
async function write({ id, type, at, key, after: thing }) {
  const place = [key.personId ?? '', key.id];
  if (thing === null) return copy.run('delete from things where person = $1 and id = $2', place);
  // Of an erased borrower nothing stays: no lines of their own say it of contacts, loans and cases.
  if (type === 'borrower' && thing.erasedAt) await copy.run('delete from things where person = $1', [key.id]);
  return copy.run('insert or replace into things values ($1, $2, $3, $4, $5, $6)', [
    ...place,
    type,
    id,
    at,
    JSON.stringify(thing),
  ]);
}
