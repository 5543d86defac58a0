// What is just leaving: before anybody knows what becomes of it, its borrower may be erased, its worker may die, and somebody
// may ask whether the borrower may be contacted.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { whole } from '#app/capabilities.ts';
import { erasePersonByHand } from '#app/erase-person.ts';
import type { WorkTools } from '#platform/capability.ts';
import { makeLog } from '#platform/log.ts';
import { pace } from '#platform/pace.ts';
import { Shifts } from '#platform/shifts.ts';
import { done, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import { aReader, sentTo } from '../../../../tests/support/a-reader.ts';
import type { CollectedBorrower } from '../../../../tests/support/collected-borrower.ts';
import { type Answer, anEmail, type Client, useHouse } from '../../../../tests/support/house.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';
import { sendingMessages } from './send-job.ts';

type Sent = Answer['body'];

describe('a message that is just leaving', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-09-14T16:00:00Z');
  });

  /** A worker that sends, and whose mail server gives its answer only when the test lets it. */
  function aWorker() {
    const { service } = house();
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<Outcome>()];
    const send = () => {
      asked.resolve();
      return answered.promise;
    };
    // A claim is renewed for as long as its worker waits.
    after(() => answered.resolve(not('unknown')));
    const work = sendingMessages(() => ({ email: { knowsIds: false, send } }));
    const tools: WorkTools = {
      ...service,
      whole,
      log: makeLog('silent'),
      settings: { webhookDevHosts: new Set() },
      newPace: () => pace(service.load),
      isServing: () => false,
      shifts: new Shifts(() => false),
    };
    return {
      asked: asked.promise,
      answer: answered.resolve,
      run: ({ personId }: CollectedBorrower, { messageId: id }: Sent) =>
        work.run(tools, api.realm, { person_id: personId, id, channel: 'email' }),
    };
  }

  /** Returns what brings the answer of the mail server, and waits until it is written down. */
  async function leave(reader: CollectedBorrower, sent: Sent): Promise<(outcome: Outcome) => Promise<unknown>> {
    const { asked, answer, run } = aWorker();
    const ran = run(reader, sent);
    await asked;
    return (outcome) => {
      answer(outcome);
      return ran;
    };
  }

  const messageOf = async ({ messageId }: Sent): Promise<Sent> =>
    (await api.get(`/communicator/messages/${messageId}`)).body.data;
  const interactionOf = async ({ id }: Sent): Promise<Sent> => (await api.get(`/interactions/${id}`)).body.data;
  const ends = async (sent: Sent) => {
    const { status, statusDetails } = await interactionOf(sent);
    return [(await messageOf(sent)).state, status, statusDetails];
  };
  const erase = ({ personId }: CollectedBorrower) =>
    erasePersonByHand(house().service, api.realm, personId, { evenWithOpenLoans: true });
  const not = (kind: Outcome['kind']): Outcome => ({ kind, reason: 'the mail server said so' });

  test('while its borrower is erased has the outcome that it has, and so has its interaction', async () => {
    const outcomes = [
      [done, 'sent', 'succeeded', 'emailSent'],
      [not('refused'), 'failed', 'failed', 'emailRefused'],
      [not('unknown'), 'unknown', 'attempted', 'unknown'],
    ] as const;
    for (const [outcome, ...expected] of outcomes) {
      const reader = await aReader(api);
      const sent = await sentTo(api, reader);
      const hear = await leave(reader, sent);
      await erase(reader);
      assert.deepEqual(await ends(sent), ['queued', 'scheduled', 'queued'], 'nobody knows yet what becomes of it');
      await hear(outcome);
      assert.deepEqual(await ends(sent), expected);
      const { startedAt, contactId, content } = await interactionOf(sent);
      assert.notEqual(startedAt, null);
      assert.deepEqual([contactId, content], [reader.emailId, null]);
    }
  });

  test('and is to be tried again is not, once its borrower is erased: it failed', async () => {
    const [one, other] = [await aReader(api), await aReader(api)];
    const [erasedBefore, erasedAfter] = [await sentTo(api, one), await sentTo(api, other)];
    const hear = await leave(one, erasedBefore);
    await erase(one);
    await hear(not('later'));
    assert.deepEqual(await ends(erasedBefore), ['queued', 'attempted', 'sending']);
    assert.equal(await aWorker().run(one, erasedBefore), undefined);
    assert.deepEqual(await ends(erasedBefore), ['canceled', 'failed', 'personErased']);

    await (await leave(other, erasedAfter))(not('later'));
    assert.deepEqual(await ends(erasedAfter), ['queued', 'attempted', 'sending']);
    await erase(other);
    assert.deepEqual(await ends(erasedAfter), ['canceled', 'failed', 'personErased']);
  });

  /** Nobody knew what became of it; somebody has reported of its interaction, and then had it sent once more. */
  async function sentAgain(reader: CollectedBorrower, status: 'succeeded' | 'failed'): Promise<Sent> {
    const sent = await sentTo(api, reader);
    await (await leave(reader, sent))(not('unknown'));
    assert.equal((await api.put(`/interactions/${sent.id}`, { status })).status, 200);
    const settled = await api.put(`/communicator/messages/${sent.messageId}`, { state: 'queued' });
    assert.equal(settled.status, 200, JSON.stringify(settled.body));
    return sent;
  }

  test('and of which somebody has reported what came of it is not in the way of erasing its borrower', async () => {
    for (const status of ['succeeded', 'failed'] as const) {
      const [waits, leaves] = [await aReader(api), await aReader(api)];
      const waiting = await sentAgain(waits, status);
      await erase(waits);
      assert.deepEqual((await ends(waiting)).slice(0, 2), ['canceled', status]);

      const again = await sentAgain(leaves, status);
      const hear = await leave(leaves, again);
      await erase(leaves);
      await hear({ ...not('later'), isUntried: true });
      assert.equal(await aWorker().run(leaves, again), undefined);
      assert.deepEqual((await ends(again)).slice(0, 2), ['canceled', status]);
    }
  });

  test('and of which somebody has reported what came of it has failed where its text is disabled before it leaves', async () => {
    const { test: other } = await aCompany();
    await setClock(other, '2026-09-14T16:00:00Z');
    const [before, reader] = [api, await aReader(other)];
    api = other;
    try {
      const sent = await sentAgain(reader, 'succeeded');
      const descriptor = { subject: 'paymentDueDateReminder', channel: 'email', enabled: false };
      assert.ok((await api.post('/communicator/templatedescriptors', descriptor)).status < 300);
      assert.equal(await aWorker().run(reader, sent), undefined);
      assert.deepEqual(await ends(sent), ['dropped', 'failed', 'droppedByRules']);
    } finally {
      api = before;
    }
  });

  test('and whose worker died is known by the contact to which it was going, and since when', async () => {
    const reader = await aReader(api);
    const value = 'second@example.com';
    const second = await api.made(
      `${reader.path}/contacts`,
      anEmail({ affiliation: 'self', status: 'secondary', value }),
    );
    const sent = await sentTo(api, reader);
    assert.equal(sent.contactId, reader.emailId);
    await api.put(`${reader.path}/contacts/${reader.emailId}`, { valid: false });
    const hear = await leave(reader, sent);
    const { rows } = await house().service.database.pools.test.query(
      "update queued_messages set holder = 'a dead worker', due_at = 1 where id = $1 returning id",
      [sent.messageId],
    );
    assert.equal(rows.length, 1);
    assert.equal(await aWorker().run(reader, sent), undefined);
    const { state, contactId } = await messageOf(sent);
    assert.deepEqual([state, contactId], ['unknown', second.id]);
    const told = await interactionOf(sent);
    assert.deepEqual([told.status, told.statusDetails, told.contactId], ['attempted', 'unknown', second.id]);
    assert.notEqual(told.startedAt, null);
    await hear(done);
    assert.equal((await messageOf(sent)).state, 'unknown', 'the first worker has nothing more to say');
  });

  test('counts where somebody asks whether the borrower may be contacted, and one that only waits does not', async () => {
    const onceADay = { name: 'One email', description: 'One email a day.', citation: 'Policy 1', status: 'active' };
    const params = { max: 1, per: '1d', scope: 'borrower' };
    await api.made('/compliance/rules', {
      ...onceADay,
      kind: 'frequency',
      channels: ['email'],
      severity: 'block',
      params,
    });
    const [reader, other] = [await aReader(api), await aReader(api)];
    const question = { channel: 'email', theme: 'opsServicing' };
    const mayBe = async () => (await api.made(`${reader.path}/can-interact`, question)).result;
    const mayBeEach = async () => {
      const people = [reader, other].map(({ personId }) => ({ personId }));
      const { verdicts } = await api.made('/can-interact', { ...question, people });
      return verdicts.map(({ result }: { result: boolean }) => result);
    };
    const sent = await sentTo(api, reader);
    assert.deepEqual([await mayBe(), await mayBeEach()], [true, [true, true]]);
    const hear = await leave(reader, sent);
    assert.deepEqual([await mayBe(), await mayBeEach()], [false, [false, true]]);
    assert.equal((await interactionOf(sent)).status, 'scheduled', 'nothing is written of it before its outcome');
    const { rowCount } = await house().service.database.pools.test.query(
      "update queued_messages set started_at = '2026-09-14T16:00:01Z' where id = $1",
      [sent.messageId],
    );
    assert.equal(rowCount, 1);
    assert.deepEqual([await mayBe(), await mayBeEach()], [false, [false, true]], 'a host took it whose clock is ahead');
    await hear(not('refused'));
    assert.equal((await interactionOf(sent)).status, 'failed');
  });

  test('counts when a host whose clock is ahead has concluded it, for now and not for a moment before', async () => {
    const reader = await aReader(api);
    const hear = await leave(reader, await sentTo(api, reader));
    await hear(done);
    const question = { channel: 'email', theme: 'opsServicing' };
    const mayBe = async (at?: string) => (await api.made(`${reader.path}/can-interact`, { ...question, at })).result;
    const startedAt = (at: string) =>
      house().service.database.pools.test.query(
        'update interactions set started_at = $2, recorded_at = $2 where person_id = $1',
        [reader.personId, at],
      );
    assert.equal((await startedAt('2026-09-14T16:00:01Z')).rowCount, 1);
    assert.deepEqual([await mayBe(), await mayBe('2026-09-14T15:59:59Z')], [false, true]);
    assert.equal(await mayBe('2026-09-14T16:00:00.500Z'), false);
    await startedAt('2026-09-14T16:01:01Z');
    assert.equal(await mayBe(), true, 'a clock is not ahead by more than a minute');
  });
});
