// Cases from their first word to their outcome, over HTTP, beside what they are about: a purchase that is disputed, and a
// loan that is late.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aDraw, aLine, shown } from './support/begun-line.ts';
import { eventually } from './support/eventually.ts';
import { type Answer, type Client, type House, useHouse } from './support/house.ts';
import { aLife } from './support/loan-life.ts';
import { ids, refused } from './support/refusals.ts';
import { aUser, type SignedIn, signedIn } from './support/signed-in.ts';
import { setClock } from './support/test-clock.ts';
import { told, typesOf } from './support/told.ts';

interface Agent extends SignedIn {
  readonly employeeId: string;
}

async function anAgent(house: House, api: Client, email: string): Promise<Agent> {
  await aUser(house, api, { email, role: 'operations' });
  const employees = (await api.get('/employees')).body.data as { id: string; email: string }[];
  const employeeId = employees.find((one) => one.email === email)?.id as string;
  return { ...(await signedIn(house, api, email)), employeeId };
}

const put = async (by: Pick<Client, 'put'>, path: string, body: object): Promise<Answer['body']> => {
  const answer = await by.put(path, body);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
};

describe('a purchase that is disputed', () => {
  const { house, aCompany } = useHouse({ works: false });

  // Bought for 100.00 on 2 March, of which 40.00 are disputed on 3 March. The law gives 90 days: until 1 June. The
  // dispute is won, so 60.00 were bought.
  test('goes through its case to a dispute that is won', async () => {
    const api = (await aCompany()).test;
    await setClock(api, '2026-03-02T18:00:00Z');
    const ann = await anAgent(house(), api, 'ann@example.com');
    const line = await aLine(api);
    const draw = await aDraw(api, line);
    const person = line.split('/loans')[0] as string;
    const purchase = await api.made(`${draw}/purchases?sync=true`, { amount: 100 });
    const owed = async () => (await shown(api, `${line}/balances`)).outstandingBalances.outstandingTotalAmount;
    assert.equal(await owed(), 100);

    await setClock(api, '2026-03-03T18:00:00Z');
    const disputes = `${draw}/purchases/${purchase.id}/disputes`;
    const dispute = await api.made(disputes, { disputedAmount: 40, createDisputeCase: true });
    const path = `${person}/cases/${dispute.caseId}`;
    const opened = await shown(api, path);
    assert.deepEqual(
      [opened.caseType, opened.status, opened.purchaseDisputeId, opened.receivedDate, opened.dueDate],
      ['disputeOfPurchase', 'initiated', dispute.id, '2026-03-03', dispute.decideByDate],
    );

    await put(ann, path, { status: 'processing', owningEmployeeId: ann.employeeId });
    const document = await ann.post(`${person}/documents`, { type: 'caseDocument', caseId: dispute.caseId });
    assert.equal(document.body.caseId, dispute.caseId);
    const call = { channel: 'voice', theme: 'opsServicing', status: 'succeeded', conversation: true };
    const talk = await ann.post(`${person}/interactions`, { ...call, caseId: dispute.caseId });
    assert.equal(talk.status, 201, JSON.stringify(talk.body));
    const review = { content: 'The merchant has no receipt.', taskableInstruction: true };
    assert.equal((await ann.post(`${path}/notes`, review)).status, 200);
    const [task] = (await ann.get('/tasks?whose=mine')).body.data;
    assert.deepEqual([task.kind, task.caseId], ['note', dispute.caseId]);
    assert.equal((await ann.post(`${path}/tasks/${task.id}/done`)).status, 200);

    assert.equal((await api.put(`${disputes}/${dispute.id}?sync=true`, { status: 'won' })).status, 200);
    assert.equal(await owed(), 60);
    await put(ann, path, { status: 'completed', outcome: 'approved' });
    refused(await ann.put(path, { owningTeamId: null }), 409, 'CaseClosed', 'status');
    assert.deepEqual(typesOf(await told(house(), api, `caseId=${dispute.caseId}`)), [
      'case.changed',
      'case.association.added',
      'case.changed',
      'interaction.created',
      'case.note.created',
      'case.task.changed',
      'case.task.changed',
      'case.changed',
    ]);
  });
});

describe('a loan that is late', () => {
  const { house, aCompany } = useHouse();

  // 432.20 are due on 15 February and are not paid. From 10 days on the company collects: the case opens on 25 February.
  // It is closed by itself once all is paid, on 1 March.
  test('is worked by two agents, and its case closes when it is paid', async () => {
    const company = await aCompany();
    const api = company.test;
    await put(api, '/companies/current', {
      collections: { autoInitiate: { isEnabled: true, daysOverdue: 10, overdueAmount: 100 } },
    });
    const life = await aLife(company);
    const [ann, bob] = [await anAgent(house(), api, 'ann@example.com'), await anAgent(house(), api, 'bob@example.com')];
    const cases = life.path.replace(/\/loans.*/, '/cases');
    await life.moveTo('2026-02-25');
    const [{ id }] = await eventually('a case opens', async () => {
      const found = (await api.get(`${cases}?caseType=collection`)).body.data;
      return found.length > 0 && found;
    });
    const path = `${cases}/${id}`;
    assert.deepEqual(ids(await api.get('/cases?status=initiated')), [id]);

    await put(ann, path, { status: 'processing', owningEmployeeId: ann.employeeId });
    const promised = await ann.post(`${path}/scheduled-calls`, { dueAt: '2026-02-27T15:00:00Z' });
    assert.equal(promised.body.data.assignedEmployeeId, ann.employeeId);
    const raised = await ann.post(`${path}/escalations`, {
      reason: 'Asks for a plan.',
      assignedEmployeeId: bob.employeeId,
    });
    assert.deepEqual(ids(await bob.get('/tasks?whose=mine')), [raised.body.data.id]);
    assert.deepEqual(ids(await ann.get('/tasks?whose=mine')), [], 'the call is due later');
    const task = `${path}/tasks/${raised.body.data.id}`;
    assert.equal((await bob.post(`${task}/take`, { accept: true })).status, 200);
    refused(await ann.post(`${task}/done`), 409, 'TaskTaken', 'caseTaskId');
    assert.equal((await bob.post(`${task}/done`)).status, 200);

    await life.moveTo('2026-02-27');
    assert.deepEqual(ids(await ann.get('/tasks?whose=mine')), [promised.body.data.id]);
    await put(bob, path, { owningEmployeeId: bob.employeeId });
    assert.deepEqual(ids(await bob.get('/tasks?whose=mine')), [promised.body.data.id], 'it goes to the next owner');

    await life.moveTo('2026-03-01');
    await life.pay(432.2);
    const closed = await eventually('the case closes', async () => {
      const now = await shown(api, path);
      return now.status === 'completed' && now;
    });
    assert.deepEqual([closed.outcome, closed.owningEmployeeId], ['resolved', bob.employeeId]);
    assert.deepEqual(ids(await bob.get('/tasks?whose=mine&due=false')), [], 'its tasks end with it');
  });
});
