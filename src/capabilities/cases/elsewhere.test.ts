// What waited for cases elsewhere: other bodies name one, disputes open one, searches find people by one.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine, type LineMade } from '../../../tests/support/a-line.ts';
import { aDraw } from '../../../tests/support/begun-line.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { ids, refused, refusedAt } from '../../../tests/support/refusals.ts';
import { aUser, signedIn } from '../../../tests/support/signed-in.ts';
import { told, typesOf } from '../../../tests/support/told.ts';

const contact = { contactType: 'email', label: 'personal', affiliation: 'self' };

describe('cases elsewhere', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let line: LineMade;
  before(async () => {
    api = (await aCompany()).test;
    line = await aLine(api);
  });

  const aBorrower = async (): Promise<string> => `/people/${(await api.made('/people', aPerson())).id}`;

  test('are named in other bodies, of this borrower only, and what is told is about them', async () => {
    const [mine, theirs] = [await aBorrower(), await aBorrower()];
    const { id } = await api.made(`${mine}/cases`, { externalId: 'named' });
    await api.made(`${mine}/contacts`, { ...contact, value: 'a@example.com', caseId: 'ext-named' });
    refused(
      await api.post(`${theirs}/contacts`, { ...contact, value: 'b@example.com', caseId: id }),
      404,
      'NotFound',
      'caseId',
    );
    const types = typesOf(await told(house(), api, `caseId=${id}`));
    assert.deepEqual(types, ['case.changed', 'contact.created']);
  });

  test('must be named by agents where the company wants it', async () => {
    const person = await aBorrower();
    const { id } = await api.made(`${person}/cases`, {});
    await aUser(house(), api, { email: 'agent@example.com', role: 'collections' });
    const agent = await signedIn(house(), api, 'agent@example.com');
    const post = (who: Pick<Client, 'post'>, value: string, more = {}) =>
      who.post(`${person}/contacts`, { ...contact, value, ...more });
    assert.equal((await post(agent, 'one@example.com')).status, 201);
    await api.put('/companies/current', { forceCaseIdOnAgentActions: true });
    refusedAt(await post(agent, 'two@example.com'), 'caseId');
    assert.equal((await post(agent, 'two@example.com', { caseId: id })).status, 201);
    assert.equal((await post(api, 'three@example.com')).status, 201, 'a key is no agent');
    await api.put('/companies/current', { forceCaseIdOnAgentActions: null });
  });

  test('have documents of their own', async () => {
    const [mine, theirs] = [await aBorrower(), await aBorrower()];
    const { id } = await api.made(`${mine}/cases`, { externalId: 'papers' });
    const paper = await api.post(`${mine}/documents`, { type: 'caseDocument', caseId: 'ext-papers' });
    assert.equal(paper.body.caseId, id);
    await api.post(`${mine}/documents`, { type: 'other' });
    const listed = (await api.get(`${mine}/documents?caseId=ext-papers`)).body as { id: string }[];
    assert.deepEqual(
      listed.map((one) => one.id),
      [paper.body.id],
    );
    const refusal = await api.post(`${theirs}/documents`, { type: 'caseDocument', caseId: id });
    refused(refusal, 404, 'NotFound', 'caseId');
  });

  test('are opened by a dispute of a purchase, in its commit', async () => {
    const draw = await aDraw(api, line.path);
    const purchase = await api.made(`${draw}/purchases?sync=true`, { amount: 100 });
    const dispute = await api.made(`${draw}/purchases/${purchase.id}/disputes`, { createDisputeCase: true });
    const [made] = (await api.get(`/cases?caseType=disputeOfPurchase`)).body.data;
    assert.deepEqual(
      [dispute.caseId, made.purchaseId, made.purchaseDisputeId, made.dueDate, made.loanIds.length],
      [made.id, purchase.id, dispute.id, dispute.decideByDate, 1],
    );
  });

  test('a borrower is found by a case, and by the number of a bankruptcy', async () => {
    const person = await aBorrower();
    const fields = { courtCaseNumber: '26-10482' };
    const made = await api.made(`${person}/cases`, { caseType: 'bankruptcy', externalId: 'found', fields });
    const id = person.split('/')[2];
    const found = async (query: string) => ids(await api.get(`/people/search?${query}`));
    assert.deepEqual(await found(`caseId=${made.id}`), [id]);
    assert.deepEqual(await found('caseId=ext-found'), [id]);
    assert.deepEqual(await found('bankruptcyCourtCase=2610482'), [id]);
    assert.deepEqual(await found('bankruptcyCourtCase=26-10483'), []);
    await api.put(`${person}/cases/${made.id}`, { fields: { courtCaseNumber: '26-10483' } });
    assert.deepEqual(await found('bankruptcyCourtCase=26%2010483'), [id]);
    assert.deepEqual(await found('bankruptcyCourtCase=26-10482'), []);
  });
});
