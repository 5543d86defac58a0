// The database contains nothing readable about a person, in any column of any table of any schema.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { type House, useHouse } from '../../../tests/support/house.ts';
import { testServer } from '../../../tests/support/server.ts';

async function withDatabase<T>({ database }: House, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...testServer().admin, database });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The rows of every table as text; bytes are also read as text. */
async function everythingStored(client: pg.Client): Promise<Map<string, string>> {
  const tables = await client.query<{ name: string; columns: string[] }>(`
    select format('%I.%I', table_schema, table_name) as name, array_agg(
      case data_type when 'bytea' then format('encode(%I, ''escape'')', column_name)
                     else format('%I::text', column_name) end) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    group by 1`);
  const texts = new Map<string, string>();
  for (const { name, columns } of tables.rows) {
    const { rows } = await client.query(`select concat_ws(' ', ${columns.join(', ')}) as text from ${name}`);
    texts.set(name, rows.map(({ text }) => text).join('\n'));
  }
  return texts;
}

/** A few digits may occur by chance within a longer number, such as a token or an instant. */
const holds = (text: string, value: string): boolean =>
  /^\d{1,6}$/.test(value) ? new RegExp(`(?<!\\d)${value}(?!\\d)`).test(text) : text.includes(value);

describe('personal data at rest', () => {
  const { house, aCompany } = useHouse();

  test('no column of any table holds a name, birthday, email, phone, address or identity', async () => {
    const { test: api } = await aCompany();
    const { id } = await api.made('/people', {
      externalId: 'Kept-Readable',
      name: {
        prefix: 'Baroness',
        firstName: 'Augusta',
        middleName: 'Kingsley',
        lastName: 'Lovelace',
        maidenLastName: 'Byronsdottir',
        suffix: 'Xxiii',
        preferredFirstName: 'Addiekins',
      },
      dateOfBirth: '1915-12-10',
      identity: { identityType: 'SSN', value: '123-45-6789' },
    });
    const idempotent = { 'idempotency-key': 'once' };
    const contacts = `/people/${id}/contacts`;
    await api.post(contacts, { contactType: 'email', label: 'work', value: 'Secret.Mail@Example.com' }, idempotent);
    const phone = await api.made(contacts, {
      contactType: 'phone',
      label: 'home',
      value: '+13175551212',
      name: 'Wilhelmina',
    });
    await api.post(`${contacts}/${phone.id}/clone`, { value: '+13175559876' });
    const address = { addressLine1: '12 Hemlock Row', city: 'Terre Haute', state: 'IN', postalCode: '47802' };
    const home = await api.made(contacts, { contactType: 'address', label: 'home', address });
    await api.put(`${contacts}/${home.id}`, { address: { addressLine2: 'Penthouse', countyOrRegion: 'Vigoshire' } });
    const gone = await api.made(contacts, { contactType: 'email', label: 'home', value: 'deleted.mail@example.com' });
    await api.delete(`${contacts}/${gone.id}`);
    await api.post(
      `/people/${id}/identities`,
      { identityType: 'passport', value: 'PX-998877' },
      { 'idempotency-key': 'twice' },
    );
    await api.put(`/people/${id}`, { name: { lastName: 'Newlyweds' } });
    await api.made('/people', {
      borrowerType: 'business',
      businessDetails: { businessName: 'Analytical Engines', businessLegalName: 'Babbage Trust' },
    });
    const personal = [
      ...['baroness', 'augusta', 'kingsley', 'lovelace', 'byronsdottir', 'xxiii', 'addiekins', 'newlyweds'],
      ...['1915-12-10', '19151210', '123-45-6789', '123456789', '6789'.padStart(9, '0'), 'px-998877', 'px998877'],
      ...['secret.mail', 'deleted.mail', '3175551212', '3175559876', 'wilhelmina'],
      ...['hemlock', 'terre haute', '47802', 'penthouse', 'vigoshire', 'analytical', 'babbage'],
    ];
    const stored = await withDatabase(house(), everythingStored);
    const all = [...stored.values()].join('\n');
    // These are stored readable, which proves that values are found: an external id is not personal data (2.3).
    assert.ok(all.includes('Kept-Readable') && all.includes(id) && all.includes(phone.id));
    for (const [table, text] of stored) {
      const lower = text.toLowerCase();
      for (const value of personal) assert.ok(!holds(lower, value), `${table} holds ${value}`);
    }
  });

  test('the same value has another token with another company and in the other mode', async () => {
    const { test: api, live } = await aCompany();
    const { test: other } = await aCompany();
    const person = {
      name: { firstName: 'Tokenia', lastName: 'Tokenia' },
      identity: { identityType: 'SSN', value: '123456789' },
    };
    const made = await Promise.all([api, live, other].map((client) => client.made('/people', person)));
    const stored = await withDatabase(house(), (client) =>
      client.query<{ tokens: string[] }>(
        `with people as (select * from live.people union all select * from test.people),
              identities as (select * from live.identities union all select * from test.identities)
         select search_tokens || value_token as tokens from people join identities using (person_id)
         where person_id = any($1)`,
        [made.map(({ id }) => id)],
      ),
    );
    // Five prefixes of the name as a first name, five as a last name, and the identity: each occurs three times.
    const tokens = stored.rows.flatMap((row) => row.tokens);
    assert.equal(tokens.length, 33);
    assert.equal(new Set(tokens).size, 33);
  });
});
