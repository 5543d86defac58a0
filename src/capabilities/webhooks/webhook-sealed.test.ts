// What the database holds of webhooks is sealed: no row of any table shows a URL, a secret, a body or an answer.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { eventually } from '../../../tests/support/eventually.ts';
import { useHouse } from '../../../tests/support/house.ts';
import { aWebhook, secretOf, useReceivers } from '../../../tests/support/receiver.ts';
import { testServer } from '../../../tests/support/server.ts';

describe('a webhook subscription', { concurrency: true }, () => {
  const receivers = useReceivers(1);
  const { house, aCompany } = useHouse({ webhookDevHosts: receivers.devHosts });

  test('lies in the database sealed: neither URL, secret, bodies nor answers can be read there', async () => {
    const { test: api } = await aCompany();
    const receiver = receivers.take((answer) => answer.end('telltale-answer'));
    const webhookUrl = `${receiver.url}?token=telltale-token`;
    const key = { 'idempotency-key': 'once' };
    const made = (await api.post('/webhooks', aWebhook(webhookUrl), key)).body.data;
    const again = await api.post('/webhooks', aWebhook(webhookUrl), key);
    assert.deepEqual([again.status, again.body.data], [409, { id: made.id }], 'the secret does not come again');
    const rotated = (await api.post(`/webhooks/${made.id}/rotate-secret`, undefined, { 'idempotency-key': 'r' })).body;
    const lastName = 'Telltalehausen';
    const email = 'telltale@example.org';
    const { id } = await api.made('/people', { name: { firstName: 'Tellula', lastName }, dateOfBirth: '1987-06-05' });
    await api.made(`/people/${id}/contacts`, { contactType: 'email', label: 'personal', value: email });
    await receiver.until(4);
    await api.made(`/webhooks/${made.id}/recover?sync=true`, { from: '2026-01-01' });
    await eventually(
      'all is written down',
      async () => (await api.get(`/webhooks/${made.id}`)).body.data.pending === 0,
    );
    assert.match(receiver.posts.map(({ body }) => body).join(), /Telltalehausen.*telltale@example\.org/s);
    const telltales = ['telltale', 'tellula', receiver.host, '1987-06-05'];
    const secrets = [secretOf(made), secretOf(rotated.data)];
    const rows = await everyRow(house().database);
    for (const table of ['webhooks', 'webhook_deliveries', 'webhook_work', 'event_commits', 'operations']) {
      assert.ok(
        rows.some(([name]) => name === `test.${table}`),
        `${table} was looked at`,
      );
    }
    for (const [table, row] of rows) {
      for (const word of [...telltales, ...secrets]) assert.ok(!holds(row, word), `${table} holds ${word}: ${row}`);
    }
  });
});

/** All rows of the database, in every schema of ours, as text: each with the name of its table. */
async function everyRow(database: string): Promise<[table: string, row: string][]> {
  const client = new pg.Client({ ...testServer().admin, database });
  await client.connect();
  try {
    const { rows: tables } = await client.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')
         and has_table_privilege(format('%I.%I', schemaname, tablename), 'select')`,
    );
    const all: [string, string][] = [];
    for (const { name } of tables) {
      const { rows } = await client.query(`select t::text as row from ${name} t`);
      all.push(...rows.map(({ row }): [string, string] => [name, row]));
    }
    return all;
  } finally {
    await client.end();
  }
}

/** As plain text, or in the form in which bytes of a column are printed. */
const holds = (row: string, word: string): boolean =>
  [word, Buffer.from(word).toString('hex')].some((form) => row.toLowerCase().includes(form.toLowerCase()));
