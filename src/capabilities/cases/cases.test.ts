// Cases over HTTP: made, owned, answered in time, ended and reopened; of one borrower and of the company.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { everythingStored } from '../../../tests/support/everything-stored.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { ids, refused, refusedAt } from '../../../tests/support/refusals.ts';
import { told, typesOf } from '../../../tests/support/told.ts';
import { loanBody } from '../../../tests/support/world.ts';

describe('cases', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await api.made('/test-clock', { now: '2026-06-29T15:00:00Z' });
  });

  const aBorrower = async (): Promise<string> => `/people/${(await api.made('/people', aPerson())).id}`;
  const aLoan = async (person: string) => (await api.made(`${person}/loans`, loanBody)).id as string;

  test('begin with a word of the borrower, are owned, end with an outcome and begin again', async () => {
    const person = await aBorrower();
    const user = await api.made('/users', { userType: 'agent', authType: { email: 'ann@example.com' } });
    const team = await api.made('/teams', { name: 'Disputes', externalId: 'disputes' });
    const loan = await aLoan(person);
    const made = await api.made(`${person}/cases`, {
      externalId: 'case-1',
      name: ' Asks for a copy ',
      loanIds: [loan],
      owningTeamId: 'ext-disputes',
    });
    assert.deepEqual(
      [made.caseType, made.caseTypeId, made.name, made.status, made.outcome, made.loanIds, made.owningTeamId],
      ['generic', null, 'Asks for a copy', 'initiated', null, [loan], team.id],
    );
    const path = `${person}/cases/ext-case-1`;
    const put = async (body: object) => (await api.put(path, body)).body.data;
    const owned = await put({ owningEmployeeId: user.employee.id, status: 'processing' });
    assert.deepEqual([owned.owningEmployeeId, owned.owningTeamId, owned.name], [user.employee.id, null, made.name]);
    refusedAt(await api.put(path, { status: 'completed' }), 'outcome');
    const completed = await put({ status: 'completed', outcome: 'resolved' });
    assert.deepEqual([completed.status, completed.outcome], ['completed', 'resolved']);
    refused(await api.put(path, { owningTeamId: team.id }), 409, 'CaseClosed', 'status');
    refused(await api.post(`${path}/loans/${loan}`), 409, 'CaseClosed', 'status');
    assert.notEqual((await api.made(`${path}/views`)).lastViewedAt, null, 'to look at it is no change');
    const reopened = await put({ status: 'reopened', owningTeamId: team.id });
    assert.deepEqual([reopened.status, reopened.outcome, reopened.owningTeamId], ['reopened', null, team.id]);
    const found = await told(house(), api, `caseId=${made.id}`);
    assert.deepEqual(typesOf(found).sort(), [
      'case.association.added',
      'case.changed',
      'case.changed',
      'case.changed',
      'case.changed',
    ]);
  });

  test('tell a change once, however often it is sent', async () => {
    const path = `/people/${(await api.made('/people', aPerson())).id}/cases`;
    const { id } = await api.made(path, { caseType: 'bankruptcy', fields: { courtCaseNumber: '26-10482' } });
    for (const fields of [undefined, { courtCaseNumber: '26-10482' }, { courtCaseNumber: '26-10483' }]) {
      for (let i = 0; i < 2; i++) {
        assert.equal((await api.put(`${path}/${id}`, { status: 'processing', fields })).status, 200);
      }
    }
    assert.equal((await told(house(), api, `caseId=${id}`)).length, 3, 'made, moved, and another number');
  });

  test('are about loans, which come and go', async () => {
    const [person, other] = [await aBorrower(), await aBorrower()];
    const [one, two, theirs] = [await aLoan(person), await aLoan(person), await aLoan(other)];
    const path = `${person}/cases/${(await api.made(`${person}/cases`, { loanIds: [one, one] })).id}`;
    assert.deepEqual((await api.made(`${path}/loans/${two}`)).loanIds, [one, two]);
    assert.deepEqual((await api.made(`${path}/loans/${two}`)).loanIds, [one, two], 'once');
    assert.deepEqual(ids(await api.get(`/cases?loanId=${two}`)), [path.split('/').at(-1)]);
    assert.deepEqual((await api.delete(`${path}/loans/${one}`)).body.data.loanIds, [two]);
    assert.deepEqual(ids(await api.get(`${person}/cases?loanId=${one}`)), []);
    refused(await api.post(`${path}/loans/${theirs}`), 404, 'NotFound', 'loanId');
    refused(await api.put(path, { loanIds: [theirs] }), 404, 'NotFound', 'loanIds[0]');
  });

  test('are of the type for their first loan, where the company has one', async () => {
    const person = await aBorrower();
    const loan = await api.made(`${person}/loans`, loanBody);
    const status = 'active';
    const forAll = await api.made('/case-types', { caseType: 'identityTheft', status });
    const typed = { caseType: 'identityTheft', status, loanTypeId: loan.loanTypeId };
    const forLoan = await api.made('/case-types', typed);
    const typeOf = async (body: object) =>
      (await api.made(`${person}/cases`, { caseType: 'identityTheft', ...body })).caseTypeId;
    assert.equal(await typeOf({}), forAll.id);
    assert.equal(await typeOf({ loanIds: [loan.id] }), forLoan.id);
  });

  test('of collection are open one at a time, also when two are opened at once', async () => {
    const person = await aBorrower();
    const open = () => api.post(`${person}/cases`, { caseType: 'collection' });
    const both = await Promise.all([open(), open()]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
    refused(await open(), 409, 'CollectionCaseOpen', 'caseType');
    const first = `${person}/cases/${both.find(({ status }) => status === 201)?.body.data.id}`;
    await api.put(first, { status: 'canceled' });
    assert.equal((await open()).status, 201);
    refused(await api.put(first, { status: 'reopened' }), 409, 'CollectionCaseOpen', 'status');
  });

  test('carry the days of the law', async () => {
    const person = await aBorrower();
    const due = async (body: object) => {
      const { receivedDate, dueDate } = await api.made(`${person}/cases`, body);
      return [receivedDate, dueDate];
    };
    assert.deepEqual(await due({ caseType: 'creditBureauDispute' }), ['2026-06-29', '2026-07-29']);
    const more = { caseType: 'creditBureauDispute', receivedDate: '2026-06-20', dueDateExtended: true };
    assert.deepEqual(await due(more), ['2026-06-20', '2026-08-04']);
    // Sent on Friday 12 June: Monday to Thursday are four days, Friday the 19th is a holiday, Monday the fifth.
    const sent = { caseType: 'debtValidation', noticeSentDate: '2026-06-12' };
    assert.deepEqual(await due(sent), ['2026-06-22', '2026-07-22']);
    assert.deepEqual(await due({ caseType: 'disputeOfPurchase' }), ['2026-06-29', '2026-09-27']);
    assert.deepEqual(await due({ dueDate: '2026-06-28' }), [null, '2026-06-28']);
    const late = (await api.get('/cases?overdue=true')).body.data;
    assert.deepEqual(
      late.map(({ dueDate }: { dueDate: string }) => dueDate),
      ['2026-06-28'],
    );
    const post = (body: object) => api.post(`${person}/cases`, body);
    refusedAt(await post({ caseType: 'debtValidation', dueDate: '2026-08-01' }), 'dueDate');
    refusedAt(await post({ receivedDate: '2026-06-30' }), 'receivedDate');
    refusedAt(await post({ noticeSentDate: '2026-06-01' }), 'noticeSentDate');
    refusedAt(await post({ caseType: 'debtValidation', dueDateExtended: true }), 'dueDateExtended');
  });

  test('have the fields of their type, sealed, and go with the person', async () => {
    const person = await aBorrower();
    const fields = { courtCaseNumber: 'Telltale-26', courtCaseFiledDate: '2026-05-04' };
    const made = await api.made(`${person}/cases`, { caseType: 'bankruptcy', externalId: 'b-1', fields });
    const { courtCaseNumber: number, courtCaseFiledDate: filed, ...none } = made.fields;
    assert.deepEqual([made.name, number, filed], ['Bankruptcy', fields.courtCaseNumber, fields.courtCaseFiledDate]);
    assert.ok(Object.values(none).every((value) => value === null));
    const path = `${person}/cases/${made.id}`;
    const changed = (await api.put(path, { fields: { courtCaseFiledDate: null } })).body.data;
    const { courtCaseNumber, courtCaseFiledDate } = changed.fields;
    assert.deepEqual([courtCaseNumber, courtCaseFiledDate], ['Telltale-26', null]);
    refusedAt(await api.put(path, { fields: { colour: 'red' } }), 'fields.colour');
    refusedAt(await api.put(path, { name: 'Mine' }), 'name');
    refusedAt(await api.put(path, { caseType: 'generic' }), 'caseType');
    const holding = async () =>
      [...(await everythingStored(house()))].filter(([, text]) => /telltale-26/i.test(text)).map(([table]) => table);
    assert.deepEqual(await holding(), []);
    await erasePersonByHand(house().service, api.realm, person.split('/')[2] as string, { evenWithOpenLoans: true });
    const { externalId, name, fields: left, status } = (await api.get(path)).body.data;
    assert.deepEqual([externalId, name, left, status], [null, '', null, 'initiated']);
    const next = await api.made(`${await aBorrower()}/cases`, { externalId: 'b-1' });
    assert.equal(next.externalId, 'b-1', 'the external id is free again');
  });

  test('are refused where they name what is not theirs, or what is not there', async () => {
    const [mine, theirs] = [await aBorrower(), await aBorrower()];
    const { id } = await api.made(`${mine}/cases`, {});
    refused(await api.get(`${theirs}/cases/${id}`), 404, 'NotFound', 'caseId');
    refused(await api.put(`${theirs}/cases/${id}`, { status: 'processing' }), 404, 'NotFound', 'caseId');
    const post = (body: object) => api.post(`${mine}/cases`, body);
    refused(await post({ caseTypeId: 'CE-AAAA-AAAA' }), 404, 'NotFound', 'caseTypeId');
    refused(await post({ owningEmployeeId: 'EE-AAAA-AAAA' }), 404, 'NotFound', 'owningEmployeeId');
    refused(await post({ owningTeamId: 'TM-AAAA-AAAA' }), 404, 'NotFound', 'owningTeamId');
    refusedAt(await post({ status: 'processing' }), 'status');
    refusedAt(await post({ outcome: 'approved' }), 'outcome');
    refusedAt(await post({ outcome: 'Not at all' }), 'outcome');
    refusedAt(await post({ caseType: 'fax' }), 'caseType');
  });
});

describe('the cases of a company', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  const made: string[] = [];
  before(async () => {
    api = (await aCompany()).test;
    for (const name of ['c', 'a', 'b', 'd']) {
      const person = `/people/${(await api.made('/people', aPerson())).id}`;
      made.push((await api.made(`${person}/cases`, { name, caseType: 'generic' })).id);
    }
  });

  const names = async (query: string) =>
    (await api.get(`/cases${query}`)).body.data.map(({ name }: { name: string }) => name).join('');

  test('are listed newest first, sorted, filtered, and from the row after so many others', async () => {
    assert.equal(await names(''), 'dbac');
    assert.equal(await names('?sortBy=name'), 'abcd');
    assert.equal(await names('?offset=1&limit=2'), 'ba');
    assert.equal(await names('?offset=3&sortBy=-name'), 'a');
    assert.equal(await names('?offset=9'), '');
    assert.equal(await names('?status=completed'), '');
    for (const field of ['caseType', 'externalId', 'lastViewedAt', 'outcome', 'status', 'owningTeamId']) {
      assert.equal((await names(`?sortBy=${field}`)).length, 4, field);
    }
    const [first] = (await api.get('/cases?offset=2&limit=1')).body.data;
    const { nextUrl, previousUrl, total } = (await api.get('/cases?offset=2&limit=1')).body;
    assert.deepEqual([first.id, total], [made[1], 4]);
    assert.ok(!nextUrl.includes('offset') && !previousUrl.includes('offset'), 'the links go by ids');
    assert.equal((await api.get(previousUrl)).body.data[0].name, 'b');
    assert.equal((await api.get(nextUrl)).body.data[0].name, 'c');
  });

  test('are not read from beyond a bound, nor from two places at once', async () => {
    refusedAt(await api.get('/cases?offset=10001'), 'offset');
    refusedAt(await api.get(`/cases?offset=1&startingAfter=${made[0]}`), 'offset');
    refusedAt(await api.get('/cases?sortBy=colour'), 'sortBy');
  });

  test('show their borrowers and loans where that is asked for, to those who may read them', async () => {
    const person = `/people/${(await api.made('/people', aPerson())).id}`;
    const loan = await api.made(`${person}/loans`, loanBody);
    await api.made(`${person}/cases`, { loanIds: [loan.id] });
    const [whole] = (await api.get('/cases?expand=true')).body.data;
    assert.deepEqual([whole.person.id, whole.loans[0].id], [whole.personId, loan.id]);
    const [plain] = (await api.get('/cases?expand=false')).body.data;
    assert.deepEqual([plain.person, plain.loans, plain.owningEmployee], [undefined, undefined, undefined]);
    const { key } = await api.made('/keys', { name: 'weak', permissions: ['case:list'] });
    const [hidden] = (await house().client(key, api.realm).get('/cases?expand=true')).body.data;
    assert.deepEqual([hidden.person, hidden.loans], [null, []]);
  });

  test('show their owners and types where that is asked for', async () => {
    const person = `/people/${(await api.made('/people', aPerson())).id}`;
    const team = await api.made('/teams', { name: 'Disputes' });
    const employee = (await api.post('/employees', { email: 'owner@example.com', firstName: 'Ada' })).body.data;
    const type = await api.made('/case-types', { caseType: 'deceased', name: 'Estate', status: 'active' });
    await api.made(`${person}/cases`, { owningTeamId: team.id, caseTypeId: type.id });
    await api.made(`${person}/cases`, { name: 'Nobody’s' });
    const [plain, whole] = (await api.get(`/cases?personId=${person.split('/')[2]}&expand=true`)).body.data;
    assert.deepEqual([plain.owningTeam, plain.owningEmployee, plain.caseTypeVersion], [null, null, null]);
    assert.deepEqual([whole.owningTeam.name, whole.caseTypeVersion.name], ['Disputes', 'Estate']);
    assert.equal((await api.put(`${person}/cases/${plain.id}`, { owningEmployeeId: employee.id })).status, 200);
    const [owned] = (await api.get(`/cases?owningEmployeeId=${employee.id}&expand=true`)).body.data;
    assert.equal(owned.owningEmployee.firstName, 'Ada');
  });

  test('are those of the company alone', async () => {
    assert.deepEqual((await (await aCompany()).test.get('/cases')).body.data, []);
  });
});
