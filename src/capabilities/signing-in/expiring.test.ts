// What goes by itself, and what goes with its user.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tables, whole } from '#app/capabilities.ts';
import { erasePersonByHand } from '#app/erase-person.ts';
import { deletingExpired } from '#platform/expired-rows.ts';
import { standingClock } from '../../../tests/support/clock.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { aUser, password, signedIn, signedInBy, signInQuery } from '../../../tests/support/signed-in.ts';

const hour = 3_600;
const day = 24 * hour;
const email = 'ada@example.com';

describe('rows of signing in', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ clock, works: false });
  const pool = () => house().service.database.pools.test;
  const forget = () => deletingExpired(house().service.database, clock, whole.expiring).run('test');
  const count = async (table: string, { realm }: Client) =>
    (await pool().query(`select 1 from ${table} where company_id = $1`, [realm.companyId])).rowCount;
  const counts = async (api: Client) => ({
    codes: await count('codes', api),
    sessions: await count('sessions', api),
    sign_in_attempts: await count('sign_in_attempts', api),
  });
  async function anAgent() {
    const { test: api } = await aCompany();
    await aUser(house(), api, { email });
    return api;
  }

  test('go once their time is over, and not before', async () => {
    const api = await anAgent();
    const path = `/companies/${api.realm.companyId}/auth/send-one-time-code?mode=test`;
    await house().call(undefined, 'POST', path, { body: { username: email } });
    const body = { username: email, password: 'a wrong one' };
    await house().call(undefined, 'POST', `/auth/token${signInQuery(api)}`, { body });
    const ended = await signedIn(house(), api, email);
    await signedIn(house(), api, email);
    await ended.delete('/auth/token');
    const steps: [number, Awaited<ReturnType<typeof counts>>][] = [
      [0, { codes: 1, sessions: 2, sign_in_attempts: 5 }],
      [hour, { codes: 1, sessions: 2, sign_in_attempts: 5 }],
      [hour, { codes: 0, sessions: 2, sign_in_attempts: 5 }],
      [day, { codes: 0, sessions: 2, sign_in_attempts: 0 }],
      [5 * day, { codes: 0, sessions: 2, sign_in_attempts: 0 }],
      [day, { codes: 0, sessions: 1, sign_in_attempts: 0 }],
      [29 * day, { codes: 0, sessions: 1, sign_in_attempts: 0 }],
      [2 * day, { codes: 0, sessions: 0, sign_in_attempts: 0 }],
    ];
    for (const [i, [seconds, left]] of steps.entries()) {
      clock.moveOn(seconds);
      await forget();
      assert.deepEqual(await counts(api), left, `step ${i}`);
    }
  });

  test('go in batches, and nothing that is not due goes with them', async () => {
    const api = await anAgent();
    const made = `insert into sign_in_attempts (attempt_hash, company_id, failures, last_at, free_at)
      select sha256(i::text::bytea), $1, 1, to_timestamp($2) - i / 3 * interval '1 second', now() from generate_series(1, 2500) i`;
    await pool().query(made, [api.realm.companyId, clock.micros() / 1e6 - day - hour + 100.5]);
    await forget();
    assert.equal(await count('sign_in_attempts', api), 302, 'three a second, for a hundred seconds and this one');
  });

  test('are found by an index, so that the hour costs nothing', async () => {
    for (const { table, column } of whole.expiring) {
      assert.ok(tables[table]);
      const { rows } = await pool().query(
        `select 1 from pg_indexes where tablename = $1 and replace(indexdef, '"', '') like '%(' || $2 || ')%'`,
        [table, column],
      );
      assert.ok(rows.length > 0, `${table} has an index on ${column}`);
    }
  });

  test('go with a user who is deleted, and with a borrower who is erased', async () => {
    const { test: api } = await aCompany();
    const { id: personId } = await api.made('/people', aPerson());
    const borrowerId = await aUser(house(), api, { email, userType: 'borrower', role: 'borrower', personId });
    const agentId = await aUser(house(), api, { email });
    await aUser(house(), api, { email: 'bob@example.com' });
    for (const userType of ['agent', 'borrower'] as const) {
      await signedIn(house(), api, email, { userType });
      const path = `/companies/${api.realm.companyId}/auth/send-one-time-code${signInQuery(api, userType)}`;
      await house().call(undefined, 'POST', path, { body: { username: email } });
    }
    const of = async (userId: string) => {
      const each = ['passwords', 'codes', 'sessions'].map((table) =>
        pool().query(`select 1 from ${table} where user_id = $1`, [userId]),
      );
      return (await Promise.all(each)).map(({ rowCount }) => rowCount);
    };
    const messages = async () => (await api.get(`/test-mailbox?to=${email}`)).body.data.length;
    assert.deepEqual([await of(agentId), await of(borrowerId), await messages()], [[1, 1, 1], [1, 1, 1], 3]);
    assert.equal((await api.delete(`/users/${agentId}`)).status, 200);
    await erasePersonByHand(house().service, api.realm, personId, { evenWithOpenLoans: false });
    assert.deepEqual(
      [await of(agentId), await of(borrowerId)],
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
    );
    assert.equal(await messages(), 1, 'what went to the borrower is erased: a code, and that a password was set');
    const bob = { username: 'bob@example.com', password };
    signedInBy(house(), await house().call(undefined, 'POST', `/auth/token${signInQuery(api)}`, { body: bob }));
  });
});
