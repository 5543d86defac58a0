// A borrower asks in writing for what the loan owes them: received on Friday 2027-03-12, it is to be paid back by Tuesday
// the 23rd, the seventh business day after. The money is safe at the end of Monday the 15th, so that it goes out on
// Tuesday the 16th at 08:00 in New York, 12:00 UTC.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Shown } from './support/begun-loan.ts';
import { eventually } from './support/eventually.ts';
import { type Answer, type Client, useHouse } from './support/house.ts';
import { anOverpaidLoan, anOwnAccount, goodNumber, type Overpaid } from './support/overpaid.ts';
import { refusedAt } from './support/refusals.ts';
import { moveClock } from './support/test-clock.ts';
import { told } from './support/told.ts';

describe('a written request for a credit', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  beforeEach(async () => {
    api = (await aCompany()).test;
  });

  const list = ({ loan }: Overpaid): string => `${loan.path}/credit-refund-requests`;
  const ask = (one: Overpaid, body: object = {}): Promise<Answer> => api.post(list(one), body);
  const asked = (one: Overpaid, body: object = {}): Promise<Shown> => api.made(list(one), body);
  const read = async (one: Overpaid, { id }: Shown): Promise<Shown> => (await api.get(`${list(one)}/${id}`)).body.data;
  const toldOf = async ({ loan }: Overpaid): Promise<string[]> =>
    (await told(house(), api, `loanId=${loan.id}`))
      .map(({ eventType }) => eventType as string)
      .filter((type) => type.startsWith('loan.credit.refund.'))
      .map((type) => type.replace('loan.credit.refund.', ''));
  const until = async ({ loan }: Overpaid, at: string): Promise<void> => {
    await loan.at(new Date(Date.parse(at) - 3_600_000).toISOString());
    await moveClock(api, at);
  };

  test('has its seventh business day, and is paid back as soon as the money is safe', async () => {
    const one = await anOverpaidLoan(api);
    await moveClock(api, '2027-03-12T15:00:00Z');
    const request = await asked(one);
    assert.deepEqual(
      [request.status, request.amount, request.receivedOn, request.dueOn, request.isOverdue],
      ['open', 25, '2027-03-12', '2027-03-23', false],
    );
    await moveClock(api, '2027-03-16T11:59:00Z');
    assert.deepEqual(await one.back(), [], 'the debit may come back until Monday is over');
    await moveClock(api, '2027-03-16T12:02:00Z');
    const [sent] = await one.back();
    assert.deepEqual([sent?.actualAmount, sent?.paymentDetails.toInstrumentId], [25, one.account]);
    const paid = await read(one, request);
    assert.deepEqual([paid.status, paid.reimbursementIds], ['fulfilled', [sent?.id]]);
    await moveClock(api, '2027-03-26T15:00:00Z');
    assert.equal((await one.back()).length, 1, 'and once');
    assert.deepEqual(await toldOf(one), ['requested', 'fulfilled']);
    assert.deepEqual((await api.get(list(one))).body.data, [await read(one, request)]);
  });

  test('is paid back by a company that pays back nothing unasked, also a part, and a credit of up to 1.00', async () => {
    await api.put('/companies/current', { refundsCreditsUnasked: false });
    const [part, little] = [await anOverpaidLoan(api), await anOverpaidLoan(api, goodNumber, 1)];
    await asked(part, { amount: 10 });
    await asked(little);
    await moveClock(api, '2027-03-16T12:02:00Z');
    const paid = async (one: Overpaid) => (await one.back()).map(({ actualAmount }) => actualAmount);
    assert.deepEqual([await paid(part), await paid(little)], [[10], [1]]);
  });

  test('that cannot be paid back is told at once, and again when the seven days are over; a person does it', async () => {
    const one = await anOverpaidLoan(api);
    const instruments = `/people/${one.loan.personId}/payment-instruments`;
    await api.put(`${instruments}/${one.account}`, { status: 'inactive' });
    const request = await asked(one, { receivedOn: '2027-03-10' });
    assert.equal(request.dueOn, '2027-03-19');
    await until(one, '2027-03-16T13:00:00Z');
    assert.deepEqual(await toldOf(one), ['requested', 'needed']);
    await until(one, '2027-03-19T20:00:00Z');
    assert.equal((await read(one, request)).isOverdue, false, 'its last day is not over');
    await until(one, '2027-03-22T13:00:00Z');
    assert.equal((await read(one, request)).isOverdue, true);
    assert.equal((await toldOf(one)).filter((type) => type === 'overdue').length, 1);
    const byCheck = { reimbursementAmount: 25, isExternal: true, paymentInstrumentType: 'check' };
    await api.made(`${one.loan.path}/reimburse`, byCheck);
    await until(one, '2027-03-23T13:00:00Z');
    const { status, isOverdue, timestamps } = await read(one, request);
    assert.deepEqual([status, isOverdue], ['fulfilled', false]);
    assert.ok(timestamps.overdueAt !== null && timestamps.fulfilledAt !== null);
  });

  test('is open again when the money comes back, and lapses when the credit goes into something else', async () => {
    const one = await anOverpaidLoan(api);
    const request = await asked(one);
    const bad = await anOwnAccount(api, one.loan, '910200100025');
    await api.put(`/people/${one.loan.personId}/payment-instruments/${one.account}`, { status: 'inactive' });
    await until(one, '2027-03-17T12:00:30Z');
    await eventually('it is accepted', async () => (await one.back())[0]?.status === 'pending');
    await moveClock(api, '2027-03-17T12:02:00Z');
    const [sent] = await one.back();
    assert.equal(sent?.paymentDetails.toInstrumentId, bad);
    assert.equal((await read(one, request)).status, 'fulfilled');
    // Settled on Thursday the 18th, it comes back one banking day later, at 06:10.
    await until(one, '2027-03-22T13:00:00Z');
    assert.equal((await one.back())[0]?.status, 'failed');
    assert.equal((await read(one, request)).status, 'open');
    await api.post(`${one.loan.path}/transactions/${one.payoff.id}/reverse`, {});
    await until(one, '2027-03-24T13:00:00Z');
    assert.equal((await read(one, request)).status, 'lapsed', JSON.stringify(await one.loan.read('/balances')));
    assert.deepEqual((await toldOf(one)).at(-1), 'lapsed');
  });

  test('is refused by field: of nothing, of more than is owed, of the future or long ago, and a second one', async () => {
    const one = await anOverpaidLoan(api);
    refusedAt(await ask(one, { amount: 25.01 }), 'amount', 'AmountExceedsCredit');
    refusedAt(await ask(one, { amount: 0 }), 'amount', 'AmountExceedsCredit');
    refusedAt(await ask(one, { receivedOn: '2027-03-11' }), 'receivedOn');
    refusedAt(await ask(one, { receivedOn: '2026-03-09' }), 'receivedOn');
    const all = await Promise.all(Array.from({ length: 12 }, () => ask(one)));
    const made = all.filter(({ status }) => status === 201);
    assert.equal(made.length, 1, 'of many at once one is made');
    const second = await ask(one);
    assert.deepEqual(
      [second.status, second.body.errorType, second.body.data.creditRefundRequestId],
      [409, 'CreditRefundRequestOpen', made[0]?.body.data.id],
    );
  });
});
