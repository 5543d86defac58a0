// Labels on loans: given and taken away, listed by, archived, bounded.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refused } from '../../../../../tests/support/refusals.ts';
import { loanBody } from '../../../../../tests/support/world.ts';

describe('labels of loans', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const all = '/companies/current/loan-labels';
  async function aLoan(more: object = {}) {
    const { id } = await api.made('/people', aPerson());
    const loan = await api.made(`/people/${id}/loans`, { ...loanBody, ...more });
    return { id: loan.id as string, labels: `/people/${id}/loans/${loan.id}/labels` };
  }
  const ids = async (path: string) => (await api.get(path)).body.data.map(({ id }: { id: string }) => id);
  const give = (labels: string, loanLabelId: string) => api.post(labels, { loanLabelId });

  test('are given, shown with who and when, taken away and given again', async () => {
    const watch = await api.made(all, { name: 'Watch', color: '#CC3311', externalId: 'watch' });
    const { labels } = await aLoan();
    const given = await api.made(labels, { loanLabelId: 'ext-watch' });
    assert.deepEqual([given.id, given.name, given.color, given.addedByType], [watch.id, 'Watch', '#CC3311', 'key']);
    assert.equal((await give(labels, watch.id)).body.errorType, 'NothingToDo');
    await api.put(`${all}/ext-watch`, { name: 'Watched' });
    assert.equal((await api.get(labels)).body.data[0].name, 'Watched');
    assert.equal((await api.delete(`${labels}/ext-watch`)).status, 200);
    assert.deepEqual(await ids(labels), []);
    refused(await api.delete(`${labels}/${watch.id}`), 404, 'NotFound', 'loanLabelId');
    assert.equal((await give(labels, watch.id)).status, 201);
    assert.deepEqual(await ids(labels), [watch.id]);
  });

  test('give the loans that have one, page by page in the order of all loans, also while it is taken from them', async () => {
    const { id } = await api.made(all, { name: 'Review', externalId: 'review' });
    const [one, two, three] = [await aLoan(), await aLoan({ status: 'pending' }), await aLoan()];
    // The order in which the label was given does not count.
    for (const { labels } of [three, one, two]) await give(labels, id);
    assert.deepEqual(await ids('/loans?loanLabelId=ext-review'), [three.id, two.id, one.id]);
    assert.deepEqual(await ids(`/loans?loanLabelId=${id}&statuses=pending&fields=minimal`), [two.id]);
    const first = (await api.get(`/loans?loanLabelId=${id}&limit=1`)).body;
    assert.deepEqual([first.total, first.data[0].id], [3, three.id]);
    await api.delete(`${three.labels}/${id}`);
    const rest = (await api.get(`/loans?loanLabelId=${id}&startingAfter=${three.id}`)).body;
    assert.deepEqual(
      rest.data.map((loan: { id: string }) => loan.id),
      [two.id, one.id],
    );
    assert.equal(rest.total, 2);
    refused(await api.get(`/loans?loanLabelId=${id}&sortBy=status`), 400, 'InvalidRequest', 'sortBy');
    assert.deepEqual(await ids('/loans?loanLabelId=ext-nothing'), []);
  });

  test('that are archived stay where they are, and come to no further loan; of another company there is none', async () => {
    const { id } = await api.made(all, { name: 'Old' });
    const [one, two] = [await aLoan(), await aLoan()];
    await give(one.labels, id);
    await api.put(`${all}/${id}`, { status: 'archived' });
    assert.equal((await api.get(one.labels)).body.data[0].status, 'archived');
    assert.deepEqual(await ids(`/loans?loanLabelId=${id}`), [one.id]);
    refused(await give(two.labels, id), 400, 'InvalidRequest', 'loanLabelId');
    const foreign = await (await aCompany()).test.made(all, { name: 'Foreign' });
    refused(await give(two.labels, foreign.id), 404, 'NotFound', 'loanLabelId');
    refused(await api.post(all, { name: 'Red', color: 'red' }), 400, 'InvalidRequest', 'color');
  });

  test('are at most twenty on a loan, also when two come at once', async () => {
    const { labels, id } = await aLoan();
    const some: string[] = [];
    for (let n = 0; n < 21; n++) some.push((await api.made(all, { name: `Label ${n}` })).id);
    await house().service.database.pools.test.query(
      `insert into loan_labelings (person_id, loan_id, label_id, company_id, loan_position, added_at, added_by_type)
       select person_id, loans.id, unnest($1::text[]), company_id, position, now(), 'key' from loans where id = $2`,
      [some.slice(0, 19), id],
    );
    const answers = await Promise.all(some.slice(19).map((one) => give(labels, one)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409]);
    assert.equal(answers.find(({ status }) => status === 409)?.body.errorType, 'NoRoom');
  });
});
