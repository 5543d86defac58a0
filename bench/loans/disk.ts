// What a month of a loan takes on disk, with its events, table by table. One loan lives through a year; its rows, with
// other ids, are written for many loans, month by month as in real use, so that indexes grow as they would.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Cleanup } from '../cleanup.ts';
import { makeLine } from '../lines/template.ts';
import { enter, record } from '../report.ts';
import { makePlace, type RunningService, startService, withDatabase } from '../service.ts';
import { type Copied, makeTemplate } from './template.ts';

const months = 12;

/** The tables of a loan's life, and when a row of each came into being. */
const tables = {
  loans: 'created_at',
  loan_facts: 'recorded_at',
  loan_postings: 'posted_at',
  loan_obligations: 'created_at',
  loan_fees: 'created_at',
  loan_checkpoints: 'through',
  loan_tails: "'infinity'::date",
  transactions: 'created_at',
  draws: 'created_at',
  purchases: 'created_at',
  event_commits: 'created_at',
  placed_commits: 'created_at',
} as const;
const names = Object.keys(tables) as (keyof typeof tables)[];

interface TemplateRow {
  readonly table: string;
  readonly month: string;
  readonly text: string;
}

interface Size {
  readonly table: string;
  readonly name: string;
  readonly kind: 'rows' | 'long values' | 'index';
  readonly bytes: number;
}

interface Figure {
  readonly name: string;
  /** What the copied life has many of, such as `a purchase`. */
  readonly of: string;
  readonly count: number;
  readonly aimBytes: number;
  copies(isQuick: boolean): number;
  make(service: RunningService): Promise<Pick<Copied, 'personId'>>;
}

const figures: readonly Figure[] = [
  {
    name: 'disk',
    of: "a loan's month",
    count: months,
    aimBytes: 7_000,
    copies: (isQuick) => (isQuick ? 500 : 3_000),
    make: (service) => makeTemplate(service, { months, duration: 60, isInTime: true }),
  },
  {
    name: 'purchase-disk',
    of: 'a purchase',
    count: 400,
    aimBytes: 2_500,
    copies: (isQuick) => (isQuick ? 50 : 250),
    make: (service) => makeLine(service, { purchases: 400, days: 120 }),
  },
];

export const diskFigures = figures.map((figure) => ({
  name: figure.name,
  async measure(cleanup: Cleanup, isQuick: boolean): Promise<void> {
    const place = makePlace(cleanup);
    const service = await startService(place, cleanup);
    const template = await figure.make(service);
    const copies = figure.copies(isQuick);
    await withDatabase(place, async (client) => {
      const rows = await rowsOf(client, template);
      // Its own rows lie in months of which nothing is written yet, and would have the pages split there.
      await client.query(`truncate ${names.map((name) => `test.${name}`).join(', ')} cascade`);
      const empty = await sizes(client);
      await writeCopies(client, template, rows, copies);
      const taken = difference(empty, await sizes(client), copies * figure.count);
      show(figure, taken, rows);
    });
    await cleanup.run();
  },
}));

async function rowsOf(client: pg.Client, { personId }: Pick<Copied, 'personId'>): Promise<TemplateRow[]> {
  const all: TemplateRow[] = [];
  for (const table of names) {
    const isOfEvents = table.endsWith('_commits');
    const { rows } = await client.query<{ month: string; text: string }>(
      `select to_char(${tables[table]}, 'YYYY-MM') as month, to_jsonb(t)::text as text from test.${table} as t
       where ${isOfEvents ? 'loan_id is not null and subject_id' : 'person_id'} = $1 order by ${tables[table]}`,
      [personId],
    );
    all.push(...rows.map((row) => ({ table, ...row })));
  }
  return all;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789';

/** What belongs to a loan gets other ids in each copy, as random as ours are. */
const ownIds =
  /\b(?:BO|LN|EV|OB|PE|TX|PT|LF|RA|DP)-[A-Z1-9]{4}-[A-Z1-9]{4}\b|(?<="(?:message_id|request_id)": ")[a-z0-9]{20}/g;

const instants = /\d{4}-\d\d-\d\dT[\d:.]+(?:[+-]\d\d:\d\d|Z)/g;

/** No two loans change in the same moment. */
const apartMs = 20_000;

function anew(text: string, n: number): string {
  const later = text.replace(instants, (at) => new Date(Date.parse(at) + n * apartMs).toISOString());
  return later.replace(ownIds, (id) => {
    const bytes = createHash('sha256').update(`${n} ${id}`).digest();
    if (!id.includes('-')) return bytes.toString('hex').slice(0, 20);
    const letters = Array.from(bytes.subarray(0, 8), (byte) => alphabet[byte % 35]).join('');
    return `${id.slice(0, 3)}${letters.slice(0, 4)}-${letters.slice(4)}`;
  });
}

const loansAtOnce = 100;

async function writeCopies(
  client: pg.Client,
  { personId }: Pick<Copied, 'personId'>,
  rows: readonly TemplateRow[],
  loans: number,
): Promise<void> {
  const { rows: people } = await client.query(
    'select to_jsonb(p)::text as text from test.people p where person_id = $1',
    [personId],
  );
  let place = 0;
  const write = (table: string, copies: readonly string[]) =>
    client.query(`insert into test.${table} select * from jsonb_populate_recordset(null::test.${table}, $1::jsonb)`, [
      `[${copies.join(',')}]`,
    ]);
  const byMonth = [...Map.groupBy(rows, ({ month }) => month)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await client.query('set synchronous_commit = off');
  for (const [i, [, ofMonth]] of [['', []] as const, ...byMonth].entries()) {
    for (let from = 1; from <= loans; from += loansAtOnce) {
      const some = Array.from({ length: loansAtOnce }, (_, k) => from + k).filter((n) => n <= loans);
      if (i === 0)
        await write(
          'people',
          some.map((n) => anew(people[0].text, n)),
        );
      for (const table of names) {
        const own = ofMonth.filter((row) => row.table === table);
        const copies = some.flatMap((n) => own.map(({ text }) => anew(text, n)));
        const placed =
          table !== 'placed_commits'
            ? copies
            : copies.map((text) => text.replace(/(?<="place": )\d+/, () => String(100 * ++place)));
        if (placed.length > 0) await write(table, placed);
      }
    }
  }
  await client.query('vacuum');
}

const sizesOf = `
  select owner.relname as table, part.relname as name,
    case part.oid when owner.oid then 'rows' when owner.reltoastrelid then 'long values' else 'index' end as kind,
    case when part.oid = owner.reltoastrelid then pg_total_relation_size(part.oid) else pg_relation_size(part.oid) end
      as bytes
  from pg_class owner
  join pg_class part on part.oid in (owner.oid, owner.reltoastrelid)
    or part.oid in (select indexrelid from pg_index where indrelid = owner.oid)
  where owner.relnamespace = 'test'::regnamespace and owner.relname = any($1)
  order by owner.relname, kind desc, part.relname`;

async function sizes(client: pg.Client): Promise<Size[]> {
  const { rows } = await client.query(sizesOf, [names]);
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
}

const difference = (before: readonly Size[], after: readonly Size[], by: number): Size[] =>
  after.map((one) => {
    const was = before.find(({ table, name }) => table === one.table && name === one.name)?.bytes ?? 0;
    return { ...one, bytes: (one.bytes - was) / by };
  });

const sum = (of: readonly Size[]): number => of.reduce((total, { bytes }) => total + bytes, 0);

function show(
  { name: figure, of, count, aimBytes }: Figure,
  taken: readonly Size[],
  rows: readonly TemplateRow[],
): void {
  const whole = sum(taken);
  for (const [table, parts] of Map.groupBy(taken, (one) => one.table)) {
    const each = rows.filter((row) => row.table === table).length / count;
    const cells = parts.map(({ name, kind, bytes }) => `${kind === 'index' ? name : kind} ${bytes.toFixed(0)}`);
    console.log(
      `${table.padEnd(18)} ${sum(parts).toFixed(0).padStart(6)}  ${each.toFixed(1)} rows: ${cells.join(', ')}`,
    );
  }
  console.log(`${of.padEnd(18)} ${whole.toFixed(0).padStart(6)} bytes on disk; aim ${aimBytes}`);
  record({ figure, unit: 'bytes', aim: aimBytes, whole, parts: taken });
  const limitSays = `its aim: ${aimBytes.toLocaleString('en-US')} bytes for ${of}`;
  enter({ name: figure, limitSays, aim: 1 }, aimBytes / whole);
}
