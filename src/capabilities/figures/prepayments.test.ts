// Prepayments of a portfolio, worked by hand: loans of 3,650.00 at 10 %, which is a dollar of interest a day, and 500.00 due
// on the first of each month.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { ledgerOf } from '../../../tests/support/loan-life.ts';
import { aRoundLoan, type RoundLoan } from '../../../tests/support/round-loan.ts';
import { moveClock } from '../../../tests/support/test-clock.ts';

const inCents = (amount: number): number => Math.round(amount * 100);

type Shown = Awaited<ReturnType<Client['made']>>;

describe('figures of prepayments', () => {
  const { aCompany } = useHouse();
  let api: Client;
  let pool: readonly RoundLoan[];
  let shorter: RoundLoan;
  let repaid: RoundLoan;
  let payoff: Shown;

  const rowsOf = async (months: number, asOf: string): Promise<unknown[][]> => {
    const { status, body } = await api.get(`/figures/prepayments?months=${months}&asOf=${asOf}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.rows.map((row: Shown) => Object.values(row));
  };

  before(async () => {
    api = (await aCompany()).test;
    const nextDue = { name: 'Round', payments: { prepayment: 'nextDue' } };
    const early = await aRoundLoan(api, { type: nextDue });
    const much = await aRoundLoan(api, { type: nextDue });
    shorter = await aRoundLoan(api);
    repaid = await aRoundLoan(api, { type: nextDue });
    pool = [early, much, shorter, repaid];
    await api.put('/companies/current/general-ledger/accounts', {});
    await moveClock(api, '2026-01-29T17:00:00Z');
    await early.pay(500);
    await moveClock(api, '2026-02-01T17:00:00Z');
    for (const loan of [much, shorter, repaid]) await loan.pay(500);
    await moveClock(api, '2026-02-10T17:00:00Z');
    await much.pay(1500);
    await shorter.pay(300);
    await moveClock(api, '2026-02-26T17:00:00Z');
    await early.pay(500);
    await moveClock(api, '2026-03-10T17:00:00Z');
    // The principal of 3,181.00, 24.40 and 7.84 of interest, and the late fee of 15.00.
    payoff = await repaid.pay(3228.24);
    await moveClock(api, '2026-03-30T17:00:00Z');
    await early.pay(500);
    await moveClock(api, '2026-04-05T17:00:00Z');
  });

  test('leave out payments that come some days early, and count what goes further', async () => {
    const rows = await rowsOf(3, '2026-03-31');
    assert.deepEqual(rows, [
      // All of them began in January.
      ['2026-01', 0, 0, 0, 0, 0, 0, 0, 0, null, null],
      // 3,178.00 + 3 x 3,650.00. Scheduled: what the early one pays, 500.00 less 24.37 of interest; 469.00 of each other
      // one; and of the 1,492.16 of principal in the 1,500.00 what is left beside the prepayment, 492.16. Two of the three
      // payments lie beyond that of March, and all of the 292.16 that only make the loan shorter: 1,292.16 of 11,753.21 are
      // 10.9941 %, and 1 - (1 - 0.109941)^12 is 0.752813.
      ['2026-02', 4, 14_128, 2374.79, 0, 0, 2, 1292.16, 1292.16, 1099, 7528],
      // 2,702.37 + 1,688.84 + 2,888.84 + 3,181.00. Scheduled: 476.30, nothing, 484.96 and 475.60. Paid off: 2,705.40 of
      // 9,024.19 are 29.9794 %, and 1 - (1 - 0.299794)^12 is 0.986109.
      ['2026-03', 4, 10_461.05, 1436.86, 1, 2705.4, 0, 0, 2705.4, 2998, 9861],
    ]);
  });

  test('are what the ledgers of the loans say', async () => {
    const ledgers = await Promise.all(pool.map(ledgerOf));
    const posted = ledgers.map((all) => all.filter(({ account }) => account.startsWith('principal.')));
    const sum = (which: (one: Shown) => boolean, of = posted.flat()): number =>
      of.filter(which).reduce((total, { amount }) => total + inCents(amount), 0);
    const [, february, march] = await rowsOf(3, '2026-03-31');
    for (const [month, next, row] of [
      ['2026-02', '2026-03', february],
      ['2026-03', '2026-04', march],
    ] as const) {
      const [, loans, ...amounts] = (row ?? []).map(Number);
      const [opening, scheduled, , paidOff, , part, prepaid] = amounts.map(inCents);
      const isLeaving = ({ account, effectiveDate: day }: Shown): boolean =>
        account === 'principal.notDue' && day >= month && day < next;
      const byPayment = (of: RoundLoan): number =>
        -sum((one) => isLeaving(one) && one.cause.startsWith('payment:'), posted[pool.indexOf(of)]);
      const isFebruary = month === '2026-02';
      assert.deepEqual([loans, opening], [pool.length, sum(({ effectiveDate: day }) => day < month)], month);
      // Whatever leaves "not due" is either scheduled or prepaid.
      assert.equal(Number(scheduled) + Number(prepaid), -sum(isLeaving), month);
      assert.equal(paidOff, isFebruary ? 0 : byPayment(repaid), month);
      // One has paid 2,000.00 by the end of February, and 1,000.00 come due by the end of March.
      assert.equal(part, byPayment(shorter) + (isFebruary ? 1_000_00 : 0), month);
    }
  });

  test('have a payoff that came back as less than nothing in the month in which it does', async () => {
    await repaid.change(payoff, { status: 'failed', failureReason: 'R01' });
    await moveClock(api, '2026-05-01T17:00:00Z');
    const [march, april] = await rowsOf(2, '2026-04-30');
    assert.deepEqual(march?.slice(4, 6), [1, 2705.4], 'a closed month stays as it was');
    assert.deepEqual([april?.slice(4, 6), april?.at(-1)], [[0, -2705.4], null]);
  });

  test('are the same as a file, and drawn', async () => {
    const file: string = (await api.get('/figures/prepayments/content?months=1&asOf=2026-03-31')).body;
    const head = 'month,loansCount,openingAmount,scheduledAmount,paidOffCount,paidOffAmount,partCount,partAmount';
    const row = '2026-03,4,10461.05,1436.86,1,2705.40,0,0.00,2705.40,2998,9861';
    assert.equal(file, `${head},prepaidAmount,monthlyShare,yearlyShare\r\n${row}\r\n`);
    const picture: string = (await api.get('/figures/prepayments/picture?months=1&asOf=2026-03-31')).body;
    assert.match(picture, />29\.98 %<\/text>[\s\S]*>98\.61 %<\/text>/);
  });
});
