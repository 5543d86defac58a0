// An order from the commit that gives it to the money that is safe, and every way in which it may be lost on the way.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startDayWorker } from '#platform/work/day/day-worker.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { fakeProvider } from '../../../../../tests/support/fake-provider.ts';
import { useHouse } from '../../../../../tests/support/house.ts';
import { ordersKey, ordersOf, orderWorkers } from '../../../../../tests/support/orders.ts';
import { aPassingDay } from '../../../../../tests/support/passing-day.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { takeOrderBack } from './give-order.ts';
import { ordersDay } from './orders-day.ts';

const start = '2027-05-13T18:00:00Z';

describe('an order', () => {
  const { house, aCompany } = useHouse({ works: false });
  const orders = async (fake = fakeProvider()) => {
    const { test: api } = await aCompany();
    await setClock(api, start);
    return ordersOf(house(), api, fake);
  };

  test('is sent once, with the body that was frozen when it was given, and accepted', async () => {
    const one = await orders();
    const ref = await one.give();
    const given = await one.row(ref);
    assert.deepEqual([given.state, given.claim], ['ready', 0]);
    await one.api.put(`/people/${one.personId}`, { name: { firstName: 'Grace', lastName: 'Hopper' } });
    await one.work(ref);
    await one.work(ref);
    const row = await one.row(ref);
    assert.deepEqual([row.state, row.claim, row.held_until], ['accepted', 1, null]);
    assert.equal(one.fake.sent.length, 1);
    const sent = JSON.parse(one.fake.sent[0]?.body as string);
    assert.equal(sent.key, ordersKey(row));
    assert.deepEqual([sent.handle.accountNumber, sent.handle.holderName], ['000123456789', 'Ada Lovelace']);
    assert.equal(row.act_at, '2027-05-18T21:00:00.000000+00:00', 'safe at the end of the second banking day after E');
    assert.deepEqual(
      one.heard.map(({ what, providerId, number }) => [what, providerId, number]),
      [['accepted', row.provider_id, 1]],
    );
  });

  test('that is refused is refused for certain, with our word for it', async () => {
    const one = await orders();
    one.fake.deal('refuse');
    const ref = await one.give();
    await one.work(ref);
    const { state, reason, code, act_at } = await one.row(ref);
    assert.deepEqual([state, reason, code, act_at], ['refused', 'accountInvalid', 'R04', null]);
    assert.deepEqual(
      one.heard.map(({ what, reason }) => [what, reason]),
      [['refused', 'accountInvalid']],
    );
  });

  test('keeps no number of the account in a column that can be read', async () => {
    const one = await orders();
    const ref = await one.give();
    const { rows } = await house().service.database.pools.test.query(
      `select (to_jsonb(b) - 'body_sealed')::text as said, encode(body_sealed, 'escape') as sealed
       from payment_attempts b where id = $1`,
      [ref.id],
    );
    assert.doesNotMatch(`${rows[0].said} ${rows[0].sealed}`, /000123456789|Lovelace/);
  });

  test('is taken back while nobody has heard of it, and not afterwards', async () => {
    const one = await orders();
    const [early, late] = [await one.give(), await one.give()];
    await one.work(late);
    const isBack = (ref: typeof early) =>
      house().service.database.transact(one.api.realm, (tx) =>
        takeOrderBack(tx, { now: '2027-05-13T18:00:00.000000+00:00' as never }, ref.personId, ref.id),
      );
    assert.deepEqual([await isBack(early), await isBack(late)], [true, false]);
    await one.work(early);
    assert.equal((await one.row(early)).state, 'voided');
    assert.equal(one.fake.sent.length, 1);
  });

  test('for later is sent when its instant has come, and an advancing clock stops there', async () => {
    const one = await orders(fakeProvider({ isHere: true }));
    const ref = await one.give({ sendAt: '2027-05-13T20:00:00.000000+00:00' as never });
    await one.work(ref);
    assert.equal((await one.row(ref)).state, 'ready');
    await one.moveClock('2027-05-14T12:00:00Z');
    const row = await one.row(ref);
    assert.deepEqual([row.state, row.first_sent_at], ['accepted', '2027-05-13T20:00:00.000000+00:00']);
  });

  test('that is being sent when its clock begins to move is heard of at once, and the clock goes on', async () => {
    const one = await orders(fakeProvider({ isHere: true }));
    const ref = await one.give({ sendAt: '2027-05-13T20:00:00.000000+00:00' as never });
    one.fake.deal('hangs');
    const pace = { restMs: () => 0, worked: () => {} };
    const worker = startDayWorker({ ...one.tools, steps: [ordersDay(one.tools)], pace });
    try {
      await setClock(one.api, '2027-05-13T20:00:00Z');
      await eventually('it is sent', () => one.fake.sent.length === 1);
      const moving = one.moveClock('2027-05-14T12:00:00Z');
      await eventually('the clock is moved', async () => (await one.api.get('/test-clock')).body.data.operationId);
      one.fake.release();
      await eventually('its answer is written down', async () => (await one.row(ref)).state === 'accepted');
      await moving;
    } finally {
      await worker.stop();
    }
    assert.equal(one.fake.charges.length, 1);
    assert.equal((await one.api.get('/test-clock')).body.data.now, '2027-05-14T12:00:00.000000+00:00');
  });

  test('that has failed and may not be tried yet ends no turn, and keeps no other order waiting', async () => {
    const one = await orders();
    const later = { sendAt: '2027-05-13T20:00:00.000000+00:00' as never };
    const given = [await one.give(later), await one.give(later), await one.give(later)];
    const ids = given.map(({ id }) => id).toSorted();
    const isOneOf =
      (some: readonly string[]) =>
      (id: string): boolean =>
        some.includes(id);
    await setClock(one.api, '2027-05-13T20:00:00Z');
    const turn = async (mayTry: (id: string) => boolean, waits: boolean) => {
      const day = aPassingDay(house(), one.api);
      const grouping = { ...day.grouping, personsMax: 1 };
      // Every turn is over at once.
      return ordersDay(one.tools, 0).run({ ...day, grouping, waits, troubles: { ...day.troubles, mayTry } });
    };
    const sent = async () => (await Promise.all(given.map(one.row))).filter(({ act_at }) => act_at === null).length;
    for (const waits of [true, false]) assert.deepEqual(await turn(() => false, waits), { isMore: false });
    assert.equal(await sent(), 0);
    assert.deepEqual([await turn(isOneOf(ids.slice(2)), false), await sent()], [{ isMore: false }, 1]);
    assert.deepEqual([await turn(isOneOf(ids), false), await sent()], [{ isMore: true }, 2]);
    assert.deepEqual([await turn(isOneOf(ids), true), await sent()], [{ isMore: false }, 3]);
  });

  test('to a provider elsewhere keeps no day waiting: it is put into the outbox', async () => {
    const one = await orders();
    one.fake.deal('hangs');
    const ref = await one.give({ sendAt: '2027-05-13T20:00:00.000000+00:00' as never });
    await one.moveClock('2027-05-14T12:00:00Z');
    const { state, act_at } = await one.row(ref);
    assert.deepEqual([state, act_at, one.fake.sent.length], ['ready', null, 0]);
    const { rows } = await house().service.database.pools.test.query(
      `select payload from outbox where job = 'orders.send' and company_id = $1 and payload->>'attemptId' = $2`,
      [one.api.realm.companyId, ref.id],
    );
    assert.deepEqual(rows, [{ payload: { personId: ref.personId, attemptId: ref.id } }]);
  });

  test('by ACH is confirmed by the calendar, and by no one else', async () => {
    const one = await orders();
    const ref = await one.give();
    await one.work(ref);
    await one.moveClock('2027-05-18T20:59:59Z');
    assert.equal((await one.row(ref)).state, 'accepted');
    await one.moveClock('2027-05-18T21:00:00Z');
    const row = await one.row(ref);
    assert.deepEqual([row.state, row.act_at, row.settled_on], ['confirmed', null, '2027-05-14']);
    assert.deepEqual(
      one.heard.map(({ what }) => what),
      ['accepted', 'settled', 'confirmed'],
    );
    assert.equal(one.heard.at(-1)?.at, '2027-05-18T21:00:00.000000+00:00');
  });

  test('of an instant rail is settled and confirmed with its answer', async () => {
    const one = await orders();
    one.fake.deal('final');
    const ref = await one.give({ rail: 'instant', deed: 'credit', entryDate: null });
    await one.work(ref);
    assert.equal((await one.row(ref)).state, 'confirmed');
    assert.deepEqual(
      one.heard.map(({ what }) => what),
      ['accepted', 'settled', 'confirmed'],
    );
  });
});

describe('an order of which nobody knows', () => {
  const { house, aCompany } = useHouse({ works: false });
  const orders = async (fake = fakeProvider({ isHere: true })) => {
    const { test: api } = await aCompany();
    await setClock(api, start);
    return ordersOf(house(), api, fake);
  };
  const minutesLater = (minutes: number) => new Date(Date.parse(start) + minutes * 60_000).toISOString();

  for (const deal of ['actsAndThrows', 'actsAndUnknown'] as const) {
    test(`because the answer was lost (${deal}) is found, and not sent again`, async () => {
      const one = await orders();
      one.fake.deal(deal);
      const ref = await one.give();
      await one.work(ref);
      const lost = await one.row(ref);
      assert.deepEqual([lost.state, lost.act_at], ['unknown', '2027-05-13T18:00:05.000000+00:00']);
      assert.deepEqual(one.heard, []);
      await one.moveClock(minutesLater(1));
      assert.equal((await one.row(ref)).state, 'accepted');
      assert.deepEqual([one.fake.sent.length, one.fake.charges.length], [1, 1]);
    });
  }

  for (const deal of ['throws', 'unknown'] as const) {
    test(`because it never came (${deal}) is sent again with the same key and body`, async () => {
      const one = await orders();
      one.fake.deal(deal);
      const ref = await one.give();
      await one.work(ref);
      await one.moveClock(minutesLater(1));
      assert.equal((await one.row(ref)).state, 'accepted');
      const [first, second, ...more] = one.fake.sent;
      assert.deepEqual([first, more], [second, []]);
      assert.equal(one.fake.charges.length, 1);
    });
  }

  test('is asked for after 5 s, 30 s, 2 min, 10 min, then hourly', async () => {
    const one = await orders(fakeProvider({ isHere: true, keyLifetimeSeconds: null }));
    one.fake.deal('throws');
    const ref = await one.give();
    await one.work(ref);
    const times: string[] = [];
    for (let n = 0; n < 6; n++) {
      const at = (await one.row(ref)).act_at as string;
      times.push(at.slice(11, 19));
      await one.moveClock(at);
    }
    assert.deepEqual(times, ['18:00:05', '18:00:35', '18:02:35', '18:12:35', '19:12:35', '20:12:35']);
    assert.deepEqual([one.fake.asked.length, one.fake.sent.length], [6, 1]);
  });

  test('by a provider without keys is never sent again; after the report of the day after it was never received', async () => {
    const one = await orders(fakeProvider({ isHere: true, keyLifetimeSeconds: null }));
    one.fake.deal('throws');
    const ref = await one.give();
    await one.work(ref);
    // The entry date is Friday: the report of the day after is read on Monday.
    await one.moveClock('2027-05-17T20:59:00Z');
    assert.equal((await one.row(ref)).state, 'unknown');
    await one.moveClock('2027-05-17T22:30:00Z');
    const { state, reason } = await one.row(ref);
    assert.deepEqual([state, reason, one.fake.sent.length], ['refused', 'neverReceived', 1]);
  });

  test('is given up at once where absence is final, but not before the list is complete', async () => {
    const one = await orders(fakeProvider({ isHere: true, keyLifetimeSeconds: null, absenceIsFinal: true }));
    one.fake.deal('throws');
    const ref = await one.give();
    await one.work(ref);
    await one.moveClock(minutesLater(1));
    assert.equal((await one.row(ref)).state, 'unknown');
    await one.moveClock(minutesLater(3));
    assert.deepEqual([(await one.row(ref)).state, one.fake.sent.length], ['refused', 1]);
  });

  test('is not sent again once its key is about to be forgotten', async () => {
    const one = await orders(fakeProvider({ isHere: true, keyLifetimeSeconds: 2 * 3_600 }));
    one.fake.deal('unknown', 'unknown', 'unknown', 'unknown', 'unknown', 'unknown', 'unknown');
    const ref = await one.give();
    await one.work(ref);
    await one.moveClock(minutesLater(24 * 60));
    const sent = one.fake.sent.length;
    assert.ok(sent > 1);
    const last = (await one.row(ref)).last_sent_at as string;
    assert.ok(last < '2027-05-13T19:00:00', last);
    assert.equal((await one.row(ref)).state, 'unknown');
  });

  test('of a provider that is down for a day is asked for until it is back, and charged once', async () => {
    const one = await orders(fakeProvider({ isHere: true, keyLifetimeSeconds: 7 * 86_400 }));
    one.fake.downUntil(minutesLater(24 * 60) as never);
    const refs = [await one.give(), await one.give()];
    for (const ref of refs) await one.work(ref);
    await one.moveClock(minutesLater(23 * 60));
    const states = async () => (await Promise.all(refs.map((ref) => one.row(ref)))).map(({ state }) => state);
    assert.deepEqual(await states(), ['unknown', 'unknown']);
    // Asked after 5 s, 30 s, 2 min and 10 min, then hourly; sent again by nobody.
    assert.deepEqual([one.fake.sent.length, one.fake.asked.length > 40, one.fake.charges.length], [2, true, 0]);
    await one.moveClock(minutesLater(25 * 60));
    assert.deepEqual(await states(), ['accepted', 'accepted']);
    assert.equal(one.fake.charges.length, 2);
    const bodies = (from: number) => one.fake.sent.slice(from, from + 2).map(({ body }) => body);
    assert.deepEqual(bodies(2).toSorted(), bodies(0).toSorted(), 'the same keys and bodies');
  });

  test('that is found late is adopted, and was never sent twice by a provider without keys', async () => {
    const one = await orders(fakeProvider({ isHere: true, keyLifetimeSeconds: null }));
    one.fake.deal('actsAndUnknown');
    one.fake.hideUntil('2027-05-13T18:10:00.000000+00:00' as never);
    const ref = await one.give();
    await one.work(ref);
    await one.moveClock(minutesLater(30));
    assert.deepEqual([(await one.row(ref)).state, one.fake.charges.length], ['accepted', 1]);
  });
});

describe('several at work on one order', () => {
  const { house, aCompany } = useHouse({ works: false });
  const orders = async (fake = fakeProvider()) => {
    const { test: api } = await aCompany();
    await setClock(api, start);
    return ordersOf(house(), api, fake);
  };
  const pool = () => house().service.database.pools.test;

  test('send it once: a repeated job, and ten jobs at the same time', async () => {
    const one = await orders();
    const ref = await one.give();
    await Promise.all(Array.from({ length: 10 }, () => one.work(ref)));
    assert.equal(one.fake.sent.length, 1);
    assert.equal((await one.row(ref)).state, 'accepted');
  });

  test('a worker that comes back after its claim ran out is not heard, and what it did is found', async () => {
    const one = await orders();
    one.fake.deal('hangs');
    const ref = await one.give();
    const slow = one.work(ref);
    while (one.fake.sent.length === 0) await new Promise((go) => setTimeout(go, 5));
    await pool().query('update payment_attempts set held_until = 1 where id = $1', [ref.id]);
    const { resume } = orderWorkers(one.tools);
    await resume.run('test');
    assert.equal((await one.row(ref)).state, 'unknown');
    one.fake.release();
    await slow;
    assert.deepEqual([(await one.row(ref)).state, one.heard.length], ['unknown', 0], 'its answer was dropped');
    await one.work(ref);
    assert.deepEqual([(await one.row(ref)).state, one.fake.charges.length], ['accepted', 1]);
  });

  test('a lost job comes through the outbox again, once', async () => {
    const one = await orders();
    const ref = await one.give();
    await pool().query('delete from outbox');
    await pool().query('update payment_attempts set held_until = 1 where id = $1', [ref.id]);
    const { resume } = orderWorkers(one.tools);
    await resume.run('test');
    await resume.run('test');
    const { rows } = await pool().query(`select payload from outbox where job = 'orders.send'`);
    assert.deepEqual(rows, [{ payload: { personId: ref.personId, attemptId: ref.id } }]);
  });

  test('a provider of one company that hangs keeps no other company waiting, and has eight at once', async () => {
    const [hanging, other] = [await orders(), await orders()];
    hanging.fake.deal(...Array.from({ length: 30 }, () => 'hangs' as const));
    const { job } = orderWorkers({
      ...hanging.tools,
      carrierById: async (reader) =>
        reader.realm.companyId === other.api.realm.companyId ? other.carrier : hanging.carrier,
    });
    const run = (of: typeof other, ref: { personId: string; id: string }) =>
      job.run({ ...of.api.realm, payload: { personId: ref.personId, attemptId: ref.id } });
    const refs = [];
    for (let n = 0; n < 12; n++) refs.push(await hanging.give());
    const stuck = Promise.all(refs.map((ref) => run(hanging, ref)));
    const ref = await other.give();
    await run(other, ref);
    assert.equal((await other.row(ref)).state, 'accepted');
    await eventually('eight are under way', () => hanging.fake.sent.length >= 8);
    assert.equal(hanging.fake.sent.length, 8, 'and no more');
    while (hanging.fake.charges.length < 12) {
      hanging.fake.release();
      await new Promise((go) => setTimeout(go, 5));
    }
    await stuck;
    for (const one of refs) assert.equal((await hanging.row(one)).state, 'accepted');
  });
});
