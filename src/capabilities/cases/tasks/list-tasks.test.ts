// One list of what waits: tasks of cases, orders of money out, breaks and scheduled interactions, each shown to those who
// may list what it is of, and gone when that has ended.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { bankOf, breaksOf, breaksPath, readStatement } from '../../../../tests/support/bank.ts';
import { nameProvider } from '../../../../tests/support/collected.ts';
import { aPerson, type Client, useHouse } from '../../../../tests/support/house.ts';
import { refusedAt } from '../../../../tests/support/refusals.ts';
import { anOverpaidLoan } from '../../../../tests/support/reimbursed.ts';
import { aUser, signedIn } from '../../../../tests/support/signed-in.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';
import { walkBackwards, walkForwards } from '../../../../tests/support/walk.ts';

interface Shown {
  readonly id: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

describe('what waits for an agent', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let person: string;
  const waiting: Record<string, string> = {};
  const list = async (by: Pick<Client, 'get'> = api, query = ''): Promise<Shown[]> =>
    (await by.get(`/tasks?due=false&${query}`)).body.data;
  const kinds = async (by?: Pick<Client, 'get'>, query = '') => (await list(by, query)).map(({ kind }) => kind);

  before(async () => {
    api = (await aCompany()).test;
    await nameProvider(api);
    const loan = await anOverpaidLoan(house(), api);
    const order = { reimbursementAmount: 500.01, paymentInstrumentId: loan.instrumentId };
    waiting.approval = (await api.made(`${loan.path}/reimburse`, order)).paymentApprovalId;
    const bank = await bankOf(house(), api);
    await setClock(api, '2027-05-20T18:00:00Z');
    await readStatement(api, bank.id, 0, [['2027-05-14', '500.00', 'REF-1']]);
    waiting.break = (await breaksOf(api))[0].id;
    person = `/people/${(await api.made('/people', aPerson())).id}`;
    const call = { channel: 'voice', theme: 'opsServicing', status: 'scheduled' };
    const planned = { ...call, scheduledAtFrom: '2027-05-21T18:00:00Z' };
    waiting.scheduledInteraction = (await api.made(`${person}/interactions`, planned)).id;
    const path = `${person}/cases/${(await api.made(`${person}/cases`, {})).id}`;
    waiting.escalation = (await api.made(`${path}/escalations`, {})).id;
  });

  test('is one list, by when it came or is due, which goes page by page over all of it', async () => {
    const found = await list();
    assert.deepEqual(
      found.map(({ id, kind }) => [kind, id]),
      ['escalation', 'scheduledInteraction', 'break', 'approval'].map((kind) => [kind, waiting[kind]]),
    );
    const [, planned, difference, order] = found;
    assert.deepEqual([planned?.personId, planned?.status], [person.split('/')[2], 'open']);
    assert.deepEqual([difference?.amount, order?.amount], [500, 500.01]);
    assert.deepEqual(await kinds(api, 'sortBy=dueAt'), ['approval', 'break', 'escalation', 'scheduledInteraction']);
    for (const query of ['', '&sortBy=dueAt', '&sortBy=-dueAt,createdAt']) {
      const whole = (await list(api, query.slice(1))).map(({ id }) => id);
      const path = `/tasks?due=false&limit=1${query}`;
      assert.deepEqual((await walkForwards(api, path)).flat(), whole);
      assert.deepEqual((await walkBackwards(api, path, whole[3] as string)).flat(), whole.slice(0, 3));
    }
    const { total, count } = (await api.get('/tasks?due=false&limit=2')).body;
    assert.deepEqual([total, count], [4, 2]);
  });

  test('is due when its time has come, and is asked for by its kind', async () => {
    const due = (await api.get('/tasks')).body.data.map(({ kind }: Shown) => kind);
    assert.deepEqual(due, ['escalation', 'break', 'approval']);
    for (const kind of Object.keys(waiting)) assert.deepEqual(await kinds(api, `kind=${kind}`), [kind]);
    assert.deepEqual(await kinds(api, 'whose=mine'), []);
    assert.deepEqual(await kinds(api, 'assignedTeamId=TM-AAAA-AAAA'), []);
    refusedAt(await api.get('/tasks?kind=fax'), 'kind');
    assert.equal((await api.get('/tasks?startingAfter=AV-AAAA-AAAA')).body.errorType, 'UnknownCursor');
    assert.equal((await api.get('/tasks?startingAfter=PT-AAAA-AAAA')).body.errorType, 'UnknownCursor');
  });

  test('is shown to those alone who may list what it is of', async () => {
    const seen = async (...permissions: string[]) => {
      const { key } = await api.made('/keys', { name: 'weak', permissions: ['task:list', ...permissions] });
      return kinds(house().client(key, api.realm));
    };
    assert.deepEqual(await seen(), ['escalation']);
    assert.deepEqual(await seen('money.break:list'), ['escalation', 'break']);
    assert.deepEqual(await seen('payment.approval:list'), ['escalation', 'approval']);
    assert.deepEqual(await seen('interaction:list'), ['escalation', 'scheduledInteraction']);
    assert.deepEqual(await kinds((await aCompany()).test), []);
  });

  test('goes when what asks for it has ended, and is mine where I look after it', async () => {
    const ownerId = await aUser(house(), api, { email: 'books@example.com' });
    const owner = await signedIn(house(), api, 'books@example.com');
    assert.deepEqual(await kinds(owner, 'whose=mine'), []);
    assert.equal((await api.put(`${breaksPath}/${waiting.break}`, { ownerId })).status, 200);
    assert.deepEqual(await kinds(owner, 'whose=mine'), ['break']);
    const interaction = waiting.scheduledInteraction as string;
    assert.equal((await api.put(`/interactions/${interaction}`, { status: 'canceled' })).status, 200);
    const approval = (await api.get('/payment-approvals?status=waiting')).body.data[0];
    const rejected = await api.post(`/people/${approval.personId}/payment-approvals/${approval.id}/reject`, {});
    assert.equal(rejected.status, 200, JSON.stringify(rejected.body));
    assert.deepEqual(await kinds(), ['escalation', 'break']);
    assert.equal((await api.get(`${breaksPath}/${waiting.break}`)).body.data.status, 'open');
  });
});
