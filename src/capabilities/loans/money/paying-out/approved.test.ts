// Money that is paid out for a loan to an account that was never used waits for a second person.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { nameProvider, oldAccount, verifiedAccount } from '../../../../../tests/support/collected.ts';
import { type Answer, aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { aKeyByHand } from '../../../../../tests/support/reimbursed.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';

const refused = ({ status, body }: Answer) => [status, body.errorType, body.data?.reason];

describe('money that is paid out for the first time', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let orders: Client;
  before(async () => {
    api = (await aCompany()).test;
    await nameProvider(api);
    orders = await aKeyByHand(house(), api);
  });

  async function aLoan() {
    await setClock(api, '2026-03-02T17:00:00Z');
    const { id: personId } = await api.made('/people', aPerson());
    const { id: loanTypeId } = await api.made('/loan-types', {
      name: 'Paid out',
      payments: { proceedsPaidTo: 'borrower' },
    });
    const { id } = await api.made(`/people/${personId}/loans`, {
      loanTypeId,
      status: 'originated',
      atOrigination: {
        amountFinanced: 3650,
        interestRates: [{ rate: 0.1 }],
        paymentFrequency: 'monthly',
        specificDays: [1],
        duration: 12,
      },
    });
    const path = `/people/${personId}/loans/${id}`;
    const paymentInstrumentId = await oldAccount(house(), api, personId);
    const read = async (below = '') => (await api.get(`${path}${below}`)).body.data;
    return {
      path,
      personId,
      read,
      activate: (body: object = {}): Promise<Answer> =>
        orders.post(`${path}/activate`, { paymentInstrumentId, ...body }),
      attempts: async (): Promise<number> => {
        const { rows } = await house().service.database.pools.test.query(
          "select count(*)::int as sum from payment_attempts where person_id = $1 and subject_kind = 'disbursement'",
          [personId],
        );
        return rows[0].sum;
      },
    };
  }
  const waiting = async (loan: Awaited<ReturnType<typeof aLoan>>) => {
    const { status, body } = await loan.activate();
    assert.equal(status, 201, JSON.stringify(body));
    const { disbursement } = body.data;
    assert.deepEqual([disbursement.status, await loan.attempts()], ['waiting', 0]);
    return `/people/${loan.personId}/payment-approvals/${disbursement.paymentApprovalId}`;
  };

  test('waits, and is ordered once another one approves it', async () => {
    const loan = await aLoan();
    const approval = await waiting(loan);
    assert.deepEqual(refused(await orders.post(`${approval}/approve`, {})), [403, 'SecondPersonNeeded', 'orderedIt']);
    const { kind, amount } = (await api.get(approval)).body.data;
    assert.deepEqual([kind, amount], ['advance', 3650]);
    const approved = await api.post(`${approval}/approve`, {});
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
    assert.deepEqual([(await loan.read('/disbursements'))[0].status, await loan.attempts()], ['initiated', 1]);
    assert.equal((await loan.read()).status, 'originated');
  });

  test('is canceled when it is rejected, and the loan may be activated anew', async () => {
    const loan = await aLoan();
    const approval = await waiting(loan);
    assert.equal((await loan.activate()).body.errorType, 'DisbursementUnderWay');
    assert.equal((await api.post(`${approval}/reject`, { reason: 'not agreed' })).status, 200);
    assert.deepEqual([(await loan.read('/disbursements'))[0].status, await loan.attempts()], ['canceled', 0]);
    await waiting(loan);
  });

  test('is taken back while it waits, and cannot be approved then', async () => {
    const loan = await aLoan();
    const approval = await waiting(loan);
    const [{ id }] = await loan.read('/disbursements');
    assert.equal((await orders.post(`${loan.path}/disbursements/${id}/cancel`, {})).body.data.status, 'canceled');
    assert.equal((await api.post(`${approval}/approve`, {})).body.errorType, 'ApprovalDecided');
    assert.equal(await loan.attempts(), 0);
  });

  test('goes to no account that is new', async () => {
    const loan = await aLoan();
    const paymentInstrumentId = await verifiedAccount(api, loan.personId);
    assert.deepEqual(refused(await loan.activate({ paymentInstrumentId })), [409, 'InstrumentCannotBeCharged', 'new']);
  });
});
