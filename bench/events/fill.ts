// Writes events by the million by SQL, without the commands: spread over two years as in real use, a tenth of them of
// another company. It says how much disk it needs before it begins.
import { statfsSync } from 'node:fs';
import { withoutIndexes } from '../indexes.ts';
import { type Place, withDatabase } from '../service.ts';

/** There are forty of them in a table of any size. */
export const rareType = 'person.identity.deleted';
export const frequentType = 'contact.updated';
/** One event in a hundred has this type. */
export const uncommonType = 'contact.deleted';

/** The bytes of a row, of its share of all indexes, and of the disk that sorting these needs. */
const bytesPerEvent = 700;

function mustFit({ directory }: Place, count: number): void {
  const { bavail, bsize } = statfsSync(directory);
  const [needed, free] = [(count * bytesPerEvent) / 2 ** 30, (bavail * bsize) / 2 ** 30];
  const said = `${count} events need some ${needed.toFixed(1)} GiB in ${directory}, which has ${free.toFixed(1)} GiB free`;
  if (needed > free) throw new Error(said);
  if (needed > 1) console.log(said);
}

/** The first subjects are people who exist; the others are ids without a person. */
export async function fillEvents(place: Place, count: number, people: readonly string[]): Promise<void> {
  mustFit(place, count);
  await withDatabase(place, async (client) => {
    // In the transaction of the truncation PostgreSQL writes the rows to the table only, and not to the log as well.
    await client.query(
      `begin; set local maintenance_work_mem = '1GB';
       truncate live.event_commits, live.placed_commits, live.waiting_commits`,
    );
    await withoutIndexes(client, ['live.event_commits', 'live.placed_commits'], async () => {
      await client.query(subjects(count));
      await client.query('update subjects set subject_id = $1[n + 1] where n < cardinality($1::text[])', [people]);
      await client.query(`analyze subjects; select setseed(0.5); ${commits(count)} ${places}`);
    });
    await client.query(
      `update live.event_places set last_sequence = (select max(place) + 10 from live.placed_commits)
       where name in ('events', 'deliveries'); commit`,
    );
    await client.query('vacuum analyze live.event_commits, live.placed_commits, live.event_shapes');
    await client.query('checkpoint');
  });
}

/** The service knows shapes already, by smaller numbers. */
const knownShapes = 1_000;

const places = `
  insert into live.event_shapes (shape, company_id, types)
  select ${knownShapes} + row_number() over (), company_id, types
  from (select distinct company_id, types from live.event_commits) as told;
  insert into live.event_keys (company_id, key)
  select distinct company_id, md5(company_id) from live.event_shapes on conflict do nothing;
  insert into live.placed_commits (place, position, created_at, effective_at, shape, company_id, subject_id, loan_id,
    case_id, transaction_id, period_id)
  select 1 + sum(cardinality(types)) over (order by position) - cardinality(types), position, created_at, effective_at,
    shape, company_id, subject_id, loan_id, case_id, transaction_id, period_id
  from live.event_commits join live.event_shapes using (company_id, types) where shape > ${knownShapes} order by position;`;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ123456789';

/** An id for each number: no two are the same, and they are in no order that an index could profit from. */
export function idOf(prefix: string, number: string): string {
  const signs = Array.from({ length: 8 }, (_, k) => {
    const digit = `((${number}) * 123456789013 % ${35 ** 8} / ${35 ** k} % 35)`;
    return `substr('${alphabet}', 1 + ${digit}::integer, 1)`;
  });
  return `'${prefix}-' || ${signs.slice(0, 4).join(' || ')} || '-' || ${signs.slice(4).join(' || ')}`;
}

/** Each subject has fifty events, in a table of any size. The last tenth belongs to another company. */
const subjects = (count: number): string => `
  create temporary table subjects on commit drop as
  select n, ${idOf('BO', 'n::bigint')} as subject_id, ${idOf('LN', 'n::bigint')} as loan_id,
    case when n >= ${Math.ceil(count / 50)} then 'CP-ZZZZ-ZZZZ' else (select company_id from live.companies) end
      as company_id
  from generate_series(0, ${Math.ceil(count / 45)}) as n;`;

/** A random number up to `upTo` means the types of a commit. The last ones are those of the company. */
const types: readonly (readonly [upTo: number, ...types: string[]])[] = [
  [0.3, frequentType],
  [0.5, frequentType, 'person.updated'],
  [0.7, 'contact.created', frequentType, frequentType],
  [0.78, 'person.identity.created', 'person.created'],
  [0.88, 'person.identity.updated', 'person.updated'],
  [0.96, 'person.statuschanged', 'person.updated', frequentType],
  [0.98, 'contact.deleted'],
  [0.99, 'webhook.updated'],
  [0.995, 'key.updated'],
  [1, 'key.created'],
];
const perCommit = types.reduce((sum, [upTo, ...own], i) => sum + (upTo - (types[i - 1]?.[0] ?? 0)) * own.length, 0);

const isOfCompany = 'kind > 0.98';
const hasLoan = `luck < 0.7 and not ${isOfCompany}`;

const twoYears = "interval '730 days'";
const asArray = (own: readonly string[]): string => `'{${own.join()}}'::text[]`;

const commits = (events: number): string => {
  const count = Math.ceil(events / perCommit);
  return `
  insert into live.event_commits (subject_id, company_id, position, types, causes, created_at, effective_at, taken_back,
    loan_id, case_id, transaction_id, period_id, request_id, actor_type, actor_id, events)
  select case when ${isOfCompany} then company_id else subject_id end, company_id,
    i, types,
    case when random() < 0.3 then array_fill('cause-' || i, array[cardinality(types)]) end,
    at, case when random() < 0.02 then at - random() * interval '200 days' else at end,
    case when random() < 0.01 then json_build_object('0', to_json(at + interval '1 day')) end,
    case when ${hasLoan} then loan_id end,
    case when ${hasLoan} and random() < 0.05 then ${idOf('CS', 'n::bigint')} end,
    case when ${hasLoan} and random() < 0.15 then ${idOf('TX', 'i')} end,
    case when ${hasLoan} and random() < 0.15 then ${idOf('PE', 'n::bigint * 12 + i % 12')} end,
    substr(md5('request' || i), 1, 20), 'key', 'AK-7KQ2-M9XA',
    to_jsonb(array[jsonb_build_object('personExternalId', 'crm-' || n, 'contactId', ${idOf('CT', 'i')},
      'contactExternalId', null, 'contactType', 'phone', 'status', 'primary')]
      || array_fill('{"status": "secondary"}'::jsonb, array[cardinality(types) - 1]))
  from (
    select drawn.*, case when i % ${Math.floor(count / 40)} = 1 then ${asArray([rareType])}
      ${types.map(([upTo, ...own]) => `when kind <= ${upTo} then ${asArray(own)}`).join(' ')} end as types
    from (
      select i::bigint as i, random() as kind, random() as luck,
        -- Told in the order of commits: what took long was made before what it comes after.
        now() - ${twoYears} + i * (${twoYears} / ${count})
          - case when random() < 0.01 then random() * interval '30 minutes' else interval '0' end as at,
        case when i % 10 = 0 then ${Math.ceil(events / 50)} + floor(random() * ${Math.floor(events / 450)})::integer
          else floor(random() * ${Math.ceil(events / 50)})::integer end as of_subject
      from generate_series(1, ${count}) as i
    ) as drawn
  ) as drawn
  join subjects on n = of_subject;`;
};
