// Fees, rates and periods are computed and not stored as rows, and are listed in pages like everything else.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Answer } from '../../../../../tests/support/house.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { ids as idsOf, refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { walkBackwards, walkForwards } from '../../../../../tests/support/walk.ts';

describe('the computed lists of a loan', () => {
  const { aCompany } = useHouse({ works: false });
  let life: Life;
  before(async () => {
    const type = { fees: { service: { amount: 2 } } };
    life = await aLife(await aCompany(), { type, agreed: { duration: 40 } });
    for (let month = 1; month <= 4; month++) {
      await life.act('rates', { interestRate: { annualRate: 0.1, effectiveDate: `2026-0${month + 1}-01` } });
    }
    // Twenty-eight due dates have come, each with a fee.
    await setClock(life.api, '2028-05-20T15:00:00Z');
  });

  const get = (what: string): Promise<Answer> => life.api.get(`${life.path}/${what}`);

  for (const [what, by, many] of [
    ['fees', 'chargeDate', 28],
    ['rates', 'effectiveDate', 5],
  ] as const) {
    test(`${what}: the newest first, 25 on a page if nothing is said, in links both ways`, async () => {
      const all = await get(`${what}?limit=100`);
      const days = all.body.data.map((one: Record<string, string>) => one[by]);
      assert.deepEqual([all.body.total, all.body.count, days.length], [many, many, many]);
      assert.deepEqual(days, days.toSorted().toReversed());
      assert.deepEqual([all.body.nextUrl, all.body.previousUrl], [null, null]);
      assert.equal((await get(what)).body.count, Math.min(25, many));
      const ids = idsOf(all);
      for (const limit of [1, 2, 4, 27]) {
        const path = `${life.path}/${what}?limit=${limit}`;
        assert.deepEqual((await walkForwards(life.api, path)).flat(), ids, `by ${limit}`);
        assert.deepEqual((await walkBackwards(life.api, path, ids.at(-1) as string)).flat(), ids.slice(0, -1));
      }
      const second = await get(`${what}?limit=2&startingAfter=${ids[1]}`);
      assert.equal(second.body.previousUrl, `http://tenor.test/api${life.path}/${what}?limit=2&endingBefore=${ids[2]}`);
      assert.deepEqual(idsOf(await life.api.get(second.body.previousUrl)), ids.slice(0, 2));
      const both = await get(`${what}?limit=2&startingAfter=${ids[0]}&endingBefore=${ids[3]}`);
      assert.deepEqual(idsOf(both), ids.slice(1, 3), 'endingBefore wins');
      const beyond = await get(`${what}?startingAfter=${ids.at(-1)}`);
      assert.deepEqual([beyond.body.total, beyond.body.count, beyond.body.nextUrl], [many, 0, null]);
    });

    test(`${what}: a wrong page is refused by name`, async () => {
      refusedAt(await get(`${what}?limit=0`), 'limit');
      refusedAt(await get(`${what}?sortBy=${by}`), 'sortBy');
      refusedAt(await get(`${what}?endingBefore=LF-AAAA-AAAA`), 'endingBefore', 'UnknownCursor');
    });
  }

  test('periods: whole if nothing is said, in pages with a limit or a cursor, always by due date', async () => {
    const whole = await get('periods');
    assert.deepEqual(Object.keys(whole.body), ['status', 'data']);
    const ids = idsOf(whole);
    assert.equal(ids.length, 40);
    const dueDates = whole.body.data.map(({ dueDate }: { dueDate: string }) => dueDate);
    assert.deepEqual(dueDates, dueDates.toSorted());
    for (const limit of [7, 40]) {
      const path = `${life.path}/periods?limit=${limit}`;
      assert.deepEqual((await walkForwards(life.api, path)).flat(), ids);
      assert.deepEqual((await walkBackwards(life.api, path, ids.at(-1) as string)).flat(), ids.slice(0, -1));
    }
    const after = await get(`periods?startingAfter=${ids[2]}`);
    assert.deepEqual([after.body.total, after.body.count, idsOf(after)[0]], [40, 25, ids[3]]);
    const before = await get(`periods?endingBefore=${ids[2]}`);
    assert.deepEqual(idsOf(before), ids.slice(0, 2));
    const some = await get('periods?limit=2&fromDate=2026-03-01&toDate=2026-06-01');
    assert.deepEqual([some.body.total, some.body.count], [4, 2]);
    assert.match(some.body.nextUrl, /fromDate=2026-03-01&toDate=2026-06-01&startingAfter=/);
    refusedAt(await get('periods?sortBy=dueDate'), 'sortBy');
    refusedAt(await get('periods?startingAfter=PE-AAAA-AAAA'), 'startingAfter', 'UnknownCursor');
  });

  test('expected payments: how many there are stands beside an object that holds them', async () => {
    const { body } = await get('expected-payments');
    assert.deepEqual(Object.keys(body), ['status', 'count', 'data']);
    assert.deepEqual([body.count, body.data.count, body.data.expectedPayments.length], [40, 40, 40]);
  });
});
