// The views: what they read of the tables, and that balances are those that a loan shows.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import pg from 'pg';
import { sealedTables, tables, views } from '#app/capabilities.ts';
import type { Table } from '#platform/db/define-table.ts';
import { type Client, type Company, useHouse } from '../../../tests/support/house.ts';
import { aLife } from '../../../tests/support/loan-life.ts';
import { setClock } from '../../../tests/support/test-clock.ts';
import { AnswerText, rowsOfAnswer } from './answer-text.ts';
import { describeQuestion } from './asking/ask.ts';
import { columnsOf } from './asking/columns.ts';
import { loginOf } from './asking/login.ts';
import { openSession } from './asking/session.ts';

describe('the views', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  async function rowsOf(client: Client, sql: string): Promise<(string | null)[][]> {
    const { database, vault } = house().service;
    const session = await openSession(
      { server: database.server, mode: client.realm.mode },
      await loginOf({ database, vault }, client.realm),
      { timeMsMax: 300_000, rowBytesMax: 10_000_000, memoryBytesMax: 1_000_000_000 },
    );
    try {
      await session.declare(sql, [], sql);
      const columns = columnsOf(await session.columns());
      const [, ...rows] = (
        await Array.fromAsync(rowsOfAnswer(columns, session.copy(sql, new AnswerText(columns))))
      ).flat();
      return rows;
    } finally {
      await session.close();
    }
  }

  const asOwner = async <T extends pg.QueryResultRow>(sql: string): Promise<T[]> => {
    const client = new pg.Client(house().service.database.server);
    await client.connect();
    try {
      return (await client.query<T>(sql)).rows;
    } finally {
      await client.end();
    }
  };

  test('read no column that is sealed, hashed or packed', async () => {
    const read = await asOwner<{ view: string; place: string }>(`
      select v.relname as view, t.relname || '.' || a.attname as place
        from pg_depend d
        join pg_rewrite r on r.oid = d.objid and d.classid = 'pg_rewrite'::regclass
        join pg_class v on v.oid = r.ev_class and v.relnamespace = 'reporting_live'::regnamespace
        join pg_class t on t.oid = d.refobjid and t.relkind in ('r', 'p')
        join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid and a.attnum > 0`);
    assert.ok(read.length > 100);
    const sealed = new Set(
      sealedTables.flatMap(({ table, byPerson = [], byCompany, tokens, hashes = {}, dataKey }) =>
        [
          ...byPerson,
          ...Object.keys(byCompany?.columns ?? {}),
          ...(tokens?.columns ?? []),
          ...Object.keys(hashes),
          ...(dataKey === undefined ? [] : [dataKey]),
        ].map((column) => `${table}.${column}`),
      ),
    );
    const packed = Object.values(tables)
      .filter((one): one is Table => 'columns' in one)
      .flatMap(({ name, columns }) =>
        Object.entries(columns).flatMap(([column, { type }]) => (type === 'bytea' ? [`${name}.${column}`] : [])),
      );
    const forbidden = new Set([...sealed, ...packed]);
    assert.deepEqual(
      read.filter(({ place }) => forbidden.has(place)),
      [],
    );
  });

  test('can be read in both modes, and say what each column means', async () => {
    for (const { name, columns } of views) {
      for (const client of [company.live, company.test]) await rowsOf(client, `select * from ${name}`);
      assert.ok(
        Object.values(columns).every(({ says }) => says.endsWith('.')),
        name,
      );
    }
    const [comment] = await asOwner<{ said: string }>(
      "select col_description('reporting_live.loans'::regclass, 1) as said",
    );
    assert.equal(comment?.said, 'The id of the loan.');
  });

  test('are asked by another login where the server does not know the first, as after a restore', async () => {
    const { database, vault } = house().service;
    const { realm } = (await aCompany()).test;
    const { user } = await loginOf({ database, vault }, realm);
    await asOwner(`revoke connect on database ${house().database} from ${user}; drop role ${user}`);
    const asked = { sql: 'select id from loans', parameters: [], rights: undefined };
    assert.deepEqual((await describeQuestion({ database, vault }, realm, asked)).columns, [
      { name: 'id', type: 'text' },
    ]);
    assert.notEqual((await loginOf({ database, vault }, realm)).user, user);
  });

  test('show balances as the loan shows them, on each day of its test clock', async () => {
    const fees = { late: { graceDays: 10, flatAmount: 10, percent: 0.05, rule: 'greater' } };
    const life = await aLife(company, { start: '2027-01-20T15:00:00Z', type: { fees } });
    for (const day of ['2027-01-25', '2027-02-19', '2027-02-20', '2027-02-21', '2027-03-02', '2027-03-05']) {
      await setClock(life.api, `${day}T17:00:00Z`);
      await life.act('refresh');
      const { outstandingBalances: all, dueBalances, overdueBalances } = await life.read('/balances');
      const sql = `select as_of_date, principal_amount, interest_amount, fees_amount, due_amount, past_due_amount
        from balances where loan_id = '${life.id}'`;
      const text = (amount: number) => amount.toFixed(2);
      assert.deepEqual(await rowsOf(life.api, sql), [
        [
          day,
          text(all.outstandingPrincipalAmount),
          text(all.outstandingInterestAmount),
          text(all.outstandingFeesAmount),
          text(dueBalances.dueTotalAmount),
          text(overdueBalances.overdueTotalAmount),
        ],
      ]);
    }
    const postings = 'select account, amount from fact_postings union all select account, amount from later_postings';
    assert.deepEqual(await rowsOf(life.api, `select sum(p.amount) from (${postings}) p`), [['0.00']]);
    assert.deepEqual(await rowsOf(company.live, 'select count(*) from balances'), [['0']]);
  });
});
