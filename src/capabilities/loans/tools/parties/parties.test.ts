// Who is on a loan beside its main borrower: agreed with it or come later, and gone; what they see of it.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aBorrower } from '../../../../../tests/support/a-borrower.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refused } from '../../../../../tests/support/refusals.ts';
import { loanBody } from '../../../../../tests/support/world.ts';

describe('the people of a loan', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const aPersonsId = async (): Promise<string> => (await api.made('/people', aPerson())).id;
  /** Boarded on 4 May 2026, agreed with one co-borrower. */
  async function aLoan(more: object = {}) {
    await api.made('/test-clock', { now: '2026-05-04T16:00:00Z' });
    const [main, agreed] = [await aPersonsId(), await aPersonsId()];
    const additionalPeople = [{ personId: agreed, loanRelationType: 'coBorrower' }];
    const { id } = await api.made(`/people/${main}/loans`, { ...loanBody, additionalPeople, ...more });
    const loan = `/people/${main}/loans/${id}`;
    return { main, agreed, loan, people: `${loan}/people`, id: id as string };
  }
  const shown = async (path: string) =>
    (await api.get(path)).body.data.map((one: Record<string, string | null>) =>
      [one.personId, one.loanRelationType, one.startDate, one.endDate, one.mayRead].join(' '),
    );
  const additional = async (loan: string) => (await api.get(loan)).body.data.additionalPeople;

  test('are on it from a day until a day; the loan names those of now', async () => {
    const { main, agreed, loan, people, id } = await aLoan();
    const later = await aPersonsId();
    await api.made('/test-clock', { now: '2026-06-10T16:00:00Z' });
    const added = await api.made(people, {
      personId: later,
      loanRelationType: 'guarantor',
      startDate: '2026-06-01',
    });
    const [, first] = (await api.get(people)).body.data;
    assert.equal((await api.post(`${people}/${first.id}/end`, { endDate: '2026-06-09' })).status, 201);
    // The one who went has a row since then, which is newer than that of the guarantor.
    assert.deepEqual(await shown(people), [
      `${agreed} coBorrower 2026-05-04 2026-06-09 false`,
      `${later} guarantor 2026-06-01  false`,
      `${main} mainBorrower 2026-05-04  true`,
    ]);
    assert.deepEqual(await additional(loan), [{ personId: later, loanRelationType: 'guarantor' }]);
    const listed = (await api.get(`/people/${later}/loans?includeAdditionalBorrowers=true`)).body.data;
    assert.deepEqual([listed.length, listed[0].id, listed[0].mainBorrowerId], [1, id, main]);
    await api.made(people, { personId: agreed, loanRelationType: 'authorizedUser' });
    assert.equal((await shown(people)).length, 4, 'somebody who went comes back in another role');
    assert.equal((await api.post(`${people}/${first.id}/end`, {})).body.errorType, 'NothingToDo');
    assert.equal((await api.post(`${people}/${added.id}/end`, {})).body.data.endDate, '2026-06-10');
  });

  test('see nothing of it, unless somebody says so; who was agreed with it sees it until that is taken away', async () => {
    const { agreed, loan, people } = await aLoan();
    const personId = await aPersonsId();
    const added = await api.made(people, { personId, loanRelationType: 'guarantor' });
    const [guarantor, coBorrower] = [await aBorrower(house(), api, personId), await aBorrower(house(), api, agreed)];
    // What a session reaches is looked up once a second.
    const answers = (client: Client, status: number) =>
      eventually(`it is ${status}`, async () => ((await client.get(loan)).status === status ? true : undefined));
    assert.deepEqual([(await guarantor.get(loan)).status, (await coBorrower.get(loan)).status], [404, 200]);
    assert.equal((await api.put(`${people}/${added.id}`, { mayRead: true })).body.data.mayRead, true);
    const [, first] = (await api.get(people)).body.data;
    assert.equal((await api.put(`${people}/${first.id}`, { mayRead: false })).body.data.mayRead, false);
    await Promise.all([answers(guarantor, 200), answers(coBorrower, 404)]);
    assert.equal((await guarantor.get(people)).status, 403, 'the history is for staff');
    await api.post(`${people}/${added.id}/end`, {});
    await answers(guarantor, 404);
  });

  test('are borrowers of the company who are not on the loan, at most twenty at once', async () => {
    const { main, agreed, people, loan } = await aLoan({ status: 'pending' });
    const add = (personId: string, more: object = {}) =>
      api.post(people, { personId, loanRelationType: 'coBorrower', ...more });
    for (const one of [main, agreed]) refused(await add(one), 400, 'InvalidRequest', 'personId');
    const foreign = (await (await aCompany()).test.made('/people', aPerson())).id;
    refused(await add(foreign), 404, 'NotFound', 'personId');
    refused(await add(await aPersonsId(), { startDate: '2026-05-05' }), 400, 'InvalidRequest', 'startDate');
    refused(
      await add(await aPersonsId(), { loanRelationType: 'mainBorrower' }),
      400,
      'InvalidRequest',
      'loanRelationType',
    );
    const [coBorrower, own] = (await api.get(people)).body.data;
    refused(await api.post(`${people}/${own.id}/end`, {}), 400, 'InvalidRequest', 'loanPersonId');
    const early = await api.post(`${people}/${coBorrower.id}/end`, { endDate: '2026-05-03' });
    refused(early, 400, 'InvalidRequest', 'endDate');
    for (let n = 0; n < 18; n++) assert.equal((await add(await aPersonsId())).status, 201);
    const two = await Promise.all([await aPersonsId(), await aPersonsId()].map((one) => add(one)));
    assert.deepEqual(two.map(({ status }) => status).toSorted(), [201, 409], 'the twentieth, and one too many');
    assert.equal((await additional(loan)).length, 20);
  });

  test('who are erased stay on it as an id alone, and no erased one comes on it', async () => {
    const { people } = await aLoan();
    const personId = await aPersonsId();
    await api.made(people, { personId, loanRelationType: 'guarantor' });
    const erase = (more: object) =>
      erasePersonByHand(house().service, api.realm, personId, { evenWithOpenLoans: false, ...more });
    assert.equal((await erase({})).outcome, 'refused', 'a guarantor of an open loan');
    assert.equal((await erase({ evenWithOpenLoans: true })).outcome, 'erased');
    assert.equal((await api.get(people)).body.data[0].personId, personId);
    const other = await aLoan();
    const again = await api.post(other.people, { personId, loanRelationType: 'guarantor' });
    refused(again, 400, 'InvalidRequest', 'personId');
  });
});
