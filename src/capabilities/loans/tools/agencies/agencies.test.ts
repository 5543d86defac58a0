// A loan goes to a collection agency and comes back; what its borrower sees, and what the agency holds.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aBorrower } from '../../../../../tests/support/a-borrower.ts';
import { aLine } from '../../../../../tests/support/begun-line.ts';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { type Answer, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { typesOf } from '../../../../../tests/support/told.ts';

describe('collection agencies', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const agencies = '/companies/current/collection-agencies';
  const anAgency = (legalName: string, more: object = {}): Promise<Shown> =>
    company.test.made(agencies, { legalName, ...more });
  const aLoan = (): Promise<Life> => aLife(company);
  const assign = (life: Life, collectionAgencyId: string, more: object = {}): Promise<Answer> =>
    life.api.post(`${life.path}/collection-agency`, { collectionAgencyId, ...more });
  const unassign = (life: Life, query = ''): Promise<Answer> =>
    life.api.call('DELETE', `${life.path}/collection-agency${query}`);
  const servicedBy = async (life: Life): Promise<string> => (await life.read()).servicedBy;
  const heldBy = async ({ id }: Shown): Promise<string[]> =>
    (await company.test.get(`${agencies}/${id}/loans`)).body.data.map(({ loanId }: Shown) => loanId);

  test('are kept with how to reach them, and change by what is sent', async () => {
    const made = await anAgency('White River LLC', {
      externalId: 'white-river',
      contactPhone: '(317) 555-0144',
      mailingAddress: { addressLine1: '400 Canal St', city: 'Indianapolis', state: 'IN', postalCode: '46202' },
    });
    assert.deepEqual([made.contactPhone, made.mailingAddress.country], ['+13175550144', 'US']);
    const one = `${agencies}/ext-white-river`;
    const changed = await company.test.put(one, {
      mailingAddress: { addressLine2: 'Floor 2' },
      contactEmail: 'A@B.example',
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const { data } = (await company.test.get(one)).body;
    assert.deepEqual(
      [data.legalName, data.contactPhone, data.mailingAddress.city, data.mailingAddress.addressLine2],
      ['White River LLC', '+13175550144', 'Indianapolis', 'Floor 2'],
    );
    refusedAt(await company.test.put(one, { contactPhone: '12' }), 'contactPhone');
    refusedAt(await company.test.put(one, { mailingAddress: { state: 'ZZ' } }), 'mailingAddress.state');
    refusedAt(await company.test.post(agencies, {}), 'legalName');
  });

  test('get a loan, which they service from then on; the borrower sees which one', async () => {
    const [agency, life] = [await anAgency('Wabash Recovery'), await aLoan()];
    assert.equal((await life.api.get(`${life.path}/collection-agency`)).body.errorType, 'NoCollectionAgency');
    const preview = await assign(life, agency.id, { previewMode: true });
    assert.deepEqual([preview.status, await servicedBy(life), await heldBy(agency)], [201, 'creditor', []]);
    const { status, body } = await assign(life, agency.id);
    assert.deepEqual(
      [status, body.data.legalName, body.data.servicedBy],
      [201, 'Wabash Recovery', 'debtCollectionAgency'],
    );
    assert.equal(await servicedBy(life), 'debtCollectionAgency');
    assert.deepEqual(await heldBy(agency), [life.id]);
    assert.deepEqual(await life.read('/collection-agency'), body.data);
    const borrower = await aBorrower(house(), life.api, life.personId);
    const seen = await borrower.get(`${life.path}/collection-agency`);
    assert.deepEqual([seen.status, seen.body.data.legalName], [200, 'Wabash Recovery'], JSON.stringify(seen.body));
    assert.equal((await borrower.get(`${life.path}/collection-agency/history`)).status, 403);
    assert.deepEqual([(await assign(life, agency.id)).body.errorType], ['NothingToDo']);
    // What it collects comes in from outside, as ever.
    assert.equal((await life.pay(50)).status, 'succeeded');
  });

  test('give it back to the creditor, or leave it serviced as it was', async () => {
    const [agency, life, other] = [await anAgency('Back'), await aLoan(), await aLoan()];
    for (const one of [life, other]) await assign(one, agency.id);
    const ended = await unassign(life);
    assert.deepEqual([ended.status, ended.body.data.servicedBy], [200, 'creditor'], JSON.stringify(ended.body));
    assert.equal(await servicedBy(life), 'creditor');
    assert.equal((await unassign(other, '?servicedBy=debtCollectionAgency')).status, 200);
    assert.equal(await servicedBy(other), 'debtCollectionAgency');
    assert.deepEqual(await heldBy(agency), []);
    assert.deepEqual(
      [(await unassign(life)).status, (await unassign(life)).body.errorType],
      [404, 'NoCollectionAgency'],
    );
    refusedAt(await unassign(other, '?servicedBy=nobody'), 'servicedBy');
  });

  test('follow each other, and their history stays', async () => {
    const [first, second, life] = [await anAgency('First'), await anAgency('Second'), await aLoan()];
    await assign(life, first.id);
    await setClock(life.api, '2026-01-25T15:00:00Z');
    await assign(life, second.id);
    await unassign(life);
    const history = await life.read('/collection-agency/history');
    assert.deepEqual(
      history.map(({ collectionAgencyId, servicedBy: by }: Shown) => [collectionAgencyId, by]),
      [
        [second.id, 'creditor'],
        [first.id, 'debtCollectionAgency'],
      ],
    );
    assert.equal(history[1].unassignedAt, '2026-01-25T15:00:00.000000+00:00');
    const told = await life.api.get(`/people/${life.personId}/events?limit=100`);
    const own = typesOf(told.body.data).filter((type) => type.startsWith('loan.collectionagency'));
    assert.deepEqual(own.toSorted(), [
      'loan.collectionagency.assigned',
      'loan.collectionagency.assigned',
      'loan.collectionagency.unassigned',
      'loan.collectionagency.unassigned',
    ]);
  });

  test('have lines and charged-off loans too, drafts never, nor a loan that another company has', async () => {
    const agency = await anAgency('Lines');
    const line = await aLine(company.test);
    assert.equal((await company.test.post(`${line}/collection-agency`, { collectionAgencyId: agency.id })).status, 201);
    const lost = await aLoan();
    await lost.act('charge-off', { chargedOffReason: 'age' });
    assert.equal((await assign(lost, agency.id)).status, 201);
    assert.equal((await lost.standing()).status, 'chargedOff');
    const waiting = await aLife(company, { activate: false });
    assert.equal((await assign(waiting, agency.id)).body.errorType, 'LoanStatusForbids');
    assert.equal((await assign(lost, 'CL-AAAA-AAAA')).status, 404);
    const foreign = (await (await aCompany()).test.made(agencies, { legalName: 'Foreign' })).id;
    assert.equal((await assign(lost, foreign)).status, 404);
  });
});
