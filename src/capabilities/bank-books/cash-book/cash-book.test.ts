// The cash book after each way that an order can take, worked by hand, and that its rows are only added.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cents } from '@tenor/engine/values/cents.ts';
import { cashCheck } from '#capabilities/moving-money/orders/attempts/check-cash.ts';
import type { NewOrder } from '#capabilities/moving-money/orders/attempts/give-order.ts';
import type { ProviderReport } from '#capabilities/moving-money/orders/providers/provider.ts';
import { cashBalancesOf } from '../../../../tests/support/bank.ts';
import { found } from '../../../../tests/support/findings.ts';
import { useInspected } from '../../../../tests/support/inspected.ts';
import { type Orders, ordersKey, ordersOf } from '../../../../tests/support/orders.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';

type What = ProviderReport['what'];
type Books = Readonly<Record<string, number>>;

describe('the cash book', () => {
  const { house, aCompany, look, sql } = useInspected();
  const pool = () => house().service.database.pools.test;
  const orders = async (): Promise<Orders> => {
    const { test: api } = await aCompany();
    await setClock(api, '2027-05-13T18:00:00Z');
    return ordersOf(house(), api);
  };
  const books = async (one: Orders): Promise<Books> => {
    const rows = await cashBalancesOf(house(), one.api);
    return Object.fromEntries(
      rows.filter((row) => row.amount_cents !== 0).map((row) => [row.account, row.amount_cents]),
    );
  };
  const provedBy = async (one: Orders): Promise<void> => {
    const { rows } = await pool().query(
      `select (select coalesce(sum(amount_cents), 0) from cash_balances where company_id = $1)::int as balances,
         (select count(*) from (select carrier_id, account, sum(amount_cents) from cash_postings where company_id = $1
           group by 1, 2 except select carrier_id, account, amount_cents from cash_balances where company_id = $1) d)::int as differ`,
      [one.api.realm.companyId],
    );
    assert.deepEqual(rows, [{ balances: 0, differ: 0 }]);
  };

  const ways: readonly (readonly [string, Partial<NewOrder>, readonly (readonly [What, number?])[], Books])[] = [
    ['a debit on its way', {}, [], { CT: 66_605, LC: -66_605 }],
    ['settled', {}, [['settled']], { LC: -66_605, PR: 66_605 }],
    ['settled and confirmed', {}, [['settled'], ['confirmed']], { LC: -66_605, PR: 66_605 }],
    ['confirmed, and never told to be settled', {}, [['confirmed']], { LC: -66_605, PR: 66_605 }],
    ['refused after it was accepted', {}, [['refused']], {}],
    ['voided', {}, [['voided']], {}],
    ['returned after it has settled', {}, [['settled'], ['returned']], {}],
    ['returned before it has settled', {}, [['returned']], { CT: 66_605, RP: -66_605 }],
    ['returned, and late settled', {}, [['returned'], ['settled']], {}],
    ['disputed in part', {}, [['settled'], ['disputed', 10_000]], { DP: 10_000, LC: -66_605, PR: 56_605 }],
    ['won', {}, [['settled'], ['disputed', 10_000], ['disputeWon', 10_000]], { LC: -66_605, PR: 66_605 }],
    ['lost', {}, [['settled'], ['disputed', 10_000], ['disputeLost', 10_000]], { LC: -56_605, PR: 56_605 }],
    ['returned, which is undone', {}, [['settled'], ['returned'], ['disputeWon']], { LC: -66_605, PR: 66_605 }],
    ['returned unsettled, which is undone', {}, [['returned'], ['disputeWon']], { LC: -66_605, PR: 66_605 }],
    [
      'lost, and won',
      {},
      [['settled'], ['disputed', 10_000], ['disputeLost', 10_000], ['disputeWon', 10_000]],
      { LC: -66_605, PR: 66_605 },
    ],
    [
      'a credit that comes back, which is undone',
      { deed: 'credit' },
      [['settled'], ['returned'], ['disputeWon']],
      { LC: 66_605, PR: -66_605 },
    ],
    ['a credit on its way', { deed: 'credit' }, [], { DT: -66_605, LC: 66_605 }],
    ['a credit that has settled', { deed: 'credit' }, [['settled']], { LC: 66_605, PR: -66_605 }],
    ['a credit that comes back', { deed: 'credit' }, [['settled'], ['returned']], {}],
    ['a refund on its way that comes back', { deed: 'refund' }, [['returned']], {}],
  ];
  for (const [name, asked, told, expected] of ways) {
    test(`of ${name}`, async () => {
      const one = await orders();
      const ref = await one.give(asked);
      assert.deepEqual(await books(one), {}, 'an order alone is no money');
      await one.work(ref);
      const key = ordersKey(await one.row(ref));
      for (const [what, amount = 66_605] of told) await one.told({ what, key, amount: cents(amount) });
      assert.deepEqual(await books(one), expected);
      await provedBy(one);
    });
  }

  test('knows nothing of what is refused, and nothing of a commit that was broken off', async () => {
    const one = await orders();
    one.fake.deal('refuse');
    await one.work(await one.give());
    one.onHearing = async () => {
      throw new Error('the loan cannot');
    };
    const ref = await one.give();
    await assert.rejects(one.work(ref), /the loan cannot/);
    assert.deepEqual(await books(one), {});
  });

  test('of many at once is the sum of them', async () => {
    const one = await orders();
    const refs = [];
    for (let n = 1; n <= 12; n++) refs.push(await one.give({ amount: cents(n) }));
    await Promise.all(refs.map((ref) => one.work(ref)));
    assert.deepEqual(await books(one), { CT: 78, LC: -78 });
    await provedBy(one);
  });

  test('is proved by the doctor, which finds what was changed behind it', async () => {
    const one = await orders();
    await one.work(await one.give());
    found(await look(cashCheck), 'ok', /agree/);
    const { companyId } = one.api.realm;
    const set = (account: string, by: number) =>
      sql(`update test.cash_balances set amount_cents = amount_cents + $3 where company_id = $1 and account = $2`, [
        ...[companyId, account, by],
      ]);
    await set('CT', 1);
    found(await look(cashCheck), 'error', new RegExp(`${companyId}.*CT`));
    await set('CT', -1);
    const wrong = await one.give();
    await sql(`update test.payment_attempts set state = 'accepted', accepted_at = now() where id = $1`, [wrong.id]);
    found(await look(cashCheck), 'error', /in transit.*666\.05.*1332\.10|1332\.10/);
    await sql('delete from test.payment_attempts where id = $1', [wrong.id]);
  });

  test('is only added to', async () => {
    const one = await orders();
    await one.work(await one.give());
    const { companyId } = one.api.realm;
    for (const text of ['update cash_postings set amount_cents = 0', 'delete from cash_postings']) {
      await assert.rejects(pool().query(`${text} where company_id = $1`, [companyId]), /permission denied/);
    }
  });
});
