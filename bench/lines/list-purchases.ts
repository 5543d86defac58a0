// What a page of purchases costs on a line with 100,000 of them, beside a line with a hundred in the same tables.
import type pg from 'pg';
import type { Cleanup } from '../cleanup.ts';
import { copyTemplate, pathOf } from '../loans/template.ts';
import { coldMemoryMb, makePlace, startService, withDatabase } from '../service.ts';
import { clientOf, compareSides, type Question, type Side } from '../sides.ts';
import { copyOf, drawPathOf, type LineRef, makeLine, settled } from './template.ts';

export const listPurchasesName = 'list-purchases';

const aim = 1.5;
const few = 100;
const years = 3;

export async function measureListPurchases(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const place = makePlace(cleanup);
  const warm = await startService(place, cleanup);
  const cold = await startService(place, cleanup, { memoryMb: coldMemoryMb });
  const many = isQuick ? 20_000 : 100_000;
  const template = await makeLine(warm, { purchases: few, days: 80 });
  const [crowded, other] = [copyOf(template, 1), copyOf(template, 2)];
  const known = await withDatabase(place, async (client) => {
    await copyTemplate(client, template, 'live', { count: 2 });
    await fill(client, crowded, many);
    await settled(client);
    return { crowded: await some(client, crowded), other: await some(client, other) };
  });
  for (const [name, service] of Object.entries({ cold, warm })) {
    const sideOf = (line: LineRef, count: number, ids: readonly string[]): Side => ({
      count,
      service,
      client: clientOf(service, cleanup),
      questions: questions(line, ids),
    });
    const sides = [sideOf(other, few, known.other), sideOf(crowded, many, known.crowded)] as const;
    await compareSides(sides, { name: `${listPurchasesName}, ${name}`, aim, isQuick });
  }
  await cleanup.run();
}

/** Further purchases of the line over the years before: each a copy of one of its own, some of other kinds. */
async function fill(client: pg.Client, { personId }: LineRef, count: number): Promise<void> {
  const second = (years * 365 * 86_400) / count;
  await client.query(
    `insert into live.purchases select made.* from
      (select *, row_number() over (order by id) as k from live.purchases where person_id = $1) as t
      join generate_series(1, $2::int) as n on t.k = 1 + n % $3::int
      cross join lateral (select now() - make_interval(secs => $4::double precision * ($2::int - n)) as at) as w
      cross join lateral jsonb_populate_record(null::live.purchases, to_jsonb(t) || jsonb_build_object(
        'id', 'DP-' || lpad(n::text, 9, '0'), 'fact_id', 'DP-' || lpad(n::text, 9, '0'),
        'position', (extract(epoch from w.at) * 1000000)::bigint, 'created_at', w.at, 'effective_at', w.at, 'settled_at', w.at,
        'type', case when n % 50 = 0 then 'refund' else 'regular' end,
        'status', case when n % 5000 = 0 then 'disputed' else 'settled' end)) as made`,
    [personId, count, few, second],
  );
}

/** Spread over all there are. */
async function some(client: pg.Client, { personId }: LineRef): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from (select id, row_number() over (order by position) as n, count(*) over () as whole
       from live.purchases where person_id = $1) as all_of_them
     where n % (whole / 40) = 0 and n between whole * 0.3 and whole * 0.8`,
    [personId],
  );
  return rows.map(({ id }) => id);
}

function questions(line: LineRef, ids: readonly string[]): Question[] {
  const after = ids.map((id) => `startingAfter=${id}`);
  const lists = [pathOf(line), drawPathOf(line)].flatMap((path, i) => {
    const of = i === 0 ? 'line' : 'draw';
    const ask = (what: string, queries: readonly string[]): Question => ({
      name: `${of}: ${what || 'the first page'}`,
      paths: queries.map((query) => `${path}/purchases?${query}`),
    });
    const timeline = (timestamps: string, more: readonly string[] = ['']): Question => ({
      name: `${of}: timeline ${timestamps}${more.length > 1 ? ', startingAfter' : ''}`,
      paths: more.map((query) => `${path}/purchases-timeline?timestamps=${timestamps}&${query}`),
    });
    return [
      ask('', ['limit=25']),
      ask('startingAfter', after),
      ask('sortBy=effectiveAt', ['sortBy=%2BeffectiveAt']),
      ask('sortBy=-effectiveAt', ['sortBy=-effectiveAt']),
      ask(
        'sortBy=-effectiveAt, startingAfter',
        after.map((query) => `sortBy=-effectiveAt&${query}`),
      ),
      ask('types=refund', ['types=refund']),
      ask('statuses=settled', ['statuses=settled']),
      ask('statuses=disputed', ['statuses=disputed']),
      ask('statuses=authorized', ['statuses=authorized']),
      ask('a range of effectiveAt', [`fromEffectiveAt=${daysAgo(40)}&toEffectiveAt=${daysAgo(33)}`]),
      ask('a range of createdAt', [`fromCreatedAt=${daysAgo(40)}&toCreatedAt=${daysAgo(33)}`]),
      timeline('effectiveAt'),
      timeline('effectiveAt', after),
      timeline('createdAt', after),
      timeline('authorizedAt,settledAt,effectiveAt', after),
      timeline('settledAt', [`from=${daysAgo(40)}&to=${daysAgo(33)}`]),
    ];
  });
  return lists;
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
