// Advances that the service pays out: 3,650.00 at 10 %, so that a day costs 1.00 of interest. Ordered on Monday,
// 2026-03-02 at noon in New York; the credit is there on Tuesday 03-03, and the loan owes from that day on.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { oldAccount } from '../../../../../tests/support/collected.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { type Answer, type Client, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type LifeOptions } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../../../tests/support/test-clock.ts';

describe('advances that the service pays out', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  let api: Client;
  before(async () => {
    company = await aCompany();
    api = company.test;
    await api.put('/companies/current', { paymentApprovals: { firstAdvancesAbove: 100_000 } });
  });
  let drawn = 0;

  /** Makes a loan that owes 3,650.00, with an account of the simulator with these digits. */
  async function aLoan(account = '900000000', agreed: object = {}, more: LifeOptions = {}) {
    const life = await aLife(company, {
      start: '2026-03-02T17:00:00Z',
      type: { payments: { multipleAdvances: true } },
      ...more,
      agreed: { amountFinanced: 3650, interestRates: [{ rate: 0 }], specificDays: [1], duration: 12, ...agreed },
    });
    await setClock(api, '2026-03-02T17:00:00Z');
    drawn += 1;
    const accountNumber = account + String(drawn).padStart(12 - account.length, '0');
    const paymentInstrumentId = await oldAccount(house(), api, life.personId, { accountNumber });
    const one = async () => (await life.read('/advances'))[0];
    return {
      ...life,
      paymentInstrumentId,
      one,
      order: (more: object = {}): Promise<Answer> =>
        api.post(`${life.path}/advances`, { amount: 1000, paymentInstrumentId, ...more }),
      owed: async () => (await life.read('/balances')).outstandingBalances.outstandingTotalAmount,
      disbursement: async () => (await life.read('/disbursements'))[0],
      becomes: (status: string) =>
        eventually(`it is ${status}`, async () => (await life.read('/disbursements'))[0].status === status),
    };
  }

  test('are scheduled on their way, pending from the day on which they are there, and settled once they are safe', async () => {
    const loan = await aLoan();
    const preview = await loan.order({ previewMode: true });
    assert.deepEqual([preview.status, await loan.read('/advances'), await loan.read('/disbursements')], [201, [], []]);
    const { status, body } = await loan.order();
    assert.deepEqual([status, body.data.status], [201, 'scheduled'], JSON.stringify(body));
    await loan.becomes('pending');
    const { type, advanceId, amount } = await loan.disbursement();
    assert.deepEqual([type, advanceId, amount], ['advance', body.data.id, 1000]);
    assert.equal(await loan.owed(), 3650, 'nothing is owed before the money is there');
    const canceled = await api.put(`${loan.path}/advances/${advanceId}`, { status: 'canceled' });
    assert.deepEqual([canceled.status, canceled.body.errorType], [409, 'AdvancePaidOut']);
    await moveClock(api, '2026-03-03T15:00:00Z');
    const there = await loan.one();
    assert.deepEqual([there.status, there.advanceDate, await loan.owed()], ['pending', '2026-03-03', 4650]);
    await moveClock(api, '2026-03-13T15:00:00Z');
    assert.deepEqual([(await loan.one()).status, await loan.owed()], ['settled', 4650]);
  });

  test('that are refused, or come back, are canceled, and nothing is owed', async () => {
    const refused = await aLoan('9214');
    await refused.order();
    await refused.becomes('failed');
    const gone = await refused.one();
    assert.deepEqual([gone.status, gone.cancelReason, await refused.owed()], ['canceled', 'payoutFailed', 3650]);
    const returned = await aLoan('9102002');
    await returned.order();
    await returned.becomes('pending');
    await moveClock(api, '2026-03-12T15:00:00Z');
    assert.deepEqual([(await returned.one()).status, await returned.owed()], ['canceled', 3650]);
  });

  test('that were agreed with the loan are ordered on their day', async () => {
    const loan = await aLoan('900000000', { advanceSchedule: [{ advanceDate: '2026-03-03', amount: 1000 }] });
    const { id } = await loan.one();
    const { paymentInstrumentId } = loan;
    const ordered = await api.put(`${loan.path}/advances/${id}`, { paymentInstrumentId });
    assert.deepEqual([ordered.status, ordered.body.data.status], [200, 'scheduled'], JSON.stringify(ordered.body));
    assert.equal(
      (await api.put(`${loan.path}/advances/${id}`, { paymentInstrumentId })).body.errorType,
      'AdvancePaidOut',
    );
    await loan.becomes('pending');
    await moveClock(api, '2026-03-03T15:00:00Z');
    assert.deepEqual([(await loan.one()).status, await loan.owed()], ['pending', 4650]);
  });

  test('that were agreed with a loan whose proceeds came back are gone, and come anew with its next activation', async () => {
    const agreed = { advanceSchedule: [{ advanceDate: '2026-03-06', amount: 1000 }] };
    const type = { payments: { multipleAdvances: true, proceedsPaidTo: 'borrower' } };
    const loan = await aLoan('9102002', agreed, { type, activate: false });
    const { paymentInstrumentId } = loan;
    await loan.act('activate', { paymentInstrumentId });
    await loan.becomes('pending');
    await moveClock(api, '2026-03-03T15:00:00Z');
    assert.equal((await loan.one()).status, 'scheduled');
    await moveClock(api, '2026-03-12T15:00:00Z');
    assert.deepEqual([(await loan.read()).status, (await loan.one()).status], ['originated', 'canceled']);
  });

  test('take no date and no other status', async () => {
    const loan = await aLoan();
    refusedAt(await loan.order({ advanceDate: '2026-03-03' }), 'advanceDate');
    refusedAt(await loan.order({ status: 'settled' }), 'status');
    assert.equal((await loan.order({ paymentInstrumentId: 'PT-AAAA-AAAA' })).status, 404);
  });
});
