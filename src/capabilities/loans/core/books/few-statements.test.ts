// What a payment sends to the database: each table is written once, and nothing is written that stays as it was.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { statementsOf } from '../../../../../tests/support/statements.ts';

describe('a payment', () => {
  const { house, aCompany } = useHouse();
  let company: Awaited<ReturnType<typeof aCompany>>;
  before(async () => {
    company = await aCompany();
  });

  const isWrite = /^(insert into|update|delete from) "(\w+)"/;

  async function writesOf(work: () => Promise<unknown>): Promise<string[]> {
    const sent = await statementsOf(house().service.database.pools.test, work);
    return sent.map(({ text }) => text).filter((text) => isWrite.test(text) && !text.includes('"events"'));
  }

  const tablesOf = (writes: readonly string[]): string[] =>
    writes.map((text) => isWrite.exec(text)!.slice(1).join(' '));

  async function late(): Promise<Life> {
    const life = await aLife(company, { type: { fees: { late: { graceDays: 5, flatAmount: 15 } } } });
    await life.moveTo('2026-02-25');
    return life;
  }

  test('writes each table of the loan once, also where it pays interest, principal and a fee', async () => {
    const life = await late();
    const writes = await writesOf(() => life.pay(500));
    const tables = tablesOf(writes).filter((what) => /loan|transactions/.test(what));
    assert.deepEqual(tables, [...new Set(tables)]);
    assert.ok(tables.includes('insert into loan_facts') && tables.includes('insert into loan_obligations'));
    assert.ok(!tables.includes('insert into loan_postings'), 'what it posts lies with its fact');
  });

  test('does not update its own transaction', async () => {
    const tables = tablesOf(await writesOf(async () => (await late()).pay(500)));
    assert.ok(tables.includes('insert into transactions') && !tables.includes('update transactions'));
  });

  const onTheDayItBegan = (): Promise<Life> => aLife(company);

  for (const [when, begun] of Object.entries({ 'months later': late, 'on the day it began': onTheDayItBegan }))
    test(`leaves the documents of the loan alone that stay as they were, ${when}`, async () => {
      const life = await begun();
      const updates = (await writesOf(() => life.pay(20))).filter((text) => /^update "loan(s|_standing)"/.test(text));
      assert.equal(updates.length, 1, updates.join('\n'));
      assert.match(updates[0] ?? '', /^update "loan_standing" set .*"state" = /);
    });

  test('leaves the standing of the loan on its page, so that no index is written', async () => {
    const { id, personId } = await late();
    const { test: pool } = house().service.database.pools;
    await pool.query(
      `insert into loans select (jsonb_populate_record(l, jsonb_build_object('id', l.id || n))).*
       from loans as l cross join generate_series(1, 200) as n where l.id = $1 and l.person_id = $2`,
      [id, personId],
    );
    await pool.query(
      `insert into loan_standing select (jsonb_populate_record(s, jsonb_build_object('loan_id', s.loan_id || n))).*
       from loan_standing as s cross join generate_series(1, 200) as n where s.loan_id = $1 and s.person_id = $2`,
      [id, personId],
    );
    const pages = async (): Promise<string[]> => {
      const found = await pool.query(
        'select loan_id || split_part(ctid::text, $2, 1) as page from loan_standing where person_id = $1 order by loan_id',
        [personId, ','],
      );
      return found.rows.map(({ page }) => page);
    };
    const was = await pages();
    await pool.query(
      `update loan_standing set version = version + 1, postings_count = postings_count + 1
      where person_id = $1 and right(loan_id, 1) = '0'`,
      [personId],
    );
    const moved = (await pages()).filter((page) => !was.includes(page));
    assert.ok(was.length > 200 && moved.length <= 2, `${moved.length} of 20 moved`);
  });
});
