// What a case asks for at a time: escalations, calls, a snooze, a note to be reviewed; and who takes it.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aPerson, type Client, type House, useHouse } from '../../../../tests/support/house.ts';
import { ids, refused, refusedAt } from '../../../../tests/support/refusals.ts';
import { aUser, type SignedIn, signedIn } from '../../../../tests/support/signed-in.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';
import { walkStates } from '../../../../tests/support/walk-states.ts';
import { taskStates } from './states.ts';
import { caseTasks } from './tables.ts';

const now = '2026-06-29T15:00:00Z';
const tomorrow = '2026-06-30T15:00:00Z';

async function aCase(api: Client): Promise<string> {
  const person = `/people/${(await api.made('/people', aPerson())).id}`;
  return `${person}/cases/${(await api.made(`${person}/cases`, {})).id}`;
}

describe('the tasks of a case', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let agent: SignedIn;
  let other: SignedIn;
  let employeeId: string;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, now);
    agent = await anAgent(house(), api, 'ann@example.com');
    other = await anAgent(house(), api, 'bob@example.com');
    employeeId = (await api.get('/employees')).body.data.find(
      ({ email }: { email: string }) => email === 'ann@example.com',
    ).id;
  });

  const tasks = async (query = '') => ids(await api.get(`/tasks${query}`));

  test('are not more than a case can end in one commit', async () => {
    const path = await aCase(api);
    const { id, caseId } = await api.made(`${path}/escalations`, {});
    const { columns } = caseTasks;
    const others = Object.keys(columns).filter((column) => column !== 'id');
    await house().service.database.pools.test.query(
      `insert into case_tasks (id, ${others}) select 'CK-' || n, ${others} from case_tasks, generate_series(1, 4999) n
       where id = $1 and case_id = $2`,
      [id, caseId],
    );
    assert.equal((await api.post(`${path}/escalations`, {})).body.errorType, 'NoRoom');
    await api.delete(`${path}/escalations/${id}`);
    assert.equal((await api.post(`${path}/snooze`, { dueAt: tomorrow })).body.errorType, 'NoRoom');
  });

  test('come back when they are due, by the clock of the business', async () => {
    const path = await aCase(api);
    refusedAt(await api.post(`${path}/snooze`, {}), 'dueAt');
    refusedAt(await api.post(`${path}/snooze`, { dueAt: '2026-06-29T14:59:59Z' }), 'dueAt');
    const { id, reason } = await api.made(`${path}/snooze`, { dueAt: tomorrow, reason: ' On vacation. ' });
    assert.equal(reason, 'On vacation.');
    refused(await api.post(`${path}/snooze`, { dueAt: tomorrow }), 409, 'AlreadySnoozed', 'caseId');
    assert.deepEqual(await tasks('?kind=snooze'), []);
    assert.deepEqual(await tasks('?kind=snooze&due=false'), [id]);
    await setClock(api, tomorrow);
    assert.deepEqual(await tasks('?kind=snooze'), [id]);
    assert.deepEqual(await tasks('?kind=snooze&overdue=true'), []);
    await setClock(api, '2026-07-01T05:00:00Z');
    assert.deepEqual(await tasks('?kind=snooze&overdue=true'), [id]);
    assert.equal((await api.delete(`${path}/snooze`)).body.data.status, 'canceled');
    refused(await api.get(`${path}/snooze`), 404, 'NotFound', 'caseId');
    assert.deepEqual(await tasks('?kind=snooze'), []);
  });

  test('are of the owner of the case, go to the next owner, and end with the case', async () => {
    const path = await aCase(api);
    await api.put(path, { owningEmployeeId: employeeId, status: 'processing' });
    const mine = await api.made(`${path}/escalations`, { reason: 'Asks for a supervisor.' });
    assert.equal(mine.assignedEmployeeId, employeeId);
    assert.deepEqual(ids(await agent.get('/tasks?whose=mine')), [mine.id]);
    assert.deepEqual(ids(await other.get('/tasks?whose=mine')), []);
    const team = await api.made('/teams', { name: 'Supervisors' });
    const users = (await api.get('/users')).body.data as { id: string; userName: string }[];
    const bob = users.find(({ userName }) => userName === 'bob@example.com')?.id;
    await api.put(`/teams/${team.id}`, { userIds: [bob] });
    await api.put(path, { owningTeamId: team.id });
    assert.deepEqual(ids(await other.get('/tasks?whose=myTeams')), [mine.id]);
    assert.deepEqual(ids(await agent.get('/tasks?whose=mine')), []);
    await api.put(path, { status: 'completed', outcome: 'resolved' });
    const [ended] = (await api.get(`${path}/escalations`)).body.data;
    assert.equal(ended.status, 'canceled');
    refused(await api.post(`${path}/escalations`, {}), 409, 'CaseClosed', 'status');
    refused(await api.post(`${path}/notes`, { content: 'Too late' }), 409, 'CaseClosed', 'status');
  });

  test('are kept for whoever takes them, and go back', async () => {
    const path = await aCase(api);
    const { id } = await api.made(`${path}/escalations`, {});
    const task = `${path}/tasks/${id}`;
    const taken = (await agent.post(`${task}/take`, {})).body.data;
    assert.notEqual(taken.takenUntil, null);
    refused(await other.post(`${task}/take`, {}), 409, 'TaskTaken', 'caseTaskId');
    refused(await other.post(`${task}/done`), 409, 'TaskTaken', 'caseTaskId');
    assert.equal((await agent.post(`${task}/take`, { accept: true })).body.data.takenUntil, null);
    assert.ok(ids(await agent.get('/tasks?whose=mine')).includes(id));
    assert.equal((await agent.post(`${task}/give-back`)).body.data.takenById, null);
    assert.equal((await other.post(`${task}/done`)).body.data.status, 'done');
    assert.ok(!(await tasks()).includes(id));
  });

  test('come from notes that ask for a review, and from calls that were promised', async () => {
    const path = await aCase(api);
    const note = (await api.post(`${path}/notes`, { content: 'Look at this.', taskableInstruction: true })).body.data;
    const [review] = (await api.get('/tasks?kind=note')).body.data;
    assert.deepEqual([review.noteId, review.status], [note.id, 'open']);
    refusedAt(await api.post(`${path}/scheduled-calls`, {}), 'dueAt');
    const call = await api.made(`${path}/scheduled-calls`, { dueAt: '2026-07-02T15:00:00Z' });
    const moved = await api.put(`${path}/scheduled-calls/${call.id}`, {
      dueAt: '2026-07-03T15:00:00Z',
      reason: 'Later.',
    });
    assert.deepEqual([moved.body.data.dueAt, moved.body.data.reason], ['2026-07-03T15:00:00.000000+00:00', 'Later.']);
    const [mine, theirs] = [path, await aCase(api)];
    refused(await api.put(`${theirs}/scheduled-calls/${call.id}`, {}), 404, 'NotFound', 'taskId');
    refused(await api.put(`${mine}/escalations/${call.id}`, {}), 404, 'NotFound', 'taskId');
    refused(
      await api.post(`${mine}/scheduled-calls`, { dueAt: '2027-01-01T00:00:00Z', contactId: 'CT-AAAA-AAAA' }),
      404,
      'NotFound',
      'contactId',
    );
  });
});

async function anAgent(house: House, api: Client, email: string): Promise<SignedIn> {
  await aUser(house, api, { email, role: 'collections' });
  return signedIn(house, api, email);
}

describe('a task', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  let path: string;
  before(async () => {
    api = (await aCompany()).test;
    path = await aCase(api);
  });

  walkStates<string>({
    table: taskStates,
    elsewhere: { open: 'this file: one is made' },
    async make(state) {
      const { id } = await api.made(`${path}/escalations`, {});
      if (state === 'done') await api.post(`${path}/tasks/${id}/done`);
      if (state === 'canceled') await api.delete(`${path}/escalations/${id}`);
      return id;
    },
    read: async (id) =>
      (await api.get(`${path}/escalations`)).body.data.find((one: { id: string }) => one.id === id).status,
    ask: {
      change: (id) => api.put(`${path}/escalations/${id}`, { reason: 'Another.' }),
      take: (id) => api.post(`${path}/tasks/${id}/take`, {}),
      finish: (id) => api.post(`${path}/tasks/${id}/done`),
      cancel: (id) => api.delete(`${path}/escalations/${id}`),
    },
    refused: (answer) => refused(answer, 409, 'TaskEnded', 'taskId'),
  });
});
