// Writes cases and their tasks by the million by SQL, without the commands: spread over two years as in real use, where
// nearly all old ones are closed. Each borrower has a key of their own; nothing is sealed by it, in them or in the cases.
import type { Client } from 'pg';
import { encryptionKeysOf } from '#app/encryption-key.ts';
import { readConfig } from '#platform/config.ts';
import { keyring } from '#platform/crypto/keyring.ts';
import { vault } from '#platform/crypto/vault.ts';
import { newId } from '#platform/ids.ts';
import { idOf } from '../events/fill.ts';
import { withoutIndexes } from '../indexes.ts';
import { type Place, withDatabase } from '../service.ts';

export const employees = 40;
export const teams = 8;
export const supercases = 20;

/** The id of the nth of them, as the filling writes it. */
export const nth = (prefix: 'EE' | 'TM' | 'SC', n: number): string => `${prefix}-${String(n + 1111).padStart(8, 'A')}`;
const inSql = (prefix: 'EE' | 'TM' | 'SC', n: string): string => `'${prefix}-' || lpad(((${n}) + 1111)::text, 8, 'A')`;

const perPerson = 4;

/** A borrower has four cases, in a table of any size. */
export async function fillCases(place: Place, count: number): Promise<void> {
  await withDatabase(place, async (client) => {
    await client.query("set maintenance_work_mem = '1GB'; set synchronous_commit = off; select setseed(0.5)");
    await fillOwners(client, place, Math.ceil(count / perPerson));
    await client.query(
      `create temporary table owners as select person_id, row_number() over (order by position) - 1 as n
       from live.people where company_id = (select company_id from live.companies);
       create index on owners (n); analyze owners`,
    );
    const tables = ['live.cases', 'live.case_tasks'];
    await withoutIndexes(client, tables, async () => {
      await client.query(cases(count));
      await client.query(tasks);
    });
    for (const table of tables) await client.query(`vacuum (analyze) ${table}`);
    await client.query('checkpoint');
  });
}

const batch = 5_000;

async function fillOwners(client: Client, { dataDirectory }: Place, count: number): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDirectory });
  const box = vault(keyring((await encryptionKeysOf(config))[0] as Buffer));
  for (let from = 0; from < count; from += batch) {
    const ids = Array.from({ length: Math.min(batch, count - from) }, () => newId('BO'));
    await client.query(owners, [ids, ids.map((id) => box.newSealer(id).wrappedKey), from]);
  }
  await client.query('vacuum (analyze) live.people');
}

const owners = `
  insert into live.people (person_id, company_id, position, borrower_type, status, collections_intensity, data_key,
    comm_preferences, monitor_start_date, search_tokens, created_at)
  select id, (select company_id from live.companies), $3::bigint + place, 'person', 'active', 'normal', key,
    '{"statementDeliveryChannels": ["email"], "sendRemindersWhenCurrent": true}', current_date, '{}', now()
  from unnest($1::text[], $2::bytea[]) with ordinality as made (id, key, place)`;

const twoYears = "interval '730 days'";

/** One in a thousand is open though it is old; of those of the last three weeks most are. */
const cases = (count: number): string => `
  insert into live.cases (person_id, id, company_id, position, external_id, case_type, name, status, status_updated_at,
    outcome, received_date, due_date, due_date_extended, owning_employee_id, owning_team_id, loan_ids, supercase_id,
    last_viewed_at, last_subresource_updated_at, created_by_type, created_at, updated_at)
  select person_id, ${idOf('CS', 'i')}, (select company_id from live.companies), (extract(epoch from at) * 1e6)::bigint,
    case when i % 3 = 0 then 'case-' || i end, case_type, case_type || ' ' || i % 100, status, at + interval '2 days',
    case when status = 'completed' then (array['resolved', 'approved', 'rejected'])[1 + i % 3] end, at::date,
    case when i % 2 = 0 then at::date + 30 end, false,
    case when i % 3 > 0 then ${inSql('EE', `i % ${employees}`)} end,
    case when i % 3 = 0 then ${inSql('TM', `i % ${teams}`)} end,
    array['LN-' || substr(person_id, 4)], case when i % 50 = 0 then ${inSql('SC', `i / 50 % ${supercases}`)} end,
    case when i % 4 > 0 then at + interval '1 day' end, at + interval '1 day', 'system', at, at + interval '2 days'
  from (
    select drawn.*, case
        when luck < case when at > now() - interval '21 days' then 0.7 else 0.001 end and case_type <> 'collection'
          then (array['initiated', 'processing', 'reopened'])[1 + i % 3]
        when luck > 0.9 then 'canceled' else 'completed' end as status
    from (
      select i::bigint as i, floor(random() * ${Math.ceil(count / perPerson)})::bigint as n, random() as luck,
        now() - ${twoYears} + i * (${twoYears} / ${count}) as at,
        (array['collection', 'generic', 'generic', 'disputeOfDebt', 'bankruptcy', 'creditBureauDispute', 'deceased',
          'disputeOfPurchase', 'militaryDuty', 'ceaseCommunication'])[1 + i % 10] as case_type
      from generate_series(1, ${count}) as i
    ) as drawn
  ) as drawn join owners using (n)`;

/** A case in four has had a task; what is open of them belongs to what is open. */
const tasks = `
  insert into live.case_tasks (person_id, id, case_id, company_id, position, kind, status, due_at, assigned_employee_id,
    assigned_team_id, created_by_type, ended_at, created_at)
  select person_id, 'CK-' || substr(id, 4), id, company_id, position + 1000,
    (array['escalation', 'scheduledCall', 'snooze', 'note'])[1 + position % 4],
    case when status in ('completed', 'canceled') then 'done' else 'open' end,
    created_at + interval '1 day' * (position % 30), owning_employee_id, owning_team_id, 'system',
    case when status in ('completed', 'canceled') then updated_at end, created_at
  from live.cases where position % 4 = 0 or status not in ('completed', 'canceled')`;
