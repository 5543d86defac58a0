// Money that a tool of a workflow pays out waits for a second person, who is nobody that prepared it in the workflow.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { oldAccount } from '../../../../tests/support/collected.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Client, type Company, useHouse } from '../../../../tests/support/house.ts';
import { aLife } from '../../../../tests/support/loan-life.ts';
import { aKeyByHand } from '../../../../tests/support/reimbursed.ts';
import { aUser, signedIn } from '../../../../tests/support/signed-in.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';
import { aWorkflowType, itemNamed, looked, makingAs, pathOfItem } from '../../../../tests/support/workflow.ts';

describe('a tool of a workflow that pays money out', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  let api: Client;
  let another: Client;
  before(async () => {
    company = await aCompany();
    api = company.test;
    another = await aKeyByHand(house(), api);
  });

  test('is approved by nobody who wrote or started the workflow, or changed the case that it takes values from', async () => {
    const loan = await aLife(company, {
      start: '2026-03-02T17:00:00Z',
      type: { payments: { multipleAdvances: true } },
      agreed: { amountFinanced: 3650, interestRates: [{ rate: 0 }], specificDays: [1], duration: 12 },
    });
    await setClock(api, '2026-03-02T17:00:00Z');
    const paymentInstrumentId = await oldAccount(house(), api, loan.personId);
    const body = { paymentInstrumentId };
    const loanTool = { tool: 'advances.create', body, values: [{ field: 'amount', from: 'case.customFields.amount' }] };
    const item = { key: 'draw', kind: 'automatic', automatic: { action: 'loanTool', loanTool } };
    const amount = { fieldName: 'amount', dataType: 'number' };
    await api.made('/case-types', { caseType: 'legalAction', status: 'active', customFieldSchemas: [amount] });
    const type = await aWorkflowType(api, [{ items: [{ key: 'look' }] }, { items: [item] }]);
    const casesPath = `/people/${loan.personId}/cases`;
    const loanIds = [loan.path.split('/').at(-1)];
    const ofCase = { caseType: 'legalAction', customFields: { amount: 500 }, loanIds };
    const { id: caseId } = await api.made(casesPath, ofCase);
    const { id } = await another.made(`${casesPath}/${caseId}/workflows`, { workflowTypeId: type.id });
    const workflow = { path: `/workflows/${id}` };
    const changer = await aKeyByHand(house(), api);
    const changed = await changer.put(`${casesPath}/${caseId}`, { customFields: { amount: 1_000 } });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const look = pathOfItem(await itemNamed(api, workflow, 'look'));
    assert.equal((await another.post(`${look}/complete`, looked)).status, 200);
    await eventually(
      'the tool is ordered',
      async () => (await itemNamed(api, workflow, 'draw')).outcome === 'completed',
    );
    const [{ id: approvalId }] = (await api.get('/payment-approvals?status=waiting')).body.data;
    const path = `/people/${loan.personId}/payment-approvals/${approvalId}/approve`;
    for (const by of [api, another, changer]) {
      const { status, body: said } = await by.post(path, {});
      assert.deepEqual([status, said.errorType, said.data?.reason], [403, 'SecondPersonNeeded', 'preparedIt']);
    }
    const second = await aKeyByHand(house(), api);
    const approved = await second.post(path, {});
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
  });

  test('counts for each who prepared it, together with what they order by hand', async () => {
    const own = await aCompany();
    const paymentApprovals = { firstAdvancesAbove: 100_000, oneOrdererAbove: 1_000 };
    const set = await own.test.put('/companies/current', { paymentApprovals });
    assert.equal(set.status, 200, JSON.stringify(set.body));
    const aKey = () => aKeyByHand(house(), own.test);
    const [writer, other] = [await aKey(), await aKey()];
    await aUser(house(), own.test, { email: 'starter@acme.example' });
    const starter = makingAs(own.test, await signedIn(house(), own.test, 'starter@acme.example'));

    const aLoan = async () => {
      const loan = await aLife(own, {
        start: '2026-03-02T17:00:00Z',
        type: { payments: { multipleAdvances: true } },
        agreed: { amountFinanced: 3650, interestRates: [{ rate: 0 }], specificDays: [1], duration: 12 },
      });
      await setClock(own.test, '2026-03-02T17:00:00Z');
      const body = { amount: 600, paymentInstrumentId: await oldAccount(house(), own.test, loan.personId) };
      const waits = async () => (await loan.read('/disbursements'))[0].status === 'waiting';
      return { loan, body, waits };
    };
    const byHand = async (by: Client): Promise<boolean> => {
      const { loan, body, waits } = await aLoan();
      await by.made(`${loan.path}/advances`, body);
      return waits();
    };
    const byWorkflow = async (written: Client, started: Client): Promise<boolean> => {
      const { loan, body, waits } = await aLoan();
      const loanTool = { tool: 'advances.create', body };
      const item = { key: 'draw', kind: 'automatic', automatic: { action: 'loanTool', loanTool } };
      const type = await aWorkflowType(written, [{ items: [item] }]);
      const casesPath = `/people/${loan.personId}/cases`;
      const { id: caseId } = await own.test.made(casesPath, { loanIds: [loan.path.split('/').at(-1)] });
      const { id } = await started.made(`${casesPath}/${caseId}/workflows`, { workflowTypeId: type.id });
      const draw = () => itemNamed(own.test, { path: `/workflows/${id}` }, 'draw');
      await eventually('the tool is ordered', async () => (await draw()).outcome === 'completed');
      return waits();
    };

    assert.equal(await byWorkflow(writer, starter), false, 'the first 600.00 go');
    assert.equal(await byWorkflow(other, starter), true, 'who started both has ordered both');
    assert.equal(await byWorkflow(writer, other), true, 'and so has who wrote both');
    assert.equal(await byHand(starter), true, 'what is ordered by hand counts with it');
    assert.equal(await byHand(other), false, 'who prepared only what waits has ordered nothing yet');
    assert.equal(await byWorkflow(other, other), true, 'and what was ordered by hand counts as well');
  });
});
