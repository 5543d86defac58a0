// Whoever brings a file of a register has prepared what follows from it: the cases that it opens, and what it says of them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endedOperation } from '../../../tests/support/ended-operation.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { refused } from '../../../tests/support/refusals.ts';
import { aKeyByHand } from '../../../tests/support/reimbursed.ts';
import { aWorkflowType, itemNamed, pathOfItem } from '../../../tests/support/workflow.ts';

const approval = { key: 'judge', kind: 'approval', approval: { question: 'May it be paid out?' } };
const values = [{ field: 'amount', from: 'case.customFields.amount' }];
const loanTool = { tool: 'advances.create', body: {}, values };
const draw = { key: 'draw', kind: 'automatic', automatic: { action: 'loanTool', loanTool } };

/** A line of the Death Master File. */
const death = (died: string): string =>
  `A521440009${'LOVELACE'.padEnd(24)}${'ADA'.padEnd(30)}V${died}12101985`.padEnd(100);

describe('a file of a register', () => {
  const { house, aCompany } = useHouse();

  const bring = async (by: Client, line: string): Promise<void> => {
    const headers = { 'content-type': 'application/x-ndjson' };
    const path = '/monitors/deceased/files?asOf=2026-01-15&sync=true';
    const { body } = await endedOperation(by, await by.call('POST', path, { headers, body: line }));
    assert.deepEqual([body.data?.state, body.data?.result?.failed], ['succeeded', 0], JSON.stringify(body));
  };

  test('has its approvals of nobody who brought it, or brought another one since', async () => {
    const api = (await aCompany()).live;
    const [bringer, changer, other] = [
      await aKeyByHand(house(), api),
      await aKeyByHand(house(), api),
      await aKeyByHand(house(), api),
    ] as const;
    assert.equal((await api.put('/monitors/deceased', { isEnabled: true })).status, 200);
    const [{ id }] = (await api.get('/case-types?caseType=deceased&status=active')).body.data;
    const customFieldSchemas = [{ fieldName: 'amount', dataType: 'number' }];
    const withAmount = await api.put(`/case-types/${id}`, { customFieldSchemas });
    assert.equal(withAmount.status, 200, JSON.stringify(withAmount.body));
    const { id: workflowTypeId } = await aWorkflowType(api, [{ items: [approval] }, { items: [draw] }]);
    const named = await api.put(`/case-types/${withAmount.body.data.id}`, { workflowTypeId });
    assert.equal(named.status, 200, JSON.stringify(named.body));
    const person = `/people/${(await api.made('/people', aPerson())).id}`;
    await api.made(`${person}/identities`, { identityType: 'SSN', value: '521-44-0009', isPrimary: true });
    await eventually('the borrower is enrolled', async () => {
      const { data } = (await api.get(`${person}/monitoring-statuses`)).body;
      return data.length === 1;
    });
    await bring(bringer, death('02282026'));
    const [made] = (await api.get(`${person}/cases`)).body.data;
    assert.deepEqual([made.createdByType, made.fields.dateOfDeath], ['system', '2026-02-28']);
    await bring(changer, death('03012026'));
    assert.equal((await api.get(`${person}/cases/${made.id}`)).body.data.fields.dateOfDeath, '2026-03-01');
    const [workflow] = (await api.get(`/workflows?caseId=${made.id}`)).body.data;
    const judge = `${pathOfItem(await itemNamed(api, { path: `/workflows/${workflow.id}` }, 'judge'))}/complete`;
    for (const by of [bringer, changer]) {
      refused(await by.post(judge, { outcome: 'approved' }), 403, 'SecondPersonNeeded', 'workitemId');
    }
    assert.equal((await other.post(judge, { outcome: 'approved' })).status, 200);
  });
});
