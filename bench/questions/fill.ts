// Writes loans with figures of their day by the million by SQL, without the commands: enough for questions of balances. No
// loan has a state, so nothing else may be asked of them.
import { type Place, withDatabase } from '../service.ts';

const ofCompany = '(select company_id from live.companies)';

export async function fillBalances(place: Place, count: number): Promise<void> {
  await withDatabase(place, async (client) => {
    await client.query("set maintenance_work_mem = '1GB'; set synchronous_commit = off; select setseed(0.5)");
    await client.query(people, [count]);
    await client.query(loans, [count]);
    await client.query(standings, [count]);
    for (const table of ['people', 'loans', 'loan_standing']) await client.query(`vacuum (analyze) live.${table}`);
    await client.query('checkpoint');
  });
}

const idOf = (prefix: string): string => `'${prefix}-' || lpad(i::text, 8, 'A')`;
const each = 'from generate_series(1, $1::bigint) as i';

const people = `
  insert into live.people (person_id, company_id, position, borrower_type, status, collections_intensity, data_key,
    comm_preferences, monitor_start_date, search_tokens, created_at)
  select ${idOf('BO')}, ${ofCompany}, i, 'person', 'active', 'normal', '\\x00', '{}', current_date, '{}', now() ${each}`;

const loans = `
  insert into live.loans (person_id, id, company_id, position, loan_type_id, loan_type_version, status, is_closed,
    serviced_by, at_origination, additional_people, asset_type, asset_display_name, zone, timestamps, figures, created_at)
  select ${idOf('BO')}, ${idOf('LN')}, ${ofCompany}, i, 'LT-AAAA-AAAA', 1,
    (array['active', 'active', 'active', 'frozen', 'accelerated', 'chargedOff', 'paidOff'])[1 + i % 7], i % 7 = 6,
    'lender', '{"paymentFrequency": "monthly"}', '[]', 'other', 'A thing', 'America/New_York', '{}', '{}', now() ${each}`;

const standings = `
  insert into live.loan_standing (person_id, loan_id, company_id, version, facts_count, postings_count, started_on, rules,
    owed_through, oldest_due_on, next_due_on, past_due_days, daily_past_due_days, principal, interest, fees, due, past_due,
    accrued, accrued_part, daily, daily_part, part_of)
  select ${idOf('BO')}, ${idOf('LN')}, ${ofCompany}, 1, 3, 20, current_date - 400, 1, current_date - (i % 20)::integer,
    case when i % 9 = 0 then current_date - 40 end, current_date + 11, case when i % 9 = 0 then 40 end,
    case when i % 9 = 0 then 1 end, 100000 + i % 900000, i % 7000, i % 4000, i % 30000,
    case when i % 9 = 0 then i % 30000 end, i % 3000, i % 360, i % 300, i % 360, 360 ${each}`;
