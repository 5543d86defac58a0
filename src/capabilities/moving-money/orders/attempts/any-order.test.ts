// The life of an order is told by messages that come late, twice and in any order: what is known at the end is the same.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Cents, cents } from '@tenor/engine/values/cents.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import fc from 'fast-check';
import { fakeProvider } from '../../../../../tests/support/fake-provider.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { type Orders, ordersKey, ordersOf } from '../../../../../tests/support/orders.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import type { ProviderReport } from '../providers/provider.ts';

const numRuns = Number(process.env.TENOR_LAWS ?? 4) * 15;

type Message = Pick<ProviderReport, 'what'> &
  Partial<Pick<ProviderReport, 'code' | 'on'>> & { readonly cents?: number };

const whole = 66_605;
const settled: Message = { what: 'settled', on: '2027-05-14' };
const dispute = (what: ProviderReport['what'], amount = whole): Message => ({ what, code: '10.4', cents: amount });
const corrected: Message = { what: 'corrected', code: 'C01' };

/** In the order in which it happens. */
const lives: Readonly<Record<string, readonly Message[]>> = {
  'good, with new numbers': [{ what: 'accepted' }, settled, corrected, { what: 'confirmed' }],
  'good, and late back': [settled, { what: 'confirmed' }, { what: 'returned', code: 'R10' }],
  'refused at once': [{ what: 'refused', code: 'R04' }],
  'refused late': [{ what: 'accepted' }, { what: 'refused', code: '96' }],
  'taken back': [{ what: 'accepted' }, { what: 'voided' }],
  returned: [{ what: 'accepted' }, settled, { what: 'returned', code: 'R01' }],
  'returned, and the return undone': [settled, { what: 'returned', code: 'R01' }, { what: 'disputeWon', code: 'R61' }],
  'disputed and won': [settled, { what: 'confirmed' }, dispute('disputed'), dispute('disputeWon')],
  'disputed and lost': [settled, dispute('disputed'), dispute('disputeLost')],
  'disputed in part, and lost': [settled, dispute('disputed', 12_000), dispute('disputeLost', 12_000)],
  'disputed, lost, and won by arbitration': [
    settled,
    dispute('disputed'),
    dispute('disputeLost'),
    dispute('disputeWon'),
  ],
  'disputed twice, won and lost': [
    settled,
    dispute('disputed', 20_000),
    dispute('disputeWon', 20_000),
    dispute('disputed', 12_000),
    dispute('disputeLost', 12_000),
  ],
};

describe('messages of a provider', () => {
  const { house, aCompany } = useHouse({ works: false });
  let one: Orders;
  before(async () => {
    const { test: api } = await aCompany();
    await setClock(api, '2027-05-13T18:00:00Z');
    one = await ordersOf(house(), api, fakeProvider());
  });

  let lived = 0;
  /** Lives through the messages as they come: `which` are their places in the life. */
  async function live(rail: 'ach' | 'card', life: readonly Message[], which: readonly number[], isAnswered: boolean) {
    lived += 1;
    one.fake.deal(isAnswered ? 'accept' : 'actsAndUnknown');
    const ref = await one.give({ rail });
    await one.work(ref);
    const key = ordersKey(await one.row(ref));
    for (const n of which) {
      const { what, code = null, on = null, cents: amount = whole } = life[n] as Message;
      const at = `2027-06-${String(n + 1).padStart(2, '0')}T12:00:00.000000+00:00` as Instant;
      const of = { eventId: `${lived}.${n}`, key, at, amount: cents(amount) as Cents };
      await one.told({ ...of, what, code, on });
    }
    const { state, disputed_cents, settled_on, reason, code } = await one.row(ref);
    const pool = house().service.database.pools.test;
    const books = await pool.query(
      `select account, sum(amount_cents)::int as cents from cash_postings where attempt_id = $1
       group by 1 having sum(amount_cents) <> 0 order by 1`,
      [ref.id],
    );
    const breaks = await pool.query('select kind, detail from payment_breaks where attempt_id = $1 order by kind', [
      ref.id,
    ]);
    const isSettled = settled_on !== null;
    return {
      state,
      disputed_cents,
      isSettled,
      reason,
      code,
      books: books.rows,
      breaks: breaks.rows.map(({ kind }) => kind),
    };
  }

  for (const [name, life] of Object.entries(lives)) {
    test(`leave an order that is ${name} the same, each once to three times and in any order`, async (_t) => {
      const rail =
        life.some(({ what }) => what.startsWith('dispute')) && !life.some(({ code }) => code === 'R01')
          ? 'card'
          : 'ach';
      const inOrder = life.map((_, n) => n);
      const once = await live(rail, life, inOrder, true);
      assert.deepEqual(once.breaks, []);
      await fc.assert(
        fc.asyncProperty(
          fc
            .array(fc.integer({ min: 1, max: 3 }), { minLength: life.length, maxLength: life.length })
            .chain((times) => {
              const all = inOrder.flatMap((n) => Array.from({ length: times[n] as number }, () => n));
              return fc.shuffledSubarray(all, { minLength: all.length });
            }),
          // That an order is accepted after it was refused is a contradiction, unless it was accepted before.
          name === 'refused late' ? fc.constant(true) : fc.boolean(),
          async (which, isAnswered) => {
            assert.deepEqual(await live(rail, life, which, isAnswered), once, which.join(' '));
          },
        ),
        { numRuns: life.length === 1 ? 2 : Math.min(numRuns, 15 * life.length) },
      );
    });
  }
});
