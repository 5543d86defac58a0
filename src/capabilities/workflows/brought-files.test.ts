// Whoever brings a file of a register, a declaration of FEMA or a list of ZIP codes has prepared what follows from it: the
// cases that it opens, and what it says of them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { anArea, declare, livesIn } from '../../../tests/support/declared.ts';
import { endedOperation } from '../../../tests/support/ended-operation.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { refused } from '../../../tests/support/refusals.ts';
import { aKeyByHand } from '../../../tests/support/reimbursed.ts';
import { setClock } from '../../../tests/support/test-clock.ts';
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

describe('what was declared', () => {
  const { house, aCompany } = useHouse();

  test('has its approvals of nobody who declared it, changed it since, or said where the ZIP code of the home lies', async () => {
    const api = (await aCompany({ timezone: 'America/Chicago' })).test;
    await setClock(api, '2027-03-10T17:00:00Z');
    const hands = async () => await aKeyByHand(house(), api);
    const [declarer, changer, placer, other] = [await hands(), await hands(), await hands(), await hands()] as const;
    assert.equal((await api.put('/monitors/federalEmergency', { isEnabled: true })).status, 200);
    const type = { caseType: 'federalEmergency', name: 'A disaster', status: 'active' };
    const customFieldSchemas = [{ fieldName: 'amount', dataType: 'number' }];
    const { id } = await api.made('/case-types', { ...type, customFieldSchemas });
    const { id: workflowTypeId } = await aWorkflowType(api, [{ items: [approval] }, { items: [draw] }]);
    const named = await api.put(`/case-types/${id}`, { workflowTypeId });
    assert.equal(named.status, 200, JSON.stringify(named.body));
    const [byCounty, byZip] = [
      await livesIn(api, { countyOrRegion: 'Harris', postalCode: '77002' }),
      await livesIn(api, { postalCode: '77002' }),
    ] as const;
    const zips = { zipCounties: [{ postalCode: '77002', countyFips: ['48201'] }] };
    assert.equal((await placer.put('/zip-counties', zips)).status, 200);
    // Whoever says the same again has said nothing.
    assert.equal((await other.put('/zip-counties', zips)).status, 200);
    await declare(declarer, [anArea('201', 'Harris')]);
    await declare(other, [anArea('201', 'Harris')]);
    const foundOf = (person: string) =>
      eventually('the case is there', async () => (await api.get(`${person}/cases`)).body.data[0]);
    const cases = [await foundOf(byCounty), await foundOf(byZip)] as const;
    await declare(changer, [anArea('201', 'Harris', { lastIAFilingDate: '2027-10-01T00:00:00.000Z' })]);
    const judges: string[] = [];
    for (const [i, person] of [byCounty, byZip].entries()) {
      await eventually('its relief lasts longer', async () => {
        const { fields } = (await api.get(`${person}/cases/${cases[i]?.id}`)).body.data;
        return fields.reliefWindowEndDate === '2027-10-01';
      });
      const [workflow] = (await api.get(`/workflows?caseId=${cases[i]?.id}`)).body.data;
      judges.push(`${pathOfItem(await itemNamed(api, { path: `/workflows/${workflow.id}` }, 'judge'))}/complete`);
    }
    const [ofCounty, ofZip] = judges as [string, string];
    for (const [by, judge] of [
      [declarer, ofCounty],
      [changer, ofCounty],
      [declarer, ofZip],
      [changer, ofZip],
      [placer, ofZip],
    ] as const) {
      refused(await by.post(judge, { outcome: 'approved' }), 403, 'SecondPersonNeeded', 'workitemId');
    }
    assert.equal((await placer.post(ofCounty, { outcome: 'approved' })).status, 200, 'its home names its county');
    assert.equal((await other.post(ofZip, { outcome: 'approved' })).status, 200);
  });
});
