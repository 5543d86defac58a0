// A settlement that gives up much is accepted by somebody else than who offered it.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Answer, aPerson, type Client, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { aUser, type SignedIn, signedIn } from '../../../../../tests/support/signed-in.ts';

const refused = ({ status, body }: Answer) => [status, body.errorType, body.data?.reason ?? body.data?.permission];

describe('a settlement that gives up much', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  let life: Life;
  let ada: SignedIn;
  let grace: SignedIn;
  before(async () => {
    company = await aCompany();
    const api = company.test;
    // 1,200.00 without interest.
    life = await aLife(company, { agreed: { amountFinanced: 1200, interestRates: [{ rate: 0 }] } });
    for (const name of ['ada', 'grace']) await aUser(house(), api, { email: `${name}@acme.example` });
    [ada, grace] = await Promise.all([
      signedIn(house(), api, 'ada@acme.example'),
      signedIn(house(), api, 'grace@acme.example'),
    ]);
  });

  type Caller = Pick<Client, 'post'>;
  const offered = async (by: Caller, amount: number): Promise<string> => {
    const { status, body } = await by.post(`${life.path}/settlements`, { amount });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data.id;
  };
  const accept = (by: Caller, id: string): Promise<Answer> => by.post(`${life.path}/settlements/${id}/accept`, {});
  const cancel = async (id: string): Promise<void> => {
    await life.act(`settlements/${id}/cancel`);
  };
  const set = (settlementApprovals: object) => company.test.put('/companies/current', { settlementApprovals });

  test('is a matter of what the company says, and of nothing in test mode before', async () => {
    const alone = await offered(ada, 0.01);
    assert.equal((await accept(ada, alone)).status, 201);
    await cancel(alone);
    for (const leastShare of [-0.1, 1.01]) refusedAt(await set({ leastShare }), 'settlementApprovals.leastShare');
    assert.equal((await set({ leastShare: 0.5, forgivenAbove: 700 })).status, 200);
  });

  test('is accepted by a second person alone, whatever key the first one makes', async () => {
    // Half of 1,200.00 is 600.00.
    const enough = await offered(ada, 600);
    assert.equal((await accept(ada, enough)).status, 201);
    await cancel(enough);
    const less = await offered(ada, 599.99);
    assert.deepEqual(refused(await accept(ada, less)), [403, 'SecondPersonNeeded', 'orderedIt']);
    const permissions = ['loan.settlement:accept', 'payment.approval.key:approve'];
    const { body } = await ada.post('/keys', { name: 'of ada', permissions });
    const ofAda = house().client(body.data.key, life.api.realm);
    assert.deepEqual(refused(await accept(ofAda, less)), [403, 'SecondPersonNeeded', 'orderedIt']);
    const { body: made } = await grace.post('/keys', { name: 'of grace', permissions: permissions.slice(0, 1) });
    const ofGrace = house().client(made.data.key, life.api.realm);
    assert.deepEqual(refused(await accept(ofGrace, less)), [403, 'Forbidden', 'payment.approval.key:approve']);
    const both = await Promise.all([accept(grace, less), accept(grace, less)]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 409]);
    await cancel(less);
  });

  test('is one above an amount, too', async () => {
    // 60 % of what is owed, and 480.00 given up.
    await set({ leastShare: 0.1, forgivenAbove: 479.99 });
    const id = await offered(ada, 720);
    assert.deepEqual(refused(await accept(ada, id)), [403, 'SecondPersonNeeded', 'orderedIt']);
    await set({ leastShare: 0.1, forgivenAbove: 480 });
    assert.equal((await accept(ada, id)).status, 201);
    await cancel(id);
  });

  test('needs two in live mode where nobody has said anything', async () => {
    const api = company.live;
    const { id: personId } = await api.made('/people', aPerson());
    const agreed = { amountFinanced: 1000, interestRates: [{ rate: 0 }], paymentFrequency: 'monthly', duration: 12 };
    const { id } = await api.made(`/people/${personId}/loans`, {
      loanTypeId: 'ext-installment',
      status: 'originated',
      atOrigination: { ...agreed, specificDays: [15] },
    });
    const path = `/people/${personId}/loans/${id}`;
    await api.made(`${path}/activate`, {});
    const { id: low } = await api.made(`${path}/settlements`, { amount: 499.99 });
    assert.deepEqual(refused(await api.post(`${path}/settlements/${low}/accept`, {})), [
      403,
      'SecondPersonNeeded',
      'orderedIt',
    ]);
    await api.made(`${path}/settlements/${low}/cancel`, {});
    const { id: half } = await api.made(`${path}/settlements`, { amount: 500 });
    assert.equal((await api.post(`${path}/settlements/${half}/accept`, {})).status, 201);
  });
});
