// What goes out for the first time waits for a second person, until a payment of the loan has come from the account for
// certain. Of a loan type with several advances; nobody else has set anything.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { type Answer, type Client, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLink } from '../../../../../tests/support/instruments.ts';
import { aLife } from '../../../../../tests/support/loan-life.ts';
import { aUser, type SignedIn, signedIn } from '../../../../../tests/support/signed-in.ts';
import { aTriedAccount, moveDays } from '../../../../../tests/support/trial-deposits.ts';

describe('what goes to an account for the first time', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  let api: Client;
  let ada: SignedIn;
  let grace: SignedIn;
  beforeEach(async () => {
    company = await aCompany();
    api = company.test;
    for (const name of ['ada', 'grace']) await aUser(house(), api, { email: `${name}@acme.example` });
  });

  /** Sessions end while the clock of the company does not move: so they sign in when they order. */
  const signIn = async (): Promise<void> => {
    ada = await signedIn(house(), api, 'ada@acme.example');
    grace = await signedIn(house(), api, 'grace@acme.example');
  };

  /** On a Monday at noon in New York. */
  async function aLoan() {
    const life = await aLife(company, {
      start: '2026-03-02T17:00:00Z',
      type: { payments: { multipleAdvances: true } },
      agreed: { amountFinanced: 3650, interestRates: [{ rate: 0 }], specificDays: [1], duration: 12 },
    });
    return {
      ...life,
      advance: (paymentInstrumentId: string, amount = 20_000): Promise<Answer> =>
        ada.post(`${life.path}/advances`, { amount, paymentInstrumentId }),
      disbursements: async () =>
        (await life.read('/disbursements')) as { id: string; status: string; amount: number }[],
    };
  }
  type Loan = Awaited<ReturnType<typeof aLoan>>;

  async function statusOf(loan: Loan, instrument: string, amount?: number): Promise<string> {
    const { status, body } = await loan.advance(instrument, amount);
    assert.equal(status, 201, JSON.stringify(body));
    return (await loan.disbursements())[0]?.status as string;
  }

  async function verifiedByDeposits(loan: Loan, accountNumber?: string): Promise<string> {
    const account = await aTriedAccount(api, loan.personId, accountNumber);
    await moveDays(api, 5);
    const { status, body } = await api.post(`${account.path}/verify`, { deposit1: 11, deposit2: 32 });
    assert.equal(status, 200, JSON.stringify(body));
    return account.id;
  }
  async function pays(loan: Loan, paymentInstrumentId: string, amount = 5): Promise<string> {
    const { id } = await api.made(`${loan.path}/transactions`, { type: 'oneTime', amount, paymentInstrumentId });
    const status = async () => (await loan.read(`/transactions/${id}`)).status;
    await eventually('it was accepted', async () => (await status()) === 'pending');
    return id;
  }

  test('waits six times of six on the first possible day, though trial deposits have verified it', async () => {
    const loan = await aLoan();
    const instrument = await verifiedByDeposits(loan);
    await signIn();
    for (let i = 0; i < 6; i += 1) assert.equal(await statusOf(loan, instrument), 'waiting');
  });

  test('waits alike where the account is linked', async () => {
    const loan = await aLoan();
    const [{ id }] = await api.made(`/people/${loan.personId}/payment-instruments`, aLink());
    await moveDays(api, 5);
    await signIn();
    assert.equal(await statusOf(loan, id), 'waiting');
  });

  test('waits after a payout that was approved and is safe, and goes once a payment is confirmed', async () => {
    const loan = await aLoan();
    const instrument = await verifiedByDeposits(loan);
    // The key that verified the account made Grace too: she may not approve within ten days of it.
    await moveDays(api, 11);
    await signIn();
    assert.equal(await statusOf(loan, instrument, 100), 'waiting');
    const [approval] = (await api.get('/payment-approvals?status=waiting')).body.data;
    const approved = await grace.post(`/people/${loan.personId}/payment-approvals/${approval.id}/approve`, {});
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
    await eventually('it is accepted', async () => (await loan.disbursements())[0]?.status === 'pending');
    await moveDays(api, 10);
    assert.equal((await loan.disbursements())[0]?.status, 'succeeded');
    await signIn();
    assert.equal(await statusOf(loan, instrument, 100), 'waiting');
    const payment = await pays(loan, instrument);
    assert.equal(await statusOf(loan, instrument, 100), 'waiting');
    await moveDays(api, 6);
    assert.equal((await loan.read(`/transactions/${payment}`)).status, 'succeeded');
    await signIn();
    assert.equal(await statusOf(loan, instrument, 100), 'initiated');
    // Another instrument with the number of this account begins anew.
    await api.delete(`/people/${loan.personId}/payment-instruments/${instrument}`);
  });

  test('counts together until then, by the account, over borrowers and weeks', async () => {
    await api.put('/companies/current', { paymentApprovals: { firstAdvancesAbove: 1_000 } });
    const [loan, other] = [await aLoan(), await aLoan()];
    const accountNumber = '900900555001';
    const instrument = await verifiedByDeposits(loan, accountNumber);
    const same = await verifiedByDeposits(other, accountNumber);
    await signIn();
    assert.equal(await statusOf(loan, instrument, 600), 'initiated');
    assert.equal(await statusOf(other, same, 400.01), 'waiting');
    await moveDays(api, 21);
    await signIn();
    assert.equal(await statusOf(loan, instrument, 400.01), 'waiting');
    assert.equal(await statusOf(other, same, 400), 'initiated');
    assert.equal(await statusOf(loan, instrument, 0.01), 'waiting');
  });

  test('and where it is used, more than 25,000.00 to it in a day waits', async () => {
    await api.put('/companies/current', { paymentApprovals: { oneOrdererAbove: 1_000_000 } });
    const loan = await aLoan();
    const instrument = await verifiedByDeposits(loan);
    await pays(loan, instrument);
    await moveDays(api, 6);
    await signIn();
    assert.equal(await statusOf(loan, instrument, 20_000), 'initiated');
    assert.equal(await statusOf(loan, instrument, 5_000.01), 'waiting');
    assert.equal(await statusOf(loan, instrument, 5_000), 'initiated');
    await api.put('/companies/current', { paymentApprovals: { oneOrdererAbove: 1_000_000, advancesAbove: 1 } });
    assert.equal(await statusOf(loan, instrument, 0.5), 'waiting');
    await moveDays(api, 2);
    await signIn();
    assert.equal(await statusOf(loan, instrument, 1), 'initiated');
  });
});
