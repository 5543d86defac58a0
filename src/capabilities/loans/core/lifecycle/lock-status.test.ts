// A loan that is locked for longer than a commit: a client can read who has the lock, and everybody else gets 423.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { standingClock } from '../../../../../tests/support/clock.ts';
import { type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';

const free = { isLocked: false, lockedBy: null, reason: null, lockedAt: null };

describe('a loan', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ works: false, clock });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  /** Locks as a later release does that works on loans in several steps. */
  const lock = async ({ id }: Life, seconds = 30): Promise<void> => {
    const lease = { holder: 'OP-1', reason: 'boarding', since: '2026-01-20T15:00:00.000000+00:00' };
    const text = 'update loan_standing set lease = $1, version = version + 1 where loan_id = $2';
    const until = clock.micros() + seconds * 1_000_000;
    await house().service.database.pools.test.query(text, [JSON.stringify({ ...lease, until }), id]);
  };

  test('is free', async () => {
    const life = await aLife(company);
    assert.deepEqual(await life.read('/lock-status'), free);
  });

  test('that somebody works on is read, and changed by nobody else until the time of the holder is over', async () => {
    const life = await aLife(company);
    await lock(life);
    const status = await life.read('/lock-status');
    const lockedAt = '2026-01-20T15:00:00.000000+00:00';
    assert.deepEqual(status, { isLocked: true, lockedBy: 'OP-1', reason: 'boarding', lockedAt });
    const refused = await life.api.post(`${life.path}/freeze`, {});
    assert.deepEqual([refused.status, refused.body.errorType], [423, 'Locked']);
    const { isLocked: _, ...held } = status;
    assert.deepEqual(refused.body.data, held);
    const seconds = Number(refused.headers['retry-after']);
    assert.ok(seconds > 0 && seconds <= 30, refused.headers['retry-after']);
    assert.equal((await life.read()).status, 'active', 'reads go on');
    clock.moveOn(31);
    assert.deepEqual(await life.read('/lock-status'), free, 'a dead holder blocks nobody');
    await life.act('freeze');
  });

  test('is left to its holder by the day, which comes back', async () => {
    const own = await aCompany();
    const [held, other] = [await aLife(own), await aLife(own)];
    await lock(held);
    const advance = async (to: string) => {
      const { id: operationId } = (await own.test.post('/test-clock/advance', { to })).body.data;
      if (to === '2026-02-20T15:00:00Z') {
        const { isLocked: locked, lockedBy, reason } = await other.read('/lock-status');
        assert.deepEqual([locked, lockedBy, reason], [true, operationId, 'testClock.advance']);
        const refused = await own.test.post(`${other.path}/freeze`, {});
        assert.deepEqual([refused.status, refused.body.data.lockedBy], [423, operationId]);
        assert.deepEqual(refused.body.data.lockedAt, (await other.read('/lock-status')).lockedAt);
      }
      await house().service.operations.job.run({ ...own.test.realm, payload: { operationId } });
      assert.equal((await own.test.get(`/operations/${operationId}`)).body.data.state, 'succeeded');
    };
    await advance('2026-02-20T15:00:00Z');
    const next = async () => {
      const text = 'select loan_id as id, next_action_at as at from loan_standing where company_id = $1';
      const { rows } = await house().service.database.pools.test.query(text, [own.id]);
      return Object.fromEntries(rows.map(({ id, at }) => [id, at.slice(0, 10)]));
    };
    assert.deepEqual(await next(), { [held.id]: '2026-02-15', [other.id]: '2026-03-15' });
    clock.moveOn(31);
    await advance('2026-02-20T16:00:00Z');
    assert.deepEqual(await next(), { [held.id]: '2026-03-15', [other.id]: '2026-03-15' });
  });
});
