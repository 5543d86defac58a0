// Autopay from the agreement to its end, by the real way: plan, order, worker, simulator, notice, books.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { aLine as aLineOfCredit } from './support/a-line.ts';
import { aDraw } from './support/begun-line.ts';
import type { Shown } from './support/begun-loan.ts';
import { type Client, type House, useHouse } from './support/house.ts';
import { anAccount } from './support/instruments.ts';
import * as payer from './support/payer.ts';
import { good, notAuthorised, withoutFunds } from './support/payer.ts';
import type { RoundLoan } from './support/round-loan.ts';
import { moveClock, setClock } from './support/test-clock.ts';

let api: Client;
let house: () => House;

const aPayer = (account = payer.good) => payer.aPayer(api, account);
const anAccountOf = (loan: RoundLoan, account: string) => payer.anAccountOf(api, loan, account);
const transactionsOf = (loan: RoundLoan) => payer.transactionsOf(api, loan);
const inShort = (loan: RoundLoan) => payer.inShort(api, loan);
const eventsOf = (loan: RoundLoan, type: string) => payer.eventsOf(house(), api, loan, type);

const inDays = (at: string, days: number): string => new Date(Date.parse(at) + days * 86_400_000).toISOString();

describe('autopay', () => {
  const used = useHouse();
  house = used.house;
  // Each with a clock of its own: no test works on the loans of another.
  beforeEach(async () => {
    api = (await used.aCompany()).test;
  });

  test('takes what comes due on each due date, and ends with the loan', async () => {
    const { loan, autopay, paymentInstrumentId } = await aPayer();
    const plan = await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId });
    assert.deepEqual([plan.status, plan.type, plan.schedule.length], ['active', 'dueAmount', 8]);
    // February 1st 2026 is a Sunday: the money moves on Monday, and counts on Sunday.
    const { date, entryDate, amount, principalAmount, interestAmount } = plan.schedule[0];
    assert.deepEqual(
      [date, entryDate, amount, principalAmount, interestAmount],
      [...['2026-02-01', '2026-02-02', 500, 469, 31]],
    );
    assert.equal((await loan.read()).current.autopayEnabled, true);
    await moveClock(api, '2026-01-30T15:00:00Z');
    assert.deepEqual(await inShort(loan), []);
    await moveClock(api, '2026-03-15T15:00:00Z');
    assert.deepEqual(await inShort(loan), ['2026-02-01 500.00 succeeded', '2026-03-01 500.00 succeeded']);
    const [first] = await transactionsOf(loan);
    assert.deepEqual([first.autopayPlanId, first.paymentDetails.reason, first.isExternal], [plan.id, 'autoPay', false]);
    assert.deepEqual(first.autopayPaymentIds, [plan.schedule[0].id]);
    await moveClock(api, '2026-09-20T15:00:00Z');
    const all = await inShort(loan);
    assert.equal(all.length, 8);
    assert.deepEqual(
      all.slice(0, 7).map((one) => one.slice(11)),
      Array(7).fill('500.00 succeeded'),
    );
    assert.equal(await loan.owed(), 0);
    assert.equal((await api.get(autopay)).status, 404);
    const [ended] = await eventsOf(loan, 'autopay.schedule.cancel');
    assert.equal(ended.reason, 'loanPaidOff');
    assert.equal((await loan.read()).current.autopayEnabled, false);
  });

  test('asks for what a payment by hand has left, and for nothing where nothing is due', async () => {
    const { loan, autopay, paymentInstrumentId } = await aPayer();
    await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId });
    await loan.at('2026-01-20');
    await loan.pay(300, { enablePrepayments: true });
    await moveClock(api, '2026-02-10T15:00:00Z');
    assert.deepEqual(await inShort(loan), ['2026-01-20 300.00 succeeded', '2026-02-01 200.00 succeeded']);
    await loan.pay(500, { enablePrepayments: true });
    await moveClock(api, '2026-03-10T15:00:00Z');
    assert.equal((await inShort(loan)).length, 3);
    const [canceled] = await eventsOf(loan, 'autopay.payment.canceled');
    assert.deepEqual([canceled.date, canceled.reason], ['2026-03-01', 'nothingDue']);
  });

  test('stops after two payments in a row without funds, and goes on when the borrower agrees again', async () => {
    const { loan, autopay, paymentInstrumentId } = await aPayer(withoutFunds);
    await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId });
    await moveClock(api, '2026-03-20T15:00:00Z');
    const firsts = (await transactionsOf(loan)).filter(({ retryAttempt }) => retryAttempt === null);
    assert.deepEqual(
      firsts.map(({ status, achReturnCode }) => [status, achReturnCode]),
      [
        ['failed', 'R01'],
        ['failed', 'R01'],
      ],
    );
    const { status, pauseReason, schedule } = (await api.get(autopay)).body.data;
    assert.deepEqual([status, pauseReason, schedule], ['paused', 'failedTwice', []]);
    assert.equal((await loan.read()).current.autopayEnabled, false);
    const again = await anAccountOf(loan, good);
    const plan = await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId: again });
    assert.deepEqual([plan.status, plan.schedule[0].date], ['active', '2026-04-01']);
    await moveClock(api, '2026-04-10T15:00:00Z');
    // With it come due the late fee of 15.00 and the 20.00 for the payment that came back in March.
    assert.equal((await inShort(loan)).at(-1), '2026-04-01 535.00 succeeded');
  });

  test('ends when the bank says that nobody authorised it', async () => {
    const { loan, autopay, paymentInstrumentId } = await aPayer(notAuthorised);
    await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId });
    await moveClock(api, '2026-03-25T15:00:00Z');
    assert.match((await inShort(loan))[0] as string, /^2026-02-01 500.00 chargeback$/);
    assert.equal((await api.get(autopay)).status, 404);
    const [ended] = await eventsOf(loan, 'autopay.schedule.cancel');
    assert.equal(ended.reason, 'unauthorized');
  });

  test('takes nothing without the authorization that was revoked', async () => {
    const { loan, autopay, paymentInstrumentId } = await aPayer();
    const { paymentAuthorizationId } = await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId });
    await api.made(`/people/${loan.personId}/payment-authorizations/${paymentAuthorizationId}/revoke`, {});
    await moveClock(api, '2026-02-10T15:00:00Z');
    assert.deepEqual(await inShort(loan), []);
    assert.equal((await eventsOf(loan, 'autopay.schedule.cancel'))[0].reason, 'authorizationRevoked');
  });

  test('asks for nothing while the loan is frozen, and goes on after it', async () => {
    const { loan, autopay, paymentInstrumentId } = await aPayer();
    await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId });
    await loan.at('2026-01-10');
    await api.made(`${loan.path}/freeze`, {});
    await moveClock(api, '2026-03-05T15:00:00Z');
    assert.deepEqual(await inShort(loan), []);
    assert.deepEqual((await api.get(autopay)).body.data.schedule, []);
    await api.made(`${loan.path}/unfreeze`, {});
    assert.equal((await api.get(autopay)).body.data.schedule[0].date, '2026-04-01');
    await moveClock(api, '2026-04-10T15:00:00Z');
    // 500.00, and the late fees of the two dates that came due at the end of the freeze.
    assert.deepEqual(await inShort(loan), ['2026-04-01 530.00 succeeded']);
    assert.ok((await eventsOf(loan, 'autopay.schedule.changed')).length > 0);
    assert.deepEqual(await eventsOf(loan, 'autopay.payment.canceled'), []);
  });

  test('previews without keeping, says which due date is too near, and exists once', async () => {
    const { loan, autopay, paymentInstrumentId } = await aPayer();
    await loan.at('2026-01-30T23:00:00Z');
    const agreed = { amountType: 'dueAmount', paymentInstrumentId };
    const preview = (await api.post(autopay, { ...agreed, previewMode: true })).body.data;
    assert.deepEqual([preview.id, preview.uncoveredDueDate, preview.uncoveredAmount], [null, '2026-02-01', 500]);
    assert.equal((await api.get(autopay)).status, 404);
    const plan = await api.made(autopay, agreed);
    assert.deepEqual(
      plan.schedule,
      preview.schedule.map((one: Shown, i: number) => ({ ...one, id: plan.schedule[i].id })),
    );
    const twice = await api.post(autopay, agreed);
    assert.deepEqual([twice.status, twice.body.errorType], [400, 'AutopayExists']);
    const ended = await api.call('DELETE', `${autopay}?cancelReason=moved`);
    assert.deepEqual([ended.status, ended.body.data.status, ended.body.data.cancelReason], [200, 'canceled', 'moved']);
    assert.equal((await api.call('DELETE', autopay)).status, 404);
  });

  test('refuses by field what no plan can be', async () => {
    const { autopay, paymentInstrumentId } = await aPayer();
    const refused = async (body: object): Promise<string> => {
      const answer = await api.post(autopay, { amountType: 'dueAmount', paymentInstrumentId, ...body });
      assert.equal(answer.status, 400, JSON.stringify(answer.body));
      return answer.body.data.path;
    };
    assert.deepEqual(
      [
        await refused({ amountType: 'statementBalanceAmount' }),
        await refused({ amountType: 'dueAmountPlusExtra' }),
        await refused({ extraAmount: 10 }),
        await refused({ amountType: 'fixedAmount' }),
        await refused({ amountType: 'fixedAmount', amount: 499.99 }),
        await refused({ isAlignedToDueDates: false }),
        await refused({ isAlignedToDueDates: false, paymentFrequency: 'weekly', specificDays: [9] }),
        await refused({ specificDays: [5] }),
        await refused({ offsetFromDueDate: [-28] }),
        await refused({ offsetFromDueDate: [-1, -1] }),
        await refused({ amountMax: 0 }),
      ],
      [
        ...['amountType', 'extraAmount', 'extraAmount', 'amount', 'amount', 'paymentFrequency', 'specificDays'],
        ...['specificDays', 'offsetFromDueDate[0]', 'offsetFromDueDate', 'amountMax'],
      ],
    );
  });

  test('shares what is due among days of its own, and takes no more than was agreed', async () => {
    const { loan, autopay, paymentInstrumentId } = await aPayer();
    const agreed = { amountType: 'dueAmount', paymentInstrumentId, offsetFromDueDate: [0, -14], amountMax: 200 };
    await api.made(autopay, agreed);
    await moveClock(api, '2026-02-10T15:00:00Z');
    assert.deepEqual(await inShort(loan), ['2026-01-18 200.00 succeeded', '2026-02-01 200.00 succeeded']);
  });

  test('takes the minimum of each statement of a line, less what was paid since', async () => {
    await setClock(api, '2026-02-10T15:00:00Z');
    const { path, personId } = await aLineOfCredit(api, {}, {});
    const draw = await aDraw(api, path);
    await api.made(`${draw}/purchases?sync=true`, { amount: 1_000, status: 'settled' });
    const account = `/people/${personId}/payment-instruments`;
    const [{ id }] = await api.made(account, anAccount({ accountNumber: '900000000029' }));
    assert.equal((await api.put(`${account}/${id}`, { status: 'active', verified: true })).status, 200);
    const autopay = `${path}/autopay`;
    const agreed = { amountType: 'statementMinimumAmount', paymentInstrumentId: id };
    assert.deepEqual((await api.made(autopay, agreed)).schedule, []);
    const { now } = (await api.get('/test-clock')).body.data;
    await moveClock(api, inDays(now, 5));
    const [next] = (await api.get(autopay)).body.data.schedule;
    const [{ obligationAmount, dueDate }] = (await api.get(`${path}/obligations`)).body.data.obligations;
    assert.deepEqual([next.amount, next.dueDate], [obligationAmount, dueDate]);
    await api.made(`${path}/transactions`, { type: 'oneTime', isExternal: true, amount: 5 });
    await moveClock(api, inDays(now, 33));
    const taken = (await api.get(`${path}/transactions`)).body.data.filter((one: Shown) => !one.isExternal);
    assert.deepEqual(
      taken.map((one: Shown) => [one.actualAmount, one.timestamps.effectiveDate, one.status]),
      [[Math.round((obligationAmount - 5) * 100) / 100, dueDate, 'succeeded']],
    );
  });

  test('is released in time although an instrument was deleted, and then waits for the borrower', async () => {
    const { loan, autopay, paymentInstrumentId } = await aPayer();
    await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId });
    await api.call('DELETE', `/people/${loan.personId}/payment-instruments/${paymentInstrumentId}`);
    await moveClock(api, '2026-02-10T15:00:00Z');
    assert.deepEqual(await inShort(loan), []);
    const { status, pauseReason } = (await api.get(autopay)).body.data;
    assert.deepEqual([status, pauseReason], ['paused', 'instrumentInactive']);
  });

  test('ends when the loan is called in, and is not revived by taking that back', async () => {
    const { loan, autopay, paymentInstrumentId } = await aPayer();
    await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId });
    await loan.at('2026-01-10');
    await api.made(`${loan.path}/accelerate`, {});
    await moveClock(api, '2026-01-11T15:00:00Z');
    assert.equal((await api.get(autopay)).status, 404);
    assert.equal((await eventsOf(loan, 'autopay.schedule.cancel'))[0].reason, 'loanAccelerated');
    await api.made(`${loan.path}/reverse-accelerate`, {});
    await moveClock(api, '2026-02-10T15:00:00Z');
    assert.deepEqual(await inShort(loan), []);
  });

  test('goes on when a payoff that was on the way has come back', async () => {
    const { loan, autopay, paymentInstrumentId } = await aPayer();
    await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId });
    await loan.at('2026-01-20');
    const bad = await anAccountOf(loan, withoutFunds);
    await api.made(`${loan.path}/transactions`, {
      type: 'oneTime',
      amount: await loan.owed(),
      paymentInstrumentId: bad,
      retryIfReturned: false,
    });
    await moveClock(api, '2026-01-21T15:00:00Z');
    assert.equal((await loan.read()).status, 'paidOff');
    await moveClock(api, '2026-02-10T15:00:00Z');
    const all = await inShort(loan);
    assert.match(all[0] as string, /failed$/);
    assert.equal(all.at(-1), '2026-02-01 520.00 succeeded');
  });
});
