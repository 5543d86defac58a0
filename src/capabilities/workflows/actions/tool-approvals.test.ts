// Money that a tool of a workflow pays out waits for a second person, who is nobody that prepared it in the workflow.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { oldAccount } from '../../../../tests/support/collected.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Client, type Company, useHouse } from '../../../../tests/support/house.ts';
import { aLife } from '../../../../tests/support/loan-life.ts';
import { refused } from '../../../../tests/support/refusals.ts';
import { aKeyByHand } from '../../../../tests/support/reimbursed.ts';
import { aUser, signedIn } from '../../../../tests/support/signed-in.ts';
import { setClock } from '../../../../tests/support/test-clock.ts';
import type { Shown } from '../../../../tests/support/told.ts';
import { aWorkflowType, itemNamed, looked, makingAs, pathOfItem } from '../../../../tests/support/workflow.ts';
import { loanBody } from '../../../../tests/support/world.ts';

const approval = { key: 'judge', kind: 'approval', approval: { question: 'May it be paid out?' } };

describe('a tool of a workflow that pays money out', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  let api: Client;
  let starter: Client;
  let chooser: Client;
  before(async () => {
    company = await aCompany();
    api = company.test;
    starter = await aKeyByHand(house(), api);
    chooser = await aKeyByHand(house(), api);
    const amount = { fieldName: 'amount', dataType: 'number' };
    await api.made('/case-types', { caseType: 'legalAction', status: 'active', customFieldSchemas: [amount] });
  });

  interface Drawn {
    readonly path: string;
    readonly casesPath: string;
    readonly casePath: string;
    readonly personId: string;
  }

  /** A workflow that draws money from the loan of a case once it was looked at, and perhaps approved. */
  async function drawing(
    given: { readonly amount?: number },
    more: readonly { readonly key: string }[] = [],
  ): Promise<Drawn> {
    const loan = await aLife(company, {
      start: '2026-03-02T17:00:00Z',
      type: { payments: { multipleAdvances: true } },
      agreed: { amountFinanced: 3650, interestRates: [{ rate: 0 }], specificDays: [1], duration: 12 },
    });
    await setClock(api, '2026-03-02T17:00:00Z');
    const body = { paymentInstrumentId: await oldAccount(house(), api, loan.personId), ...given };
    const values = given.amount === undefined ? [{ field: 'amount', from: 'case.customFields.amount' }] : [];
    const automatic = { action: 'loanTool', loanTool: { tool: 'advances.create', body, values } };
    const item = { key: 'draw', kind: 'automatic', automatic, retry: { attempts: 1, waitMinutes: 10 } };
    const steps = [{ items: [{ key: 'look' }] }, ...more.map((one) => ({ items: [one] })), { items: [item] }];
    const type = await aWorkflowType(api, steps);
    const casesPath = `/people/${loan.personId}/cases`;
    const loanIds = [loan.path.split('/').at(-1)];
    const { id: caseId } = await chooser.made(casesPath, { caseType: 'legalAction', loanIds });
    const casePath = `${casesPath}/${caseId}`;
    const { id } = await starter.made(`${casePath}/workflows`, { workflowTypeId: type.id });
    const path = `/workflows/${id}`;
    const look = pathOfItem(await itemNamed(api, { path }, 'look'));
    assert.equal((await starter.post(`${look}/complete`, looked)).status, 200);
    return { path, casesPath, casePath, personId: loan.personId };
  }

  const drawn = async ({ path, personId }: Drawn): Promise<string> => {
    await eventually('it is ordered', async () => (await itemNamed(api, { path }, 'draw')).outcome === 'completed');
    const waiting = (await api.get('/payment-approvals?status=waiting')).body.data as Shown[];
    const { id } = waiting.find((one) => one.personId === personId) as Shown;
    return `/people/${personId}/payment-approvals/${id}/approve`;
  };

  async function isApprovedByNone(path: string, people: readonly Client[]): Promise<void> {
    for (const by of people) {
      const { status, body: said } = await by.post(path, {});
      assert.deepEqual([status, said.errorType, said.data?.reason], [403, 'SecondPersonNeeded', 'preparedIt']);
    }
    const approved = await (await aKeyByHand(house(), api)).post(path, {});
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
  }

  /** Once the case names this loan, the tool asks a person. */
  async function isRefusedFor(draw: Drawn, { id }: Pick<Shown, 'id'>): Promise<void> {
    assert.equal((await api.put(draw.casePath, { loanIds: [id] })).status, 200);
    const after = `${pathOfItem(await itemNamed(api, draw, 'after'))}/complete`;
    assert.equal((await starter.post(after, looked)).status, 200);
    const item = () => itemNamed(api, draw, 'draw');
    await eventually('a person is asked', async () => (await item()).status === 'failed');
    assert.equal((await item()).errorType, 'InvalidRequest');
  }

  test('is approved by nobody who wrote or started the workflow, or chose the loan of its case', async () => {
    const draw = await drawing({ amount: 1_000 });
    await isApprovedByNone(await drawn(draw), [api, starter, chooser]);
  });

  test('is approved by nobody who gave the case a value that it takes, or had it tried again', async () => {
    const draw = await drawing({});
    const { path } = draw;
    const failed = () => itemNamed(api, { path }, 'draw');
    await eventually('it has no amount', async () => (await failed()).status === 'failed');
    const [changer, ofAnother, again] = [
      await aKeyByHand(house(), api),
      await aKeyByHand(house(), api),
      await aKeyByHand(house(), api),
    ] as const;
    assert.equal((await changer.put(draw.casePath, { customFields: { amount: 1_000 } })).status, 200);
    await ofAnother.made(draw.casesPath, { caseType: 'legalAction' });
    assert.equal((await again.post(`${pathOfItem(await failed())}/retry`, {})).status, 200);
    await isApprovedByNone(await drawn(draw), [api, starter, chooser, changer, ofAnother, again]);
  });

  test('has an approval before it of nobody who gave the case the value', async () => {
    const draw = await drawing({}, [approval]);
    const changer = await aKeyByHand(house(), api);
    assert.equal((await changer.put(draw.casePath, { customFields: { amount: 1_000 } })).status, 200);
    const judge = `${pathOfItem(await itemNamed(api, draw, 'judge'))}/complete`;
    refused(await changer.post(judge, { outcome: 'approved' }), 403, 'SecondPersonNeeded', 'workitemId');
    const other = await aKeyByHand(house(), api);
    assert.equal((await other.post(judge, { outcome: 'approved' })).status, 200);
    // Who approved a step may be the second person of the tool.
    assert.equal((await other.post(await drawn(draw), {})).status, 200);
  });

  test('is not ordered for another loan than was approved, or skipped', async () => {
    for (const [way, body] of [
      ['complete', { outcome: 'approved' }],
      ['skip', { reason: 'It was approved on paper.' }],
    ] as const) {
      const draw = await drawing({ amount: 1_000 }, [approval, { key: 'after' }]);
      const judge = `${pathOfItem(await itemNamed(api, draw, 'judge'))}/${way}`;
      assert.equal((await (await aKeyByHand(house(), api)).post(judge, body)).status, 200);
      await isRefusedFor(draw, await api.made(`/people/${draw.personId}/loans`, loanBody));
    }
  });

  test('is ordered for no loan where there was none to approve', async () => {
    const draw = await drawing({ amount: 1_000 }, [approval, { key: 'after' }]);
    const [loan] = (await api.get(draw.casePath)).body.data.loanIds;
    assert.equal((await api.put(draw.casePath, { loanIds: [] })).status, 200);
    const judge = `${pathOfItem(await itemNamed(api, draw, 'judge'))}/complete`;
    assert.equal((await (await aKeyByHand(house(), api)).post(judge, { outcome: 'approved' })).status, 200);
    await isRefusedFor(draw, { id: loan });
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
