// A message to all borrowers of a supercase: strict, each once, with pace and hours, paused and resumed.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import pg from 'pg';
import { whole } from '#app/capabilities.ts';
import type { WorkTools } from '#platform/capability.ts';
import { stopwatch } from '#platform/clock.ts';
import { makeLog } from '#platform/log.ts';
import { pace } from '#platform/pace.ts';
import { aReader } from '../../../../tests/support/a-reader.ts';
import type { CollectedBorrower } from '../../../../tests/support/collected-borrower.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, type Client, useHouse } from '../../../../tests/support/house.ts';
import { refused, refusedAt } from '../../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../../tests/support/test-clock.ts';
import { messagesAfterRestore } from '../after-restore.ts';
import { preparing } from '../prepare/prepare.ts';
import { membersSource } from './supercase-members.ts';
import { Turn } from './turn.ts';

const noon = '2026-09-14T16:00:00Z';
const relief = { subject: 'freeForm', theme: 'opsServicing', channel: 'email', context: { body: 'We can help.' } };

/** Rights are looked up again after a second. */
const rememberedMs = 1_100;

describe('a bulk sending', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  let readers: readonly CollectedBorrower[];
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, noon);
    readers = await Promise.all(Array.from({ length: 4 }, () => aReader(api)));
  });

  async function aSupercase(): Promise<string> {
    const path = `/supercases/${(await api.made('/supercases', { name: 'Floods' })).id}`;
    const population = `${path}/populations/${(await api.made(`${path}/populations`, {})).id}`;
    await api.made(`${population}/members`, { members: readers.map(({ personId, loanId }) => ({ personId, loanId })) });
    assert.equal((await api.put(population, { isDraft: false })).status, 200);
    await eventually('the cases are there', async () => {
      const { data } = (await api.get(`${path}/subcases/cases`)).body;
      return data.length === readers.length;
    });
    return path;
  }

  const read = async (id: string): Promise<Answer['body']> =>
    (await api.get(`/communicator/bulk-sendings/${id}`)).body.data;
  const rowsOf = async (id: string, query = ''): Promise<Answer['body']> =>
    (await api.get(`/communicator/bulk-sendings/${id}/rows?${query}`)).body;
  const comesTo = (id: string, state: string) =>
    eventually(`it is ${state}`, async () => {
      const found = await read(id);
      return found.state === state && found;
    });

  test('sends each member one message, about their loan and case', async () => {
    const path = await aSupercase();
    const begun = await api.post(`${path}/subcases/send`, relief);
    assert.equal(begun.status, 202, JSON.stringify(begun.body));
    const { id } = begun.body.data;
    const ended = await comesTo(id, 'finished');
    assert.deepEqual([ended.total, ended.done, ended.counts.queued], [4, 4, 4]);
    const { data, total } = await rowsOf(id);
    assert.equal(total, 4);
    const [row] = data;
    const told = (await api.get(`/interactions/${row.interactionId}`)).body.data;
    assert.deepEqual([told.messageId, told.loanIds.length, told.caseId !== null], [row.messageId, 1, true]);
    const page = await rowsOf(id, 'limit=3');
    const next = await rowsOf(id, `limit=3&startingAfter=${page.data.at(-1).id}`);
    assert.deepEqual([page.data.length, next.data.length], [3, 1]);
  });

  test('is strict: what the text asks for and is not there fails the row, and no other', async () => {
    const path = await aSupercase();
    const reminder = { subject: 'paymentDueDateReminder', channel: 'email', context: { paymentDueDate: '2026-10-15' } };
    const { id } = (await api.post(`${path}/subcases/send`, reminder)).body.data;
    const ended = await comesTo(id, 'finished');
    assert.deepEqual([ended.done, ended.counts.failed, ended.counts.queued], [4, 4, 0]);
    const { data } = await rowsOf(id, 'result=failed');
    assert.deepEqual([data[0].failure, data[0].variable, data[0].messageId], ['undefined', 'paymentAmount', null]);
  });

  test('makes and writes its messages in shifts, which rest for requests', async () => {
    const path = await aSupercase();
    const later = { ...relief, window: { from: '01:00', to: '02:00' } };
    const { id } = (await api.post(`${path}/subcases/send`, later)).body.data;
    await eventually('it waits for its hours', async () => (await read(id)).goesOnAt !== null);
    const { service } = house();
    const reader = service.database.reader(api.realm);
    const row = await reader.row(reader.db.selectFrom('bulk_sendings').selectAll().where('id', '=', id));
    assert.ok(row);
    const turn = (shifts: WorkTools['shifts']) => {
      const ours = { whole, log: makeLog('silent'), newPace: () => pace(service.load), isServing: () => true, shifts };
      return new Turn({
        tools: { ...service, ...ours },
        prepare: preparing(whole),
        source: membersSource,
        realm: api.realm,
        row: { ...row, window_from: null, window_to: null },
        lease: { lost: new AbortController().signal, isMine: () => true, hold: async () => {} },
      });
    };
    const resting = { begin: () => Promise.reject(new Error('it rests')), worked: () => {} };
    await assert.rejects(turn(resting).go(), /it rests/);
    assert.equal((await read(id)).done, 0);
    const worked: number[] = [];
    assert.deepEqual(await turn({ begin: async () => {}, worked: (ms) => void worked.push(ms) }).go(), {
      isOver: true,
    });
    assert.equal((await read(id)).done, 4);
    const commits = Math.ceil(4 / Math.min(50, service.database.grouping.personsMax));
    assert.equal(worked.length, 2 + commits, 'the rows were made and written, and no others were found');
    assert.ok(worked.every((ms) => ms > 0));
  });

  test('keeps its pace and its hours, and is paused, resumed and canceled', async () => {
    const path = await aSupercase();
    const paced = { ...relief, pacePerMinute: 1, window: { from: '09:00', to: '20:00' } };
    const { id } = (await api.post(`${path}/subcases/send`, paced)).body.data;
    const one = await eventually('the first is done', async () => {
      const found = await read(id);
      return found.done === 1 && found.goesOnAt !== null && found;
    });
    assert.equal(one.goesOnAt, '2026-09-14T16:01:00.000000+00:00');
    await moveClock(api, '2026-09-14T16:01:01Z');
    await eventually('the second is done', async () => (await read(id)).done === 2);
    const paused = await api.put(`/communicator/bulk-sendings/${id}`, { state: 'paused' });
    assert.deepEqual([paused.body.data.state, paused.body.data.goesOnAt], ['paused', null]);
    await moveClock(api, '2026-09-15T03:00:00Z');
    assert.equal((await read(id)).done, 2);
    await api.put(`/communicator/bulk-sendings/${id}`, { state: 'running' });
    const late = await eventually('it waits for the morning', async () => {
      const found = await read(id);
      return found.goesOnAt !== null && found;
    });
    assert.deepEqual([late.done, late.goesOnAt], [2, '2026-09-15T13:00:00.000000+00:00']);
    assert.equal(
      (await api.put(`/communicator/bulk-sendings/${id}`, { state: 'canceled' })).body.data.state,
      'canceled',
    );
    refusedAt(await api.put(`/communicator/bulk-sendings/${id}`, { state: 'running' }), 'state');
    await setClock(api, noon);
  });

  test('goes on only while whoever has started it may still send, and whoever resumes it answers for it', async () => {
    const path = await aSupercase();
    const permissions = ['supercase:bulk.send', 'communicator.bulk:update'];
    const { id: keyId, key } = await api.made('/keys', { name: 'sender', permissions });
    const sender = house().client(key, api.realm);
    const { id } = (await sender.post(`${path}/subcases/send`, { ...relief, pacePerMinute: 1 })).body.data;
    await eventually('the first is done', async () => {
      const { done, goesOnAt } = await read(id);
      return done === 1 && goesOnAt !== null;
    });
    await api.delete(`/keys/${keyId}`);
    const waited = stopwatch();
    await eventually('nobody remembers what the key could do', () => waited() > rememberedMs);
    await moveClock(api, '2026-09-14T16:01:05Z');
    const paused = await comesTo(id, 'paused');
    assert.deepEqual([paused.pausedBecause, paused.done], ['rightsLost', 1]);
    const few = house().client(
      (await api.made('/keys', { name: 'few', permissions: ['communicator.bulk:update'] })).key,
      api.realm,
    );
    const resumed = await few.put(`/communicator/bulk-sendings/${id}`, { state: 'running' });
    assert.deepEqual([resumed.status, resumed.body.data.permission], [403, 'supercase:bulk.send']);
    await api.put(`/communicator/bulk-sendings/${id}`, { state: 'running' });
    const on = await eventually('it goes on', async () => {
      const found = await read(id);
      return found.done === 2 && found;
    });
    assert.equal(on.pausedBecause, null);
    await api.put(`/communicator/bulk-sendings/${id}`, { state: 'canceled' });
    await setClock(api, noon);
  });

  test('rests after a restore, for its rows may have been sent since, until somebody resumes it', async () => {
    const path = await aSupercase();
    const { id } = (await api.post(`${path}/subcases/send`, { ...relief, pacePerMinute: 1 })).body.data;
    await eventually('the first is done', async () => {
      const { done, goesOnAt } = await read(id);
      return done === 1 && goesOnAt !== null;
    });
    // No worker is at a message of this company while it is restored.
    const waits = async () => (await api.get('/communicator/messages?state=queued')).body.data.length;
    await eventually('the first has left', async () => (await waits()) === 0);
    const client = new pg.Client(house().service.database.server);
    await client.connect();
    await client.query(`begin; ${messagesAfterRestore('test').join(';')}; commit`);
    await client.end();
    const { state, pausedBecause, goesOnAt } = await read(id);
    assert.deepEqual([state, pausedBecause, goesOnAt], ['paused', 'restored', null]);
    await api.put(`/communicator/bulk-sendings/${id}`, { state: 'running' });
    await moveClock(api, '2026-09-14T16:01:05Z');
    await eventually('it goes on', async () => (await read(id)).done === 2);
    await api.put(`/communicator/bulk-sendings/${id}`, { state: 'canceled' });
    await setClock(api, noon);
  });

  test('is refused by the field that is wrong, and without members', async () => {
    const path = await aSupercase();
    const send = (more: object) => api.post(`${path}/subcases/send`, { ...relief, ...more });
    refusedAt(await send({ theme: null }), 'theme');
    refusedAt(await send({ window: { from: '20:00', to: '09:00' } }), 'window.to');
    refusedAt(await send({ pacePerMinute: 0 }), 'pacePerMinute');
    refusedAt(await send({ isAutodialed: true }), 'isAutodialed');
    refusedAt(await send({ theme: 'opsAccountCredentials' }), 'theme');
    const empty = `/supercases/${(await api.made('/supercases', { name: 'Nobody' })).id}`;
    refused(await api.post(`${empty}/subcases/send`, relief), 409, 'NoSubcases', 'supercaseId');
  });
});
