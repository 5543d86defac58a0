// Several messages share a commit when they are taken and when they have gone out; one whose borrower somebody else holds
// keeps no other one waiting.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aReader, sentTo } from '../../../../tests/support/a-reader.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { useHouse } from '../../../../tests/support/house.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';

const borrowers = 12;

describe('messages that wait together', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('are taken by few commits, each goes out once, and a disabled text stops those that wait', async () => {
    const { test: api } = await aCompany();
    await setClock(api, '2026-09-14T16:00:00Z');
    const readers = await Promise.all(Array.from({ length: borrowers }, () => aReader(api)));
    const sent = await Promise.all(readers.map((reader) => sentTo(api, reader)));
    const byText = { channel: 'text', context: { paymentAmount: '150.00', paymentDueDate: '2026-10-15' } };
    const [stopped] = await Promise.all(readers.slice(0, 1).map((reader) => sentTo(api, reader, byText)));
    const descriptor = { subject: 'paymentDueDateReminder', channel: 'text', enabled: false };
    assert.ok((await api.post('/communicator/templatedescriptors', descriptor)).status < 300);

    const pool = house().service.database.pools.test;
    const [twice, erased] = [await aReader(api), await aReader(api)];
    const [leaving, next] = [await sentTo(api, twice), await sentTo(api, twice)];
    const onceADay = { name: 'One email', description: 'One email a day.', citation: 'Policy 1', status: 'active' };
    const frequency = {
      kind: 'frequency',
      channels: ['email'],
      severity: 'block',
      params: { max: 1, per: '1d', scope: 'borrower' },
    };
    await api.made('/compliance/rules', { ...onceADay, ...frequency });
    const late = await sentTo(api, erased);
    const taken =
      "update queued_messages set holder = 'a worker', due_at = $2, started_at = '2026-09-14T16:00:00Z' where id = $1";
    await pool.query(taken, [leaving.messageId, 9e15]);
    await pool.query(taken, [late.messageId, 9e15]);
    await erasePersonByHand(house().service, api.realm, erased.personId, { evenWithOpenLoans: true });
    // The server did not take the letter, so it waits again.
    await pool.query('update queued_messages set holder = null, due_at = 1 where id = $1', [late.messageId]);
    const holder = await pool.connect();
    const [held, ...others] = sent.map(({ messageId }) => messageId);
    await holder.query('begin');
    await holder.query('select 1 from people where person_id = $1 for update', [readers[0]?.personId]);
    await house().service.startWork();
    const stateOf = async (id: string) => (await api.get(`/communicator/messages/${id}`)).body.data.state;
    const become = (id: string, state: string) =>
      eventually(`the message ${id} is ${state}`, async () => (await stateOf(id)) === state);
    await Promise.all(others.map((id) => become(id, 'sent')));
    assert.equal(await stateOf(held), 'queued', 'its borrower is held');
    await holder.query('commit');
    holder.release();
    await Promise.all([become(held, 'sent'), become(stopped.messageId, 'dropped')]);

    await eventually('the next one is stopped by the one that is on its way', async () =>
      ['held', 'dropped'].includes(await stateOf(next.messageId)),
    );
    await eventually('what was erased meanwhile is queued no more', async () => {
      const { rows: left } = await pool.query('select id from queued_messages');
      return left.length === 1 && left[0].id === leaving.messageId;
    });
    const { interactionId } = (await api.get(`/communicator/messages/${leaving.messageId}`)).body.data;
    const { status } = (await api.get(`/interactions/${interactionId}`)).body.data;
    assert.equal(status, 'scheduled', 'of what is on its way nothing is written before its outcome');

    const mailbox = (await api.get('/test-mailbox?limit=100')).body.data.map(({ id }: { id: string }) => id);
    assert.deepEqual(mailbox.toSorted(), [held, ...others].toSorted());
    const { rows } = await pool.query(
      'select count(distinct xmin::text)::int as commits from interaction_versions where version = 1 and person_id = any($1)',
      [readers.map(({ personId }) => personId)],
    );
    assert.ok(rows[0].commits < borrowers, `${rows[0].commits} commits took ${borrowers} messages`);
  });
});
