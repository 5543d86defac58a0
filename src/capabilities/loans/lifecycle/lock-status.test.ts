// What holds a loan for longer than a commit: who it is can be read, and everybody else hears 423.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { system } from '#platform/command/actor.ts';
import { LostRace } from '#platform/db/races.ts';
import { Refusal } from '#platform/errors.ts';
import { movableClock } from '../../../../tests/support/clock.ts';
import { type Company, useHouse } from '../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../tests/support/loan-life.ts';
import { changeLoan } from '../books/change-loan.ts';
import { holdLoans } from '../day/hold-loans.ts';
import { releaseLease, renewLease, takeLease } from '../loan/lease.ts';

const free = { isLocked: false, lockedBy: null, reason: null, lockedAt: null };

describe('a loan', () => {
  const clock = movableClock();
  const { house, aCompany } = useHouse({ works: false, clock });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const machineMicros = () => clock.micros();
  /** Reads the loan and does it, in a transaction. */
  const withLoan = <T>(
    life: Life,
    work: (...args: [Parameters<typeof takeLease>[0], Parameters<typeof takeLease>[1]]) => T,
  ) =>
    house().service.database.transact(life.api.realm, async (tx) => {
      const [held] = await holdLoans(tx, [{ person_id: life.personId, id: life.id }]);
      assert.ok(held);
      return work(tx, held.row);
    });
  const take = async (life: Life, holder = 'OP-1'): Promise<number> =>
    (await withLoan(life, (tx, row) => takeLease(tx, row, { machineMicros }, { holder, reason: 'boarding' }))).lease
      ?.fence ?? 0;
  const write = (life: Life, fence?: number) =>
    house().service.database.transact(life.api.realm, async (tx) => {
      const [held] = await holdLoans(tx, [{ person_id: life.personId, id: life.id }]);
      assert.ok(held);
      const now = '2026-01-20T16:00:00.000000+00:00' as never;
      await changeLoan({ now, emit: () => {}, actor: system, machineMicros, fence }, tx, held, []);
    });
  const isLocked = (error: unknown) => error instanceof Refusal && error.kind.status === 423;

  test('is free', async () => {
    const life = await aLife(company);
    assert.deepEqual(await life.read('/lock-status'), free);
  });

  test('that somebody works on is read, and changed by nobody else until it is given back', async () => {
    const life = await aLife(company);
    const fence = await take(life);
    const status = await life.read('/lock-status');
    assert.deepEqual({ ...status, lockedAt: null }, { ...free, isLocked: true, lockedBy: 'OP-1', reason: 'boarding' });
    assert.ok(Math.abs(Date.parse(status.lockedAt) * 1000 - clock.micros()) < 60_000_000, status.lockedAt);
    const refused = await life.api.post(`${life.path}/freeze`, {});
    assert.deepEqual([refused.status, refused.body.errorType], [423, 'Locked']);
    const { isLocked: _, ...held } = status;
    assert.deepEqual(refused.body.data, held);
    const seconds = Number(refused.headers['retry-after']);
    assert.ok(seconds > 0 && seconds <= 30, refused.headers['retry-after']);
    assert.equal((await life.read()).status, 'active', 'reads go on');
    await assert.rejects(write(life), isLocked);
    await write(life, fence);
    await withLoan(life, (tx, row) => releaseLease(tx, row, { machineMicros, fence }));
    assert.deepEqual(await life.read('/lock-status'), free);
    await life.act('freeze');
  });

  test('is held by one, renewed in time, and lost by a holder that said nothing for too long', async () => {
    const life = await aLife(company);
    const first = await take(life);
    await assert.rejects(take(life, 'OP-2'), isLocked);
    clock.moveOn(20);
    await withLoan(life, (tx, row) => renewLease(tx, row, { machineMicros, fence: first }));
    clock.moveOn(20);
    await assert.rejects(take(life, 'OP-2'), isLocked);
    clock.moveOn(20);
    assert.deepEqual(await life.read('/lock-status'), free, 'a dead holder blocks nobody');
    await life.act('freeze');
    const second = await take(life, 'OP-2');
    assert.ok(second > first);
    const late = { machineMicros, fence: first };
    await assert.rejects(write(life, first), isLocked);
    await assert.rejects(
      withLoan(life, (tx, row) => renewLease(tx, row, late)),
      isLocked,
    );
    await assert.rejects(
      withLoan(life, (tx, row) => releaseLease(tx, row, late)),
      isLocked,
    );
    await write(life, second);
    await withLoan(life, (tx, row) => releaseLease(tx, row, { machineMicros, fence: second }));
    await assert.rejects(write(life, second), isLocked, 'what was given back is no more held');
    assert.ok((await take(life, 'OP-3')) > second, 'numbers only rise');
  });

  test('that was read before it was taken is not written past the lease', async () => {
    const life = await aLife(company);
    const [read, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = house().service.database.transact(life.api.realm, async (tx) => {
      const [held] = await holdLoans(tx, [{ person_id: life.personId, id: life.id }]);
      assert.ok(held);
      read.resolve();
      await taken.promise;
      const now = '2026-01-20T16:00:00.000000+00:00' as never;
      await changeLoan({ now, emit: () => {}, actor: system, machineMicros }, tx, held, []);
    });
    const lost = assert.rejects(late, LostRace);
    await read.promise;
    await take(life);
    taken.resolve();
    await lost;
  });

  test('is left to its holder by the day, which comes back', async () => {
    const own = await aCompany();
    const [held, other] = [await aLife(own), await aLife(own)];
    await take(held);
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
      const text = 'select id, next_action_at as at from loans where company_id = $1';
      const { rows } = await house().service.database.pools.test.query(text, [own.id]);
      return Object.fromEntries(rows.map(({ id, at }) => [id, at.slice(0, 10)]));
    };
    assert.deepEqual(await next(), { [held.id]: '2026-02-15', [other.id]: '2026-03-15' });
    clock.moveOn(31);
    await advance('2026-02-20T16:00:00Z');
    assert.deepEqual(await next(), { [held.id]: '2026-03-15', [other.id]: '2026-03-15' });
  });
});
