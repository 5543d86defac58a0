// Cases of the company, which are about no borrower: they live as other cases do, and are tasks from their time on.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { everythingStored } from '../../../../tests/support/everything-stored.ts';
import { aPerson, type Client, useHouse } from '../../../../tests/support/house.ts';
import { ids, refused, refusedAt } from '../../../../tests/support/refusals.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';

const cases = '/company-cases';

describe('a case of the company', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-06-29T15:00:00Z');
  });

  test('is moved, ends with an outcome, and is closed then', async () => {
    const made = await api.made(cases, { name: 'Answer the letter' });
    assert.deepEqual(
      [made.caseType, made.status, made.outcome, made.createdByType],
      ['generic', 'initiated', null, 'key'],
    );
    const path = `${cases}/${made.id}`;
    refusedAt(await api.put(path, { status: 'completed', outcome: 'resolved' }), 'status');
    assert.equal((await api.put(path, { status: 'processing' })).status, 200);
    refusedAt(await api.put(path, { status: 'completed' }), 'outcome');
    assert.equal((await api.put(path, { status: 'completed', outcome: 'resolved' })).status, 200);
    refused(await api.put(path, { name: 'Another' }), 409, 'CaseClosed', 'status');
    const again = (await api.put(path, { status: 'reopened' })).body.data;
    assert.deepEqual([again.status, again.outcome], ['reopened', null]);
  });

  test('has an owner and the fields of its type, which lie sealed', async () => {
    const team = await api.made('/teams', { name: 'Legal' });
    const type = await api.made('/case-types', {
      caseType: 'legalAction',
      name: 'Suit',
      status: 'active',
      customFieldSchemas: [{ fieldName: 'counsel', dataType: 'string', required: true }],
    });
    const body = { caseTypeId: type.id, owningTeamId: team.id };
    refusedAt(await api.post(cases, body), 'customFields.counsel');
    const { id } = await api.made(cases, { ...body, customFields: { counsel: 'Telltale and Sons' } });
    const path = `${cases}/${id}`;
    const changed = (await api.put(path, { externalId: 'suit-1' })).body.data;
    assert.deepEqual([changed.name, changed.customFields], ['Suit', { counsel: 'Telltale and Sons' }]);
    assert.equal((await api.get(`${cases}/ext-suit-1`)).body.data.id, id);
    assert.deepEqual(ids(await api.get(`${cases}?owningTeamId=${team.id}`)), [id]);
    const stored = [...(await everythingStored(house()))].filter(([, text]) => /telltale/i.test(text));
    assert.deepEqual(
      stored.map(([table]) => table),
      [],
    );
    refusedAt(await api.put(path, { caseType: 'generic' }), 'caseType');
  });

  test('is of no type that needs a borrower, and is named by nothing of a borrower', async () => {
    refusedAt(await api.post(cases, { caseType: 'deceased' }), 'caseType');
    const { id: caseTypeId } = await api.made('/case-types', { caseType: 'deceased', status: 'active' });
    refusedAt(await api.post(cases, { caseTypeId }), 'caseTypeId');
    const { id: caseId } = await api.made(cases, {});
    const person = `/people/${(await api.made('/people', aPerson())).id}`;
    const contact = { contactType: 'email', label: 'personal', affiliation: 'self', value: 'a@example.com' };
    refused(await api.post(`${person}/contacts`, { ...contact, caseId }), 404, 'NotFound', 'caseId');
    assert.equal((await api.get(`${person}/cases/${caseId}`)).status, 404);
    assert.ok(!ids(await api.get('/cases')).includes(caseId), 'lists of cases are about borrowers');
  });

  test('has notes, sealed, of which sensitive ones are shown to those alone who may read them', async () => {
    const path = `${cases}/${(await api.made(cases, {})).id}`;
    const note = await api.made(`${path}/notes`, { content: 'Telltale words', sensitiveData: true });
    assert.deepEqual([note.content, note.important], ['Telltale words', false]);
    const { key } = await api.made('/keys', { name: 'weak', permissions: ['company.case.note:list'] });
    const weak = house().client(key, api.realm);
    assert.equal((await weak.get(`${path}/notes`)).body.data[0].content, null);
    const stored = [...(await everythingStored(house()))].filter(([, text]) => /telltale/i.test(text));
    assert.deepEqual(
      stored.map(([table]) => table),
      [],
    );
    await api.put(path, { status: 'canceled' });
    refused(await api.post(`${path}/notes`, { content: 'Too late' }), 409, 'CaseClosed', 'status');
  });

  test('is a task from its time on, of its owner, until it ends', async () => {
    const other = (await aCompany()).test;
    await setClock(other, '2026-06-29T15:00:00Z');
    refusedAt(await other.post(cases, { dueAt: '2026-06-29T14:59:59Z' }), 'dueAt');
    const now = await other.made(cases, {});
    const team = await other.made('/teams', { name: 'Audit' });
    const later = await other.made(cases, { dueAt: '2026-07-01T15:00:00Z', owningTeamId: team.id });
    assert.deepEqual(ids(await other.get('/tasks')), [now.id]);
    assert.deepEqual(ids(await other.get('/tasks?due=false&kind=companyCase')), [later.id, now.id]);
    assert.deepEqual(ids(await other.get(`/tasks?due=false&assignedTeamId=${team.id}`)), [later.id]);
    await setClock(other, '2026-07-02T15:00:00Z');
    assert.deepEqual(ids(await other.get('/tasks?sortBy=dueAt')), [now.id, later.id]);
    await other.put(`${cases}/${now.id}`, { status: 'canceled' });
    assert.deepEqual(ids(await other.get('/tasks')), [later.id]);
    const { key } = await other.made('/keys', { name: 'weak', permissions: ['task:list'] });
    assert.deepEqual(ids(await house().client(key, other.realm).get('/tasks')), []);
  });

  test('has escalations and calls, which are tasks of its owner and end with it', async () => {
    const other = (await aCompany()).test;
    await setClock(other, '2026-06-29T15:00:00Z');
    const team = await other.made('/teams', { name: 'Audit' });
    // It is snoozed: the case itself is a task again in July.
    const path = `${cases}/${(await other.made(cases, { owningTeamId: team.id })).id}`;
    assert.equal((await other.put(path, { dueAt: '2026-07-10T15:00:00Z' })).status, 200);
    assert.deepEqual(ids(await other.get('/tasks')), []);
    refusedAt(await other.post(`${path}/tasks`, { kind: 'snooze' }), 'kind');
    refusedAt(await other.post(`${path}/tasks`, { kind: 'scheduledCall' }), 'dueAt');
    const escalation = await other.made(`${path}/tasks`, { kind: 'escalation', reason: ' Telltale haste. ' });
    assert.deepEqual(
      [escalation.reason, escalation.assignedTeamId, escalation.status],
      ['Telltale haste.', team.id, 'open'],
    );
    const call = await other.made(`${path}/tasks`, { kind: 'scheduledCall', dueAt: '2026-07-01T15:00:00Z' });
    const [task] = (await other.get('/tasks')).body.data;
    assert.deepEqual(
      [task.id, task.kind, task.personId, task.caseId, task.reason],
      [escalation.id, 'escalation', null, path.slice(cases.length + 1), 'Telltale haste.'],
    );
    assert.deepEqual(ids(await other.get('/tasks?due=false&kind=scheduledCall')), [call.id]);
    assert.deepEqual(ids(await other.get(`/tasks?due=false&assignedTeamId=${team.id}&limit=2`)).slice(0, 2), [
      call.id,
      escalation.id,
    ]);
    const beyond = ids(await other.get(`/tasks?due=false&startingAfter=${call.id}&limit=1`));
    assert.deepEqual(beyond, [escalation.id]);
    const { key } = await other.made('/keys', { name: 'weak', permissions: ['task:list'] });
    assert.deepEqual(ids(await house().client(key, other.realm).get('/tasks?due=false')), []);
    const stored = [...(await everythingStored(house()))].filter(([, text]) => /telltale/i.test(text));
    assert.deepEqual(
      stored.map(([table]) => table),
      [],
    );
    // They go to the next owner, but for what is somebody else's by now.
    const second = await other.made('/teams', { name: 'Legal' });
    await other.put(`${path}/tasks/${call.id}`, { assignedTeamId: second.id, dueAt: '2026-07-02T15:00:00Z' });
    await other.put(path, { owningTeamId: null });
    const assigned = async () =>
      (await other.get(`${path}/tasks`)).body.data.map((one: { assignedTeamId: string | null }) => one.assignedTeamId);
    assert.deepEqual(await assigned(), [second.id, null]);
    await other.put(path, { status: 'canceled' });
    const statuses = (await other.get(`${path}/tasks`)).body.data.map((one: { status: string }) => one.status);
    assert.deepEqual(statuses, ['canceled', 'canceled']);
    refused(await other.post(`${path}/tasks`, { kind: 'escalation' }), 409, 'CaseClosed', 'status');
    assert.deepEqual(ids(await other.get('/tasks?due=false')), []);
  });

  test('has tasks that are kept for whoever takes them', async () => {
    const path = `${cases}/${(await api.made(cases, {})).id}`;
    const task = `${path}/tasks/${(await api.made(`${path}/tasks`, { kind: 'escalation' })).id}`;
    const { key } = await api.made('/keys', { name: 'other', permissions: ['task:receive'] });
    const second = house().client(key, api.realm);
    assert.notEqual((await api.post(`${task}/take`, {})).body.data.takenUntil, null);
    refused(await second.post(`${task}/take`, {}), 409, 'TaskTaken', 'companyCaseTaskId');
    refused(await second.post(`${task}/done`), 409, 'TaskTaken', 'companyCaseTaskId');
    assert.equal((await api.post(`${task}/take`, { accept: true })).body.data.takenUntil, null);
    assert.equal((await api.post(`${task}/give-back`)).body.data.takenById, null);
    assert.equal((await second.post(`${task}/done`)).body.data.status, 'done');
    refused(await api.put(task, { reason: 'Another.' }), 409, 'TaskEnded', 'taskId');
    refused(await api.delete(task), 409, 'TaskEnded', 'taskId');
    const elsewhere = `${cases}/${(await api.made(cases, {})).id}/tasks/${task.split('/').at(-1)}`;
    refused(await api.put(elsewhere, { reason: 'Another.' }), 404, 'NotFound', 'companyCaseTaskId');
  });
});
