// What autopay takes next stands on each statement: its day and its amount, as autopay itself then takes it.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { aLine } from '../../../../../tests/support/a-line.ts';
import { aDraw } from '../../../../../tests/support/begun-line.ts';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import {
  anAccountOf,
  aPayer,
  good,
  inShort,
  transactionsOf,
  withoutFunds,
} from '../../../../../tests/support/payer.ts';
import { moveClock, setClock } from '../../../../../tests/support/test-clock.ts';

describe('autopay on statements', () => {
  const { aCompany } = useHouse();
  let api: Client;
  beforeEach(async () => {
    api = (await aCompany()).test;
  });

  /** The active statements, oldest first: each with its day, its version, and what autopay takes next. */
  async function statements(path: string): Promise<Shown[]> {
    const { data } = (await api.get(`${path}/statements?sortBy=statementDate`)).body;
    const details = await Promise.all(data.map(({ id }: Shown) => api.get(`${path}/statements/${id}/details`)));
    return details.map(({ body }) => body.data);
  }
  const onThem = async (path: string): Promise<Shown[][]> =>
    (await statements(path)).map((one) => [one.statementDate, one.nextAutopayDate, one.nextAutopayAmount]);

  test('of a loan: the payment that is on its way on the due date, and nothing without autopay', async () => {
    const { loan, autopay, paymentInstrumentId } = await aPayer(api);
    await moveClock(api, '2026-02-01T17:00:00Z');
    // Nobody has agreed to autopay yet. 500.00 of February are paid by hand.
    await loan.pay(500);
    await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId });
    // March 1st is a Sunday: it was ordered on the Friday before, and counts on its day.
    await moveClock(api, '2026-03-02T17:00:00Z');
    assert.deepEqual(await onThem(loan.path), [
      ['2026-02-01', null, null],
      ['2026-03-01', '2026-03-01', 500],
    ]);
    assert.match((await inShort(api, loan)).at(-1) as string, /^2026-03-01 500\.00 /);
  });

  test('of a loan whose statements come before the due date: what comes due less what was paid', async () => {
    const type = { payments: { prepayment: 'shorten', statementDaysBeforeDue: 20 } };
    const { loan, autopay, paymentInstrumentId } = await aPayer(api, good, { type });
    await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId });
    await setClock(api, '2026-01-10T17:00:00Z');
    await loan.pay(120, { enablePrepayments: true });
    // The statement of January 12th asks for 500.00 on February 1st: autopay takes the 380.00 that are left.
    await moveClock(api, '2026-01-12T17:00:00Z');
    assert.deepEqual(await onThem(loan.path), [['2026-01-12', '2026-02-01', 380]]);
    await moveClock(api, '2026-02-03T17:00:00Z');
    assert.match((await inShort(api, loan)).at(-1) as string, /^2026-02-01 380\.00 /);
    // What was said stays, also when the past changes: the next version of the old statement says what the old one said.
    await loan.pay(10, { effectiveDate: '2026-01-05' });
    await moveClock(api, '2026-02-04T17:00:00Z');
    const [first] = await statements(loan.path);
    assert.deepEqual([first.version > 1, first.nextAutopayDate, first.nextAutopayAmount], [true, '2026-02-01', 380]);
  });

  test('of a line: the minimum of the statement, on its due date, and what is left of it when it is asked for again', async () => {
    await setClock(api, '2027-01-01T17:00:00Z');
    const { path, personId } = await aLine(api, { specificDays: [1, 25] });
    const draw = await aDraw(api, path);
    await api.made(`${draw}/purchases?sync=true`, { amount: 1_000, status: 'settled' });
    const paymentInstrumentId = await anAccountOf(api, { personId }, '900000000029');
    await api.made(`${path}/autopay`, { amountType: 'statementMinimumAmount', paymentInstrumentId });
    await moveClock(api, '2027-02-01T17:00:00Z');
    const [first] = await statements(path);
    assert.deepEqual([first.nextAutopayDate, first.nextAutopayAmount], [first.paymentDueDate, first.minimumAmountDue]);
    assert.ok(first.minimumAmountDue > 5);
    await api.made(`${path}/transactions`, { type: 'oneTime', isExternal: true, amount: 5 });
    const again = await api.made(`${path}/periods/${first.periodId}/generate-statement`, {});
    const { data } = (await api.get(`${path}/statements/${again.id}/details`)).body;
    const left = Math.round((first.minimumAmountDue - 5) * 100) / 100;
    assert.deepEqual([data.version, data.nextAutopayDate, data.nextAutopayAmount], [2, first.paymentDueDate, left]);
    await moveClock(api, '2027-02-27T17:00:00Z');
    const taken = (await transactionsOf(api, { path })).filter(({ isExternal }) => !isExternal);
    assert.deepEqual(
      taken.map(({ actualAmount, timestamps }) => [actualAmount, timestamps.effectiveDate]),
      [[left, first.paymentDueDate]],
    );
  });

  test('say nothing of a plan that has stopped', async () => {
    const { loan, autopay, paymentInstrumentId } = await aPayer(api, withoutFunds);
    await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId });
    await moveClock(api, '2026-04-01T17:00:00Z');
    assert.equal((await api.get(autopay)).body.data.status, 'paused');
    assert.deepEqual((await onThem(loan.path)).at(-1), ['2026-04-01', null, null]);
  });
});
