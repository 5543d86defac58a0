// Credit of a borrower goes back without being asked for, by the real way: day, order, simulator, books. The payoff that
// was overpaid by 25.00: it counts on Wednesday 2027-03-10, settles on Thursday, is safe at the end of Monday the 15th;
// five banking days old is the credit on Wednesday the 17th.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Shown } from './support/begun-loan.ts';
import { booksAgree } from './support/books-agree.ts';
import { type Client, useHouse } from './support/house.ts';
import { anOverpaidLoan, anOwnAccount, goodNumber, type Overpaid } from './support/overpaid.ts';
import { refusedAt } from './support/refusals.ts';
import { moveClock } from './support/test-clock.ts';
import { told } from './support/told.ts';

describe('a payoff that was overpaid', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  beforeEach(async () => {
    api = (await aCompany()).test;
  });

  const overpaid = (accountNumber?: string, check?: number) => anOverpaidLoan(api, accountNumber, check);

  const needed = async ({ loan }: Overpaid): Promise<Shown[]> =>
    (await told(house(), api, `loanId=${loan.id}`)).filter(
      ({ eventType }) => eventType === 'loan.credit.refund.needed',
    );

  test('goes back to the account that it came from once it is safe and old enough, and not before', async () => {
    const one = await overpaid();
    const { loan, account } = one;
    const ask = () => api.post(`${loan.path}/reimburse`, { reimbursementAmount: 25, paymentInstrumentId: account });
    await moveClock(api, '2027-03-15T20:00:00Z');
    const early = await ask();
    refusedAt(early, 'reimbursementAmount', 'AmountExceedsCredit');
    assert.equal(early.body.data.expected, 'nothing: nothing is owed to the borrower');
    await moveClock(api, '2027-03-17T11:59:00Z');
    assert.deepEqual(await one.back(), [], 'four banking days old');
    await moveClock(api, '2027-03-17T12:01:00Z');
    const [sent] = await one.back();
    assert.deepEqual(
      [sent?.actualAmount, sent?.paymentDetails.toInstrumentId, sent?.createdBy.name],
      [25, account, 'Refund of credit'],
    );
    await moveClock(api, '2027-03-24T15:00:00Z');
    const all = await one.back();
    assert.deepEqual(
      all.map(({ status }) => status),
      ['succeeded'],
    );
    assert.deepEqual(await needed(one), []);
    await booksAgree(house(), api, 0);
  });

  test('can be asked for on Tuesday the 16th', async () => {
    const { loan, account } = await overpaid();
    await moveClock(api, '2027-03-16T14:00:00Z');
    const body = { reimbursementAmount: 25, paymentInstrumentId: account };
    assert.equal((await api.post(`${loan.path}/reimburse`, body)).status, 201);
  });

  test('by up to 1.00 waits until somebody asks', async () => {
    const one = await overpaid(goodNumber, 1);
    await one.loan.at('2027-04-10T14:00:00Z');
    await moveClock(api, '2027-04-10T15:00:00Z');
    assert.deepEqual([await one.back(), await needed(one)], [[], []]);
  });

  test('is not touched by a company that has switched it off, and is told when six months are over', async () => {
    await api.put('/companies/current', { refundsCreditsUnasked: false });
    const one = await overpaid();
    await one.loan.at('2027-09-10T14:00:00Z');
    await moveClock(api, '2027-09-10T15:00:00Z');
    assert.deepEqual([await one.back(), await needed(one)], [[], []]);
    await moveClock(api, '2027-09-11T15:00:00Z');
    const [event, ...more] = await needed(one);
    assert.deepEqual(more, []);
    const { reason, amount, creditSince, isEffortDue } = event as Shown;
    assert.deepEqual([reason, amount, creditSince, isEffortDue], ['switchedOff', 25, '2027-03-10', true]);
  });

  test('goes to another verified account when that one is not active any more, else a person is told once', async () => {
    const one = await overpaid();
    const { loan, account } = one;
    const other = await anOwnAccount(api, loan, '900000000029');
    await api.put(`/people/${loan.personId}/payment-instruments/${account}`, { status: 'inactive' });
    await moveClock(api, '2027-03-17T12:01:00Z');
    assert.deepEqual(
      (await one.back()).map(({ paymentDetails }) => paymentDetails.toInstrumentId),
      [other],
    );
    const without = await overpaid();
    await api.put(`/people/${without.loan.personId}/payment-instruments/${without.account}`, { status: 'inactive' });
    await without.loan.at('2027-04-17T11:00:00Z');
    await moveClock(api, '2027-04-17T12:00:00Z');
    assert.deepEqual(await without.back(), []);
    assert.deepEqual(
      (await needed(without)).map(({ reason, isEffortDue }) => [reason, isEffortDue]),
      [['noAccount', false]],
    );
  });

  test('waits for a second person above the amount, and is not sent again when that one says no', async () => {
    const one = await overpaid(goodNumber, 600);
    await moveClock(api, '2027-03-17T12:01:00Z');
    const [waiting] = await one.back();
    assert.deepEqual([waiting?.status, waiting?.waitsFor], ['scheduled', 'approval']);
    const path = `/people/${one.loan.personId}/payment-approvals/${waiting?.paymentApprovalId}`;
    assert.equal((await api.get(path)).body.data.orderedByType, 'system');
    assert.equal((await api.post(`${path}/reject`, {})).status, 200);
    await one.loan.at('2027-04-17T11:00:00Z');
    await moveClock(api, '2027-04-17T12:00:00Z');
    assert.deepEqual(
      (await one.back()).map(({ status }) => status),
      ['canceled'],
    );
    assert.deepEqual(
      (await needed(one)).map(({ reason }) => reason),
      ['noAccount'],
    );
  });
});
