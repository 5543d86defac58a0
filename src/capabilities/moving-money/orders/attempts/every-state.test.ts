// An order in each state is told each thing: it goes where the table of its states leads, over what must have come
// before, or it stays where it is; and what is no news and leads nowhere is a break, once.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { fakeProvider } from '../../../../../tests/support/fake-provider.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { type Orders, ordersKey, ordersOf } from '../../../../../tests/support/orders.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { reportKinds } from '../providers/provider.ts';
import type { AttemptRef } from './attempt.ts';
import { takeOrderBack } from './give-order.ts';
import { type AttemptState, attemptStates } from './states.ts';

type What = (typeof reportKinds)[number];

/** What brings an order that was accepted into a state. */
const ways: Partial<Record<AttemptState, readonly What[]>> = {
  accepted: [],
  settled: ['settled'],
  confirmed: ['settled', 'confirmed'],
  returned: ['settled', 'returned'],
  disputed: ['settled', 'disputed'],
};

/** What is taken with it where nobody told of it; a return of ACH may be undone before anybody told of it. */
const comesBefore: Readonly<Record<What, readonly What[]>> = {
  accepted: [],
  refused: [],
  settled: ['accepted'],
  confirmed: ['accepted', 'settled'],
  returned: ['accepted'],
  voided: ['accepted'],
  disputed: ['accepted'],
  disputeWon: ['accepted', 'settled', 'confirmed'],
  disputeLost: ['accepted', 'disputed'],
  corrected: ['accepted'],
};

/** In these states it is nothing new. */
const known: Readonly<Record<What, readonly AttemptState[]>> = {
  accepted: ['accepted', 'settled', 'confirmed', 'returned', 'disputed', 'voided'],
  refused: ['refused'],
  settled: ['settled', 'confirmed', 'returned', 'disputed'],
  confirmed: ['confirmed', 'returned', 'disputed'],
  returned: [],
  voided: ['voided'],
  disputed: ['disputed'],
  disputeWon: ['confirmed'],
  disputeLost: ['returned'],
  corrected: ['voided'],
};

/** Undefined: it leads nowhere. */
function expected(state: AttemptState, what: What): AttemptState | undefined {
  if (known[what].includes(state)) return state;
  const leads = (from: AttemptState, verb: What): boolean => attemptStates.from(verb).includes(from);
  let at = state;
  for (const verb of leads(at, what) ? [] : comesBefore[what])
    if (leads(at, verb)) at = attemptStates.move(at, verb).to;
  if (what === 'disputeWon' && at === 'confirmed') return at;
  // On an open order the implied step comes first, also where the word alone would lead on.
  if (what === 'corrected' && leads(state, 'accepted')) at = 'accepted';
  return leads(at, what) ? attemptStates.move(at, what).to : undefined;
}

describe('an order of each state', () => {
  const { house, aCompany } = useHouse({ works: false });
  let one: Orders;
  before(async () => {
    const { test: api } = await aCompany();
    await setClock(api, '2027-05-13T18:00:00Z');
    one = await ordersOf(house(), api, fakeProvider());
  });

  let hours = 0;
  const tell = (key: string, what: What) => {
    const at = addSeconds('2027-05-14T18:00:00.000000+00:00' as Instant, ++hours * 3_600);
    return one.told({ what, key, at, code: what === 'returned' ? 'R01' : null });
  };

  async function anOrderOf(state: AttemptState): Promise<AttemptRef> {
    if (state === 'unknown' || state === 'sending') one.fake.deal('actsAndUnknown');
    const ref = await one.give();
    if (state === 'ready') return ref;
    if (state === 'voided') {
      const { database } = house().service;
      const now = '2027-05-13T18:00:00.000000+00:00' as Instant;
      await database.transact(one.api.realm, (tx) => takeOrderBack(tx, { now }, ref.personId, ref.id));
      return ref;
    }
    if (state === 'refused') one.fake.deal('refuse');
    await one.work(ref);
    if (state === 'sending') {
      const pool = house().service.database.pools.test;
      await pool.query(`update payment_attempts set state = 'sending' where id = $1`, [ref.id]);
    }
    const key = ordersKey(await one.row(ref));
    for (const what of ways[state] ?? []) await tell(key, what);
    return ref;
  }

  const breaksOf = async (ref: AttemptRef): Promise<string[]> => {
    const { rows } = await house().service.database.pools.test.query(
      'select kind from payment_breaks where attempt_id = $1',
      [ref.id],
    );
    return rows.map(({ kind }) => kind);
  };

  for (const state of attemptStates.states) {
    for (const what of reportKinds) {
      const becomes = expected(state, what);
      test(`${state}, told that it was ${what}, ${becomes ?? 'is a break'}`, async () => {
        const ref = await anOrderOf(state);
        const row = await one.row(ref);
        assert.equal(row.state, state);
        const outcome = await tell(ordersKey(row), what);
        const after = (await one.row(ref)).state;
        assert.deepEqual([after, outcome === 'break'], [becomes ?? state, becomes === undefined], outcome);
        assert.equal((await breaksOf(ref)).length, becomes === undefined ? 1 : 0);
      });
    }
  }
});
