// A year of autopay on both products, day by day through closed days and both changes of the clocks; and what else comes
// in between: payments by hand, a payoff, a freeze, an erased borrower.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { aLine } from './support/a-line.ts';
import { aDraw } from './support/begun-line.ts';
import { beginLoan } from './support/begun-loan.ts';
import { type Client, useHouse } from './support/house.ts';
import { anAccountOf, aPayer, eventsOf, good, inShort, transactionsOf } from './support/payer.ts';
import { moveClock, setClock } from './support/test-clock.ts';
import { told } from './support/told.ts';

let api: Client;

describe('a year of autopay', () => {
  const { house, aCompany } = useHouse();
  beforeEach(async () => {
    api = (await aCompany()).test;
  });

  /** 7,500.00 at 11.49 %, twelve payments of 666.05 on the 15th, from 2027-04-15 on. */
  const exampleA = () =>
    beginLoan(api, {
      start: '2027-03-09T17:00:00Z',
      agreed: {
        amountFinanced: 7500,
        interestRates: [{ rate: 0.1149 }],
        paymentFrequency: 'monthly',
        specificDays: [15],
        duration: 12,
        bufferToPushOutSchedule: 20,
      },
    });

  test('takes each payment of a loan on its due date, whatever day banks are open', async () => {
    const loan = await exampleA();
    const paymentInstrumentId = await anAccountOf(api, loan, good);
    const { schedule } = await api.made(`${loan.path}/autopay`, { amountType: 'dueAmount', paymentInstrumentId });
    const shown = schedule.map(
      (one: Record<string, unknown>) =>
        `${one.date} ${one.entryDate} ${one.amount} ${String(one.cancelableUntil).slice(0, 16)}`,
    );
    // Half an hour before 16:00 in New York: 19:30 in summer, 20:30 from 2027-11-07 to 2028-03-12.
    assert.deepEqual(shown, [
      '2027-04-15 2027-04-15 666.05 2027-04-14T19:30',
      '2027-05-15 2027-05-17 666.05 2027-05-14T19:30',
      '2027-06-15 2027-06-15 666.05 2027-06-14T19:30',
      '2027-07-15 2027-07-15 666.05 2027-07-14T19:30',
      '2027-08-15 2027-08-16 666.05 2027-08-13T19:30',
      '2027-09-15 2027-09-15 666.05 2027-09-14T19:30',
      '2027-10-15 2027-10-15 666.05 2027-10-14T19:30',
      '2027-11-15 2027-11-15 666.05 2027-11-12T20:30',
      '2027-12-15 2027-12-15 666.05 2027-12-14T20:30',
      '2028-01-15 2028-01-18 666.05 2028-01-14T20:30',
      '2028-02-15 2028-02-15 666.05 2028-02-14T20:30',
      '2028-03-15 2028-03-15 666 2028-03-14T19:30',
    ]);
    const quarters = ['2027-06-20', '2027-09-20', '2027-12-20', '2028-03-20'];
    for (const date of quarters) await moveClock(api, `${date}T15:00:00Z`);
    // Eleven of 666.05 and the last one: 7,992.55.
    assert.deepEqual(
      await inShort(api, loan),
      schedule.map((one: { date: string; amount: number }) => `${one.date} ${one.amount.toFixed(2)} succeeded`),
    );
    assert.equal((await loan.read()).status, 'paidOff');
    const types = (await told(house(), api, `loanId=${loan.id}`)).map(({ eventType }) => eventType);
    assert.deepEqual(
      types.filter((type) => ['loan.overdue', 'autopay.payment.canceled', 'autopay.payment.announced'].includes(type)),
      [],
    );
  });

  test('shows shares of a due date to the cent, and the due date that it comes too late for', async () => {
    const loan = await exampleA();
    await setClock(api, '2027-04-15T15:00:00Z');
    await api.made(`${loan.path}/transactions`, { type: 'oneTime', isExternal: true, amount: 666.05 });
    const paymentInstrumentId = await anAccountOf(api, loan, good);
    const preview = (body: object) =>
      api.made(`${loan.path}/autopay`, { amountType: 'dueAmount', paymentInstrumentId, previewMode: true, ...body });
    const days = ({ schedule }: { schedule: { date: string; amount: number }[] }) =>
      schedule.map(({ date, amount }) => `${date} ${amount}`);
    assert.deepEqual(days(await preview({ offsetFromDueDate: [-14, 0] })).slice(0, 3), [
      '2027-05-01 333.03',
      '2027-05-15 333.02',
      '2027-06-01 333.03',
    ]);
    assert.deepEqual((await preview({ offsetFromDueDate: [] })).offsetFromDueDate, [0]);
    const fridays = { isAlignedToDueDates: false, paymentFrequency: 'weekly', specificDays: [5] };
    assert.deepEqual(days(await preview(fridays)).slice(0, 9), [
      ...['2027-04-16 133.21', '2027-04-23 133.21', '2027-04-30 133.21', '2027-05-07 133.21', '2027-05-14 133.21'],
      ...['2027-05-21 166.52', '2027-05-28 166.51', '2027-06-04 166.51', '2027-06-11 166.51'],
    ]);
    // What was due on April 15th is paid, and the release for May 15th is over.
    await setClock(api, '2027-05-14T20:00:00Z');
    const { uncoveredDueDate, uncoveredAmount } = await preview({});
    assert.deepEqual([uncoveredDueDate, uncoveredAmount], ['2027-05-15', 666.05]);
    // The first half of it would have been released on April 30th: the second takes all of it.
    await setClock(api, '2027-05-13T20:00:00Z');
    const halves = await preview({ offsetFromDueDate: [-14, 0] });
    assert.deepEqual([halves.uncoveredDueDate, days(halves)[0]], [null, '2027-05-15 666.05']);
  });

  test('pays the minimum of every statement of a line, so that nothing is ever late', async () => {
    await setClock(api, '2026-02-10T15:00:00Z');
    const line = await aLine(api);
    const draw = await aDraw(api, line.path);
    await api.made(`${draw}/purchases?sync=true`, { amount: 1_000, status: 'settled' });
    const paymentInstrumentId = await anAccountOf(api, line, good);
    await api.made(`${line.path}/autopay`, { amountType: 'statementMinimumAmount', paymentInstrumentId });
    const quarters = ['2026-05-20', '2026-08-20', '2026-11-20', '2027-02-20'];
    for (const date of quarters) await moveClock(api, `${date}T15:00:00Z`);
    const debits = await transactionsOf(api, line);
    const { obligations } = (await api.get(`${line.path}/obligations`)).body.data;
    const due = obligations.filter(({ dueDate }: { dueDate: string }) => dueDate < '2027-02-20');
    assert.equal(due.length, 12);
    assert.deepEqual(
      debits.map(({ timestamps, actualAmount }) => `${timestamps.effectiveDate} ${actualAmount}`).toSorted(),
      due
        .map((one: { dueDate: string; obligationAmount: number }) => `${one.dueDate} ${one.obligationAmount}`)
        .toSorted(),
    );
    assert.ok(debits.every(({ status }) => status === 'succeeded' || status === 'pending'));
    assert.deepEqual(await eventsOf(house(), api, line, 'loan.overdue'), []);
  });
});

describe('autopay, and what comes in between', () => {
  const { house, aCompany } = useHouse();
  beforeEach(async () => {
    api = (await aCompany()).test;
  });
  const agreed = async () => {
    const payer = await aPayer(api);
    const { autopay, paymentInstrumentId } = payer;
    return { ...payer, plan: await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId }) };
  };

  test('a payment by hand after the release stands beside the debit, and lowers the next one', async () => {
    const { loan } = await agreed();
    // The debit of Sunday, February 1st was released on Friday at 15:30.
    await moveClock(api, '2026-01-30T21:00:00Z');
    await loan.pay(300, { enablePrepayments: true });
    await moveClock(api, '2026-03-03T15:00:00Z');
    assert.deepEqual((await inShort(api, loan)).map((one) => one.slice(0, 17)).toSorted(), [
      '2026-01-30 300.00',
      '2026-02-01 500.00',
      '2026-03-01 200.00',
    ]);
  });

  test('a payoff leaves out the debit that is in transit, and ends the plan once all of it is safe', async () => {
    const { loan, autopay, paymentInstrumentId } = await agreed();
    await moveClock(api, '2026-01-30T21:00:00Z');
    // 3,650.00 and a dollar a day for 29 days; with the 500.00 on the way 3,179.00 are left.
    assert.equal(await loan.owed(), 3_679);
    const payoff = (amount: number) =>
      api.post(`${loan.path}/transactions`, { type: 'oneTime', amount, paymentInstrumentId });
    const all = await payoff(3_679);
    assert.deepEqual([all.status, all.body.errorType], [400, 'AmountExceedsOutstanding']);
    const { expected } = all.body.data;
    const left = Number(/\d+\.\d\d/.exec(expected)?.[0]);
    assert.equal(left, 3_179, expected);
    assert.equal((await payoff(left)).status, 201);
    await moveClock(api, '2026-03-10T15:00:00Z');
    // The 500.00 count on Sunday: the interest of two days on them, 0.27, is left to autopay.
    assert.deepEqual((await inShort(api, loan)).map((one) => one.slice(11)).toSorted(), [
      '0.27 succeeded',
      '3179.00 succeeded',
      '500.00 succeeded',
    ]);
    assert.deepEqual([(await loan.read()).status, await loan.owed()], ['paidOff', 0]);
    assert.equal((await api.get(autopay)).status, 404);
  });

  test('an unfreeze moves due dates under a payment that is scheduled; the schedule is told once for each change', async () => {
    const { loan, autopay, plan, paymentInstrumentId } = await agreed();
    const scheduled = { type: 'oneTime', amount: 100, scheduledDate: '2026-02-20', enablePrepayments: true };
    await api.made(`${loan.path}/transactions`, { ...scheduled, paymentInstrumentId });
    await loan.at('2026-01-10');
    await api.made(`${loan.path}/freeze`, {});
    await moveClock(api, '2026-02-15T15:00:00Z');
    const changes = () => eventsOf(house(), api, loan, 'autopay.schedule.changed');
    assert.equal((await changes()).length, 1);
    await api.made(`${loan.path}/unfreeze`, { shiftDueDates: true });
    await moveClock(api, '2026-02-16T15:00:00Z');
    assert.equal((await changes()).length, 2);
    const { schedule } = (await api.get(autopay)).body.data;
    // February's is dropped, and a date is added at the end.
    assert.deepEqual([plan.schedule[0].date, schedule[0].date], ['2026-02-01', '2026-03-01']);
    assert.ok(schedule.at(-1).date > plan.schedule.at(-1).date);
    await moveClock(api, '2026-03-03T15:00:00Z');
    assert.deepEqual((await inShort(api, loan)).map((one) => one.slice(0, 17)).toSorted(), [
      '2026-02-20 100.00',
      '2026-03-01 400.00',
    ]);
  });

  test('a borrower who is erased is debited no more', async () => {
    const { loan, plan } = await agreed();
    const { service } = house();
    await erasePersonByHand(service, api.realm, loan.personId, { evenWithOpenLoans: true });
    await moveClock(api, '2026-02-10T15:00:00Z');
    const { test: pool } = service.database.pools;
    const { rows } = await pool.query('select status, stopped_reason from autopay_plans where id = $1', [plan.id]);
    assert.deepEqual(rows, [{ status: 'canceled', stopped_reason: 'authorizationRevoked' }]);
    const made = await pool.query('select 1 from transactions where loan_id = $1', [loan.id]);
    assert.equal(made.rowCount, 0);
  });
});
