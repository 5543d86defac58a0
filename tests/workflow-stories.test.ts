// The procedures that are shipped as examples, each imported and gone through by the people who work by it: a theft of an
// identity in thirty days, a charge-off that two people approve, and hardship that ends in a plan.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { eventually } from './support/eventually.ts';
import { aPerson, type Client, useHouse } from './support/house.ts';
import { aUser, type SignedIn, signedIn } from './support/signed-in.ts';
import { moveClock, setClock } from './support/test-clock.ts';
import type { Shown } from './support/told.ts';
import { itemNamed, makingAs, pathOfItem, stepsOfWorkflow } from './support/workflow.ts';
import { loanBody } from './support/world.ts';

const example = (name: string): object => JSON.parse(readFileSync(`examples/workflows/${name}.json`, 'utf8'));

describe('a procedure of the examples', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  let agent: SignedIn;
  let officer: SignedIn;
  let second: SignedIn;
  let writer: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2027-03-01T17:00:00Z');
    agent = await working('agent', 'operations');
    officer = await working('officer', 'operations');
    second = await working('second', 'compliance');
    writer = makingAs(api, await working('writer', 'owner'));
  });
  async function working(name: string, role: 'operations' | 'compliance' | 'owner'): Promise<SignedIn> {
    const email = `${name}@acme.example`;
    await aUser(house(), api, { email, role });
    return signedIn(house(), api, email);
  }
  const imported = async (name: string): Promise<string> => {
    const { status, body } = await writer.post('/companies/current/workflow-types/import?sync=true', example(name));
    assert.ok(status < 300, JSON.stringify(body));
    const types = (await api.get('/companies/current/workflow-types?status=active&limit=100')).body.data as Shown[];
    return (types.find(({ externalId }) => externalId === name) as Shown).id;
  };
  const done = async (by: Pick<Client, 'post'>, item: Shown, body: object): Promise<void> => {
    const answer = await by.post(`${pathOfItem(item)}/complete`, body);
    assert.equal(answer.status, 200, `${item.key}: ${JSON.stringify(answer.body)}`);
  };
  const checked = async (by: Pick<Client, 'post'>, workflow: { readonly path: string }, key: string): Promise<void> => {
    const item = await itemNamed(api, workflow, key);
    await done(by, item, { checklist: item.checklist as string[] });
  };
  const started = async (personPath: string, caseId: string, workflowTypeId: string) => {
    const { id } = await writer.made(`${personPath}/cases/${caseId}/workflows`, { workflowTypeId });
    return { path: `/workflows/${id}` };
  };
  async function anActiveLoan(personPath: string): Promise<string> {
    const { id } = await api.made(`${personPath}/loans`, loanBody);
    await api.made(`${personPath}/loans/${id}/activate`, {});
    return `${personPath}/loans/${id}`;
  }
  const today = async (): Promise<string> => String((await api.get('/test-clock')).body.data.now).slice(0, 10);
  const ends = (workflow: { readonly path: string }) =>
    eventually('the workflow ends', async () => (await api.get(workflow.path)).body.data.status === 'completed');

  test('a theft of an identity: protected at once, proved by papers, decided by somebody else', async () => {
    const workflowTypeId = await imported('identity-theft');
    await writer.made('/case-types', { caseType: 'identityTheft', status: 'active', workflowTypeId });
    const personPath = `/people/${(await api.made('/people', aPerson())).id}`;
    const { id: caseId } = await writer.made(`${personPath}/cases`, { caseType: 'identityTheft' });
    const [{ id }] = (await api.get(`/workflows?caseId=${caseId}`)).body.data;
    const workflow = { path: `/workflows/${id}` };
    await eventually(
      'contact is blocked',
      async () => (await itemNamed(api, workflow, 'itStopContact')).outcome === 'completed',
    );
    const [block] = (await api.get(`${personPath}/cases/${caseId}/do-not-interacts`)).body.data;
    assert.deepEqual(block.themes, ['opsCollDebt']);
    await checked(agent, workflow, 'itBlockReporting');
    // The first papers cannot be read, so they are asked for again.
    for (const isComplete of [false, true]) {
      const paper = (await api.post(`${personPath}/documents`, { type: 'evidence' })).body;
      await done(agent, await itemNamed(api, workflow, 'itAffidavit'), { documentId: paper.id });
      await moveClock(api, isComplete ? '2027-03-12T17:00:00Z' : '2027-03-08T17:00:00Z');
      await done(agent, await itemNamed(api, workflow, 'itCheck'), { form: { isComplete } });
    }
    await checked(agent, workflow, 'itCompare');
    const decision = await itemNamed(api, workflow, 'itDecision');
    assert.equal((await agent.post(`${pathOfItem(decision)}/complete`, { outcome: 'approved' })).status, 403);
    await done(second, decision, { outcome: 'approved' });
    await checked(agent, workflow, 'itCloseAccount');
    await ends(workflow);
    assert.ok((await stepsOfWorkflow(api, workflow)).every(({ status }) => status === 'completed'));
  });

  test('a charge-off is approved by two people, neither of whom has prepared it', async () => {
    const workflowTypeId = await imported('charge-off-review');
    const personPath = `/people/${(await api.made('/people', aPerson())).id}`;
    const loan = await anActiveLoan(personPath);
    const { id: caseId } = await writer.made(`${personPath}/cases`, { loanIds: [loan.split('/').at(-1)] });
    const workflow = await started(personPath, caseId, workflowTypeId);
    await done(agent, await itemNamed(api, workflow, 'coLastCall'), {});
    const form = { reason: 'Nothing was paid for 120 days.', chargeOffDate: await today() };
    await done(agent, await itemNamed(api, workflow, 'coFigures'), { form });
    const first = await itemNamed(api, workflow, 'coFirst');
    assert.equal((await agent.post(`${pathOfItem(first)}/complete`, { outcome: 'approved' })).status, 403);
    await done(officer, first, { outcome: 'approved' });
    const last = await itemNamed(api, workflow, 'coSecond');
    assert.equal((await officer.post(`${pathOfItem(last)}/complete`, { outcome: 'approved' })).status, 403);
    await done(second, last, { outcome: 'approved' });
    await ends(workflow);
    assert.equal((await api.get(loan)).body.data.status, 'chargedOff');
  });

  test('hardship: what can be paid is asked, reviewed, and becomes a plan or a talk', async () => {
    const workflowTypeId = await imported('hardship-intake');
    const personPath = `/people/${(await api.made('/people', aPerson())).id}`;
    const loan = await anActiveLoan(personPath);
    let made: Shown = { id: '' } as Shown;
    const ways = { approved: 'Payment plan', rejected: 'Other help' };
    for (const [outcome, name] of Object.entries(ways)) {
      const { id: caseId } = await writer.made(`${personPath}/cases`, { loanIds: [loan.split('/').at(-1)] });
      const workflow = await started(personPath, caseId, workflowTypeId);
      const form = { monthlyAmount: 120, periods: 6, reason: 'illness' };
      await done(agent, await itemNamed(api, workflow, 'hsForm'), { form });
      await done(officer, await itemNamed(api, workflow, 'hsReview'), { outcome });
      assert.equal((await stepsOfWorkflow(api, workflow)).at(-1)?.name, name);
      if (outcome === 'rejected') continue;
      await eventually(
        'the plan is made',
        async () => (await itemNamed(api, workflow, 'hsMakePlan')).outcome === 'completed',
      );
      made = await itemNamed(api, workflow, 'hsMakePlan');
    }
    const [plan] = (await api.get(`${loan}/custom-payment-plans`)).body.data;
    assert.equal((await api.get(`${loan}/custom-payment-plans`)).body.total, 1);
    assert.deepEqual([made.madeId, made.preview.id], [plan.id, null]);
    assert.ok(made.preview.difference, 'what would change was looked at before');
  });
});
