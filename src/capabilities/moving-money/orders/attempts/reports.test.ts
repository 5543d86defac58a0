// What providers tell: in any order, twice, too early, and in contradiction to what we know.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cents } from '@tenor/engine/values/cents.ts';
import { fakeProvider } from '../../../../../tests/support/fake-provider.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { type Orders, ordersKey, ordersOf } from '../../../../../tests/support/orders.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import type { ProviderReport } from '../providers/provider.ts';
import type { AttemptRef } from './attempt.ts';
import { takeWaiting } from './receive-report.ts';

type What = ProviderReport['what'];

describe('what a provider tells', () => {
  const { house, aCompany } = useHouse({ works: false });
  const pool = () => house().service.database.pools.test;
  const orders = async () => {
    const { test: api } = await aCompany();
    await setClock(api, '2027-05-13T18:00:00Z');
    return ordersOf(house(), api, fakeProvider());
  };
  const sent = async (one: Orders, asked = {}): Promise<{ ref: AttemptRef; key: string }> => {
    const ref = await one.give(asked);
    await one.work(ref);
    return { ref, key: ordersKey(await one.row(ref)) };
  };
  const breaks = async (one: Orders): Promise<string[]> =>
    (
      await pool().query('select kind from payment_breaks where company_id = $1 order by position', [
        one.api.realm.companyId,
      ])
    ).rows.map(({ kind }) => kind);
  const heard = (one: Orders): What[] => one.heard.map(({ what }) => what);

  const ways: readonly (readonly [readonly What[], string, readonly What[]])[] = [
    [['settled', 'confirmed'], 'confirmed', ['accepted', 'settled', 'confirmed']],
    [['settled', 'returned'], 'returned', ['accepted', 'settled', 'returned']],
    [['returned', 'settled'], 'returned', ['accepted', 'returned']],
    [['confirmed', 'returned'], 'returned', ['accepted', 'settled', 'confirmed', 'returned']],
    [['refused'], 'refused', ['accepted', 'refused']],
    [['voided'], 'voided', ['accepted', 'voided']],
    [['settled', 'disputed', 'disputeWon'], 'confirmed', ['accepted', 'settled', 'disputed', 'disputeWon']],
    [['settled', 'disputed', 'disputeLost'], 'returned', ['accepted', 'settled', 'disputed', 'disputeLost']],
    [['returned', 'disputeWon'], 'confirmed', ['accepted', 'returned', 'disputeWon']],
    [['returned', 'disputeWon', 'returned'], 'returned', ['accepted', 'returned', 'disputeWon', 'returned']],
    [['disputeLost'], 'returned', ['accepted', 'disputed', 'disputeLost']],
    [['corrected', 'settled'], 'settled', ['accepted', 'corrected', 'settled']],
    [['settled', 'accepted'], 'settled', ['accepted', 'settled']],
  ];
  for (const [told, state, expected] of ways) {
    test(`${told.join(', ')}: leads to ${state}`, async () => {
      const one = await orders();
      const { ref, key } = await sent(one);
      for (const what of told) await one.told({ what, key, code: what === 'returned' ? 'R01' : null });
      assert.equal((await one.row(ref)).state, state);
      assert.deepEqual(heard(one), expected);
      assert.deepEqual(await breaks(one), []);
    });
  }

  test('that a card was renewed says nothing of the money, wherever the order is', async () => {
    const one = await orders();
    const refused = await sent(one);
    await one.told({ what: 'refused', key: refused.key, code: '54' });
    await one.told({ what: 'corrected', key: refused.key, code: 'updated' });
    assert.equal((await one.row(refused.ref)).state, 'refused');
    const lost = await one.give({ rail: 'card' });
    one.fake.deal('hangs');
    const working = one.work(lost);
    while (one.fake.sent.length < 2) await new Promise((go) => setTimeout(go, 5));
    const before = await one.row(lost);
    await one.told({ what: 'corrected', key: ordersKey(before), code: 'updated' });
    const after = await one.row(lost);
    assert.deepEqual([after.state, after.held_until], [before.state, before.held_until], 'it is being sent still');
    one.fake.release();
    await working;
    assert.equal((await one.row(lost)).state, 'accepted');
    assert.deepEqual(heard(one), ['accepted', 'refused', 'corrected', 'corrected', 'accepted']);
    assert.deepEqual(await breaks(one), []);
  });

  test('the same message twice, also at the same time, counts once', async () => {
    const one = await orders();
    const { ref, key } = await sent(one);
    const again = { what: 'returned', key, code: 'R01', eventId: 'X1' } as const;
    const outcomes = await Promise.all([one.told(again), one.told(again), one.told(again)]);
    assert.deepEqual(outcomes.sort(), ['known', 'known', 'taken']);
    assert.equal(await one.told(again), 'known');
    const { state, reason, code } = await one.row(ref);
    assert.deepEqual([state, reason, code], ['returned', 'insufficientFunds', 'R01']);
    assert.deepEqual(await breaks(one), []);
  });

  const contradictions: readonly (readonly [string, readonly Partial<ProviderReport>[], string, string])[] = [
    ['accepted after refused', [{ what: 'refused' }, { what: 'accepted' }], 'refused', 'contradiction'],
    ['refused after settled', [{ what: 'settled' }, { what: 'refused' }], 'settled', 'contradiction'],
    ['another amount', [{ what: 'settled', amount: cents(66_604) }], 'accepted', 'amount'],
    ['another id for one key', [{ what: 'accepted', id: 'another' }], 'accepted', 'chargedTwice'],
    ['a second return', [{ what: 'returned' }, { what: 'returned' }], 'returned', 'returnTwice'],
    ['voided after settled', [{ what: 'settled' }, { what: 'voided' }], 'settled', 'contradiction'],
  ];
  for (const [name, told, state, kind] of contradictions) {
    test(`${name} is a break, and changes nothing`, async () => {
      const one = await orders();
      const { ref, key } = await sent(one);
      for (const each of told) await one.told({ key, ...each } as Parameters<Orders['told']>[0]);
      assert.equal((await one.row(ref)).state, state);
      assert.deepEqual(await breaks(one), [kind]);
    });
  }

  test('before our own commit is taken: the worker then finds it done', async () => {
    const one = await orders();
    const ref = await one.give();
    const key = ordersKey(await one.row(ref));
    one.fake.deal('hangs');
    const working = one.work(ref);
    while (one.fake.sent.length === 0) await new Promise((go) => setTimeout(go, 5));
    assert.equal(await one.told({ what: 'settled', key, id: `P1-${key}` }), 'taken');
    one.fake.release();
    await working;
    const row = await one.row(ref);
    assert.deepEqual([row.state, row.provider_id, row.held_until], ['settled', `P1-${key}`, null]);
    assert.deepEqual([heard(one), await breaks(one)], [['accepted', 'settled'], []]);
  });

  test('of an order that nobody knows yet waits, and is taken once it is known; after three days it is a break', async () => {
    const one = await orders();
    assert.equal(await one.told({ what: 'settled', id: 'later' }), 'waiting');
    assert.equal(await one.told({ what: 'returned', id: 'never' }), 'waiting');
    const { ref } = await sent(one);
    await pool().query('update payment_attempts set provider_id = $2 where id = $1', [ref.id, 'later']);
    await pool().query('update provider_messages set due_at = 1');
    await takeWaiting(one.tools).run('test');
    assert.equal((await one.row(ref)).state, 'settled');
    assert.deepEqual(await breaks(one), []);
    await pool().query(`update provider_messages set due_at = 1, waits_until = 1 where outcome = 'waiting'`);
    await takeWaiting(one.tools).run('test');
    assert.deepEqual(await breaks(one), ['returnUnknown']);
  });

  test('reaches no order of another company', async () => {
    const [one, other] = [await orders(), await orders()];
    const { ref, key } = await sent(one);
    assert.equal(await other.told({ what: 'returned', key, code: 'R10' }), 'waiting');
    assert.equal((await one.row(ref)).state, 'accepted');
  });

  test('whose taker fails changes nothing, and is taken when it comes again', async () => {
    const one = await orders();
    const { ref, key } = await sent(one);
    one.onHearing = async () => {
      throw new Error('the loan cannot');
    };
    const told = { what: 'settled', key, eventId: 'X2' } as const;
    await assert.rejects(one.told(told), /the loan cannot/);
    assert.equal((await one.row(ref)).state, 'accepted');
    one.onHearing = async () => {};
    assert.equal(await one.told(told), 'taken');
    assert.equal((await one.row(ref)).state, 'settled');
  });

  test('a void takes the order back that it names', async () => {
    const one = await orders();
    const { ref } = await sent(one);
    const { provider_id: of } = await one.row(ref);
    await sent(one, { deed: 'void', of });
    assert.equal((await one.row(ref)).state, 'voided');
    assert.deepEqual(await breaks(one), []);
  });

  test('comes back though it was sent back: it is taken, and a break for a person', async () => {
    const one = await orders();
    const { ref, key } = await sent(one);
    await one.told({ what: 'confirmed', key });
    const { provider_id: of } = await one.row(ref);
    const refund = await sent(one, { deed: 'credit', of });
    await one.told({ what: 'returned', key, code: 'R10' });
    assert.deepEqual([(await one.row(ref)).state, await breaks(one)], ['returned', ['refundedAndReturned']]);
    await one.told({ what: 'returned', key: refund.key, code: 'R02' });
    assert.deepEqual(await breaks(one), ['refundedAndReturned']);
  });
});
