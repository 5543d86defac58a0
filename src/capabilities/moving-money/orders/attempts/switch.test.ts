// The switch that stops payments: nothing leaves while it is thrown, nothing is lost, and the doctor says so.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { resumeByHand, switchByHand } from '#app/cli-payments.ts';
import { fakeProvider } from '../../../../../tests/support/fake-provider.ts';
import { found } from '../../../../../tests/support/findings.ts';
import { useInspected } from '../../../../../tests/support/inspected.ts';
import { type Orders, ordersOf, orderWorkers } from '../../../../../tests/support/orders.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { paymentsCheck } from './check-payments.ts';
import { stopAfterRestore } from './switch.ts';

describe('payments that are stopped', () => {
  const { house, aCompany, look, sql } = useInspected();
  const orders = async (): Promise<Orders> => {
    const { test: api } = await aCompany();
    await setClock(api, '2027-05-13T18:00:00Z');
    return ordersOf(house(), api, fakeProvider({ isHere: true }));
  };
  const enqueued = async (one: Orders) => {
    await sql('delete from test.outbox');
    await sql('update test.payment_attempts set held_until = 1 where held_until is not null');
    await orderWorkers(one.tools).resume.run('test');
    const { companyId } = one.api.realm;
    return (await sql(`select 1 from test.outbox where job = 'orders.send' and company_id = $1`, [companyId])).rows
      .length;
  };

  test('send nothing, take what is ordered, and go on with what waited', async () => {
    const [one, other] = [await orders(), await orders()];
    const { companyId } = one.api.realm;
    const flags = { company: companyId, mode: 'test' };
    const before = await one.give();
    assert.match(
      await switchByHand(house().service, flags, 'the provider is in trouble'),
      /stopped\. None is being sent/,
    );
    const ref = await one.give();
    const later = await one.give({ sendAt: '2027-05-13T18:30:00.000000+00:00' as never });
    for (const each of [before, ref]) await one.work(each);
    await one.moveClock('2027-05-13T19:00:00Z');
    assert.equal(await enqueued(one), 0);
    assert.equal(one.fake.sent.length, 0);
    for (const each of [before, ref, later]) assert.equal((await one.row(each)).state, 'ready');
    found(
      await look(paymentsCheck),
      'warning',
      /of 1 company in test mode are stopped \(the provider is in trouble\)/,
      /resume/,
    );
    const theirs = await other.give();
    await other.work(theirs);
    assert.equal((await other.row(theirs)).state, 'accepted', 'those of others go on');
    await switchByHand(house().service, flags, null);
    for (const each of [before, ref]) await one.work(each);
    await one.moveClock('2027-05-13T19:01:00Z');
    assert.equal(one.fake.charges.length, 3);
    found(await look(paymentsCheck), 'ok', /no break is open/);
  });

  test('ask for what was sent before, and do not send it again', async () => {
    const one = await orders();
    const flags = { company: one.api.realm.companyId, mode: 'test' };
    one.fake.deal('throws', 'actsAndThrows');
    const [lost, done] = [await one.give(), await one.give()];
    for (const each of [lost, done]) await one.work(each);
    await switchByHand(house().service, flags, 'so');
    await one.moveClock('2027-05-13T18:30:00Z');
    assert.deepEqual([(await one.row(lost)).state, (await one.row(done)).state], ['unknown', 'accepted']);
    assert.equal(one.fake.sent.length, 2);
    await switchByHand(house().service, flags, null);
    await one.moveClock('2027-05-13T20:30:00Z');
    assert.deepEqual([(await one.row(lost)).state, one.fake.charges.length], ['accepted', 2]);
  });

  test('and orders of which nobody knows are told by the doctor: after a quarter of an hour, and worse after four', async () => {
    await sql('update test.payment_attempts set asked = 0');
    const { test: api } = await aCompany();
    await setClock(api, '2027-05-13T18:00:00Z');
    const one = await ordersOf(house(), api, fakeProvider({ isHere: true, keyLifetimeSeconds: null }));
    one.fake.deal('throws');
    await one.work(await one.give());
    await one.moveClock('2027-05-13T18:10:00Z');
    found(await look(paymentsCheck), 'ok', /each has an answer/);
    await one.moveClock('2027-05-13T18:20:00Z');
    found(
      await look(paymentsCheck),
      'warning',
      /Of 1 payment order in test mode nobody knows for a quarter/,
      /by its key/,
    );
    await one.moveClock('2027-05-13T22:20:00Z');
    found(await look(paymentsCheck), 'error', /nobody knows for four hours/, /payments resolve/);
    await sql('update test.payment_attempts set asked = 0');
  });

  const restored = async () => {
    for (const text of stopAfterRestore('test', '2027-05-13T17:00:00Z')) await sql(text);
  };

  test('after a restore are those of every company', async () => {
    const one = await orders();
    await restored();
    const ref = await one.give();
    await one.work(ref);
    assert.deepEqual([(await one.row(ref)).state, one.fake.sent.length], ['ready', 0]);
  });

  test('after a restore ask for what the backup had still to send, and send only what the provider has not', async () => {
    const one = await orders();
    const flags = { company: one.api.realm.companyId, mode: 'test' };
    await switchByHand(house().service, flags, null);
    const [sent, never] = [await one.give(), await one.give()];
    // The backup is of this moment; afterwards the first one was sent.
    await one.work(sent);
    await sql(
      `update test.payment_attempts set state = 'ready', act_at = null, provider_id = null, accepted_at = null, first_sent_at = null, last_sent_at = null
       where id = $1`,
      [sent.id],
    );
    await restored();
    await one.moveClock('2027-05-13T18:10:00Z');
    assert.deepEqual([(await one.row(sent)).state, (await one.row(never)).state], ['accepted', 'unknown']);
    assert.equal(one.fake.charges.length, 1);
    await assert.rejects(resumeByHand(house().service, flags), /has not said yet/);
    await resumeByHand(house().service, { ...flags, confirm: true });
    await one.moveClock('2027-05-13T20:10:00Z');
    assert.deepEqual([(await one.row(never)).state, one.fake.charges.length], ['accepted', 2]);
  });
});
