// What is read of a line of credit. Numbers are worked by hand: draw A bears 18.25 % without grace, 0.50 a day for
// 1,000.00; draw B has grace. Statements are made on the first and due on the 25th.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Rate } from '@tenor/engine/values/rate.ts';
import { type Answer, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLine, type LineLife } from '../../../../../tests/support/line-life.ts';
import { aLife } from '../../../../../tests/support/loan-life.ts';
import { figureNames } from './explain-figure.ts';

type Shown = Answer['body'];

const grace = { periodsToRestore: 1, periodsToEvaluate: 1, minimumOverride: null };

describe('what is read of a line', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  /** On January 2nd 1,000.00 are bought on A, on the 10th 500.00 on B; it is February 10th. */
  async function twoDraws(): Promise<{ line: LineLife; a: string; b: string }> {
    const line = await aLine(house(), company.test);
    await line.at('2027-01-02');
    const a = await line.draw('2027-01-02', '0.1825');
    await line.buy('2027-01-02', a, 1000);
    await line.at('2027-01-10');
    const b = await line.draw('2027-01-10', '0.365', { grace });
    await line.buy('2027-01-10', b, 500);
    await line.at('2027-02-10');
    return { line, a, b };
  }

  test('balances have the limit, what is used of it, and what may still be spent', async () => {
    const { line } = await twoDraws();
    const balances = await line.read('/balances');
    // 30 days of A until the statement are 15.00; 9 days since are 4.50, which use no limit before they are billed.
    assert.deepEqual(
      [
        balances.creditLimitAmount,
        balances.utilizationAmount,
        balances.availableCreditAmount,
        balances.overLimitAmount,
      ],
      [5000, 1515, 3485, 0],
    );
    assert.equal(balances.outstandingBalances.outstandingTotalAmount, 1519.5);
    assert.equal(balances.dueBalances.dueInterestAmount, 15);
    assert.deepEqual(await line.read('/balance'), balances, 'both names read the same');
    const before = await line.read('/balances?toEffectiveDate=2027-01-01');
    assert.deepEqual([before.creditLimitAmount, before.availableCreditAmount], [5000, 5000]);
    const loan = await aLife(company, { start: '2027-03-01T15:00:00Z' });
    assert.equal((await loan.read('/balances')).creditLimitAmount, null, 'an installment loan has no limit');
  });

  test('obligations tell the grace of the line and of each draw, and the days of its checks in the version that has them', async () => {
    const { line, a, b } = await twoDraws();
    const newest = await line.api.call('GET', `${line.path}/obligations?isOpen=false`, {
      headers: { 'api-version': '2026-08-04' },
    });
    const [one] = newest.body.data.obligations;
    // 1 % of 1,000.00 with 15.00 of interest, and 1 % of 500.00.
    assert.deepEqual([one.obligationType, one.dueDate, one.obligationAmount], ['statement', '2027-02-25', 30]);
    assert.deepEqual(one.loanGracePeriod, {
      fullBalanceAmount: 1515,
      fullBalanceMinusOverdueAmount: 1515,
      totalFulfilledOnDueDateAmount: 0,
      isGracePeriodEligible: true,
    });
    const ofB = {
      drawId: b,
      fullBalanceAmount: 500,
      fullBalanceMinusOverdueAmount: 500,
      totalFulfilledOnDueDateAmount: 0,
      isGracePeriodEligible: true,
    };
    const dates = {
      dateToCheckToKeepGrace: '2027-02-26',
      dateToCheckToKeepGraceCanceledAt: null,
      dateToCheckToRestoreGrace: null,
    };
    assert.deepEqual(
      one.gracePeriod.map(({ drawId }: Shown) => drawId),
      [a, b],
    );
    assert.deepEqual(one.gracePeriod[1], { ...ofB, ...dates });
    const standard = await line.read('/obligations?isOpen=false');
    assert.deepEqual(standard.obligations[0].gracePeriod[1], ofB);
    assert.deepEqual((await line.read(`/obligations/${one.id}`)).gracePeriod[1], ofB);
    const open = await line.read('/obligations?isOpen=true');
    assert.equal(open.obligations.length, 1);
    assert.deepEqual(
      open.obligations[0].gracePeriod.map(({ drawId }: Shown) => drawId),
      [a, b],
      'what the running period would ask for has its grace too',
    );
    await line.pay(515);
    const paid = (await line.read('/obligations?isOpen=false')).obligations[0];
    assert.equal(paid.loanGracePeriod.totalFulfilledOnDueDateAmount, 515);
  });

  test('the full balance of an obligation less what is overdue, of the line and of each draw', async () => {
    const { line } = await twoDraws();
    await line.at('2027-03-10');
    const { obligations } = await line.read('/obligations?isOpen=false');
    const one = obligations.find(({ dueDate }: Shown) => dueDate === '2027-03-25');
    const told = (grace: Shown) => [grace.fullBalanceAmount, grace.fullBalanceMinusOverdueAmount];
    // 28 days more of 0.50 on each draw, as B has lost its grace; 25.00 of A and 5.00 of B are overdue.
    assert.deepEqual(one.gracePeriod.map(told), [
      [1029, 1004],
      [514, 509],
    ]);
    assert.deepEqual(told(one.loanGracePeriod), [1543, 1513]);
  });

  test('interest tells what a promo has saved, and the figure is explained', async () => {
    const line = await aLine(house(), company.test);
    await line.at('2027-01-02');
    const rates = [{ days: null, rate: '0.1825' as Rate, type: 'absolute' as const }];
    const promos = [{ days: 20, rate: '0.073' as Rate, disqualifyOverdueDays: null }];
    const draw = await line.draw('2027-01-02', '0.1825', {
      rates: { rates, promos, floor: null, cap: null, stepCap: null },
    });
    await line.buy('2027-01-02', draw, 1000);
    await line.at('2027-02-10');
    // 0.20 a day for 20 days, 7 of them in the first days asked for.
    const all = await line.read('/interest');
    assert.deepEqual([all.interestAmount, all.interestDiscountAmount], [15.5, 4]);
    assert.deepEqual(
      all.segments.map((one: Shown) => [one.rate, one.rateBeforeDiscount, one.unroundedInterestDiscountAmount]),
      [
        [0.1095, 0.1825, '4.0000000000'],
        [0.1825, 0.1825, '0.0000000000'],
        [0.1825, 0.1825, '0.0000000000'],
      ],
    );
    const days = await line.read(`/interest?drawId=${draw}&fromEffectiveDate=2027-01-15&toEffectiveDate=2027-01-31`);
    assert.equal(days.interestDiscountAmount, 1.4);
    const { interestAndFeesAmounts } = await line.read('/balances');
    assert.equal(interestAndFeesAmounts.interestDiscountTotalAmount, 4);
    const { amount, parts } = await line.read('/explain?figure=interestDiscountTotalAmount');
    assert.deepEqual([amount, parts.map((one: Shown) => one.amount)], [4, [4]]);
    assert.match(parts[0].sentence, /7\.300 % less on \$1,?000\.00 a day/);
  });

  test('interest is that of the line, or of one draw', async () => {
    const { line, a, b } = await twoDraws();
    const all = await line.read('/interest');
    assert.equal(all.interestAmount, 19.5);
    assert.equal((await line.read(`/interest?drawId=${a}`)).interestAmount, 19.5);
    assert.equal((await line.read(`/interest?drawId=${b}`)).interestAmount, 0, 'it has grace');
    const days = await line.read(`/interest?drawId=${a}&fromEffectiveDate=2027-01-20&toEffectiveDate=2027-01-30`);
    assert.equal(days.interestAmount, 5);
    const other = await line.api.get(`${line.path}/interest?drawId=LN-ZZZZ-ZZZZ`);
    assert.deepEqual([other.status, other.body.data.path], [404, 'drawId']);
  });

  test('the ledger is filtered by draw, and by an account of one draw or of all', async () => {
    const { line, a, b } = await twoDraws();
    const ledger = async (query: string): Promise<Shown> => (await line.api.get(`${line.path}/ledger?${query}`)).body;
    await line.api.post(`${line.path}/refresh`, {});
    const ofB = await ledger(`drawId=${b}`);
    assert.ok(ofB.data.length > 0);
    assert.ok(ofB.data.every(({ drawId, account }: Shown) => drawId === b && account.endsWith(`@${b}`)));
    assert.equal((await ledger(`drawId=${b}&account=principal.notDue`)).totals.sumAmount, 495);
    assert.equal((await ledger(`account=principal.notDue@${a}`)).totals.sumAmount, 990);
    assert.equal((await ledger('account=principal.notDue')).totals.sumAmount, 1485);
    const whole = await ledger('limit=100');
    assert.equal(whole.totals.sumAmount, 0);
    assert.ok(whole.data.some(({ drawId }: Shown) => drawId === null));
  });

  test('every figure is explained by parts that add up to it, and every posting by a sentence', async () => {
    const { line } = await twoDraws();
    await line.pay(20);
    await line.at('2027-03-10');
    await line.pay(700);
    const balances = await line.read('/balances');
    const flat: Record<string, number> = Object.assign(
      {},
      ...Object.values(balances).filter((one) => typeof one === 'object' && one !== null),
    );
    for (const figure of figureNames) {
      const { amount, parts } = await line.read(`/explain?figure=${figure}`);
      assert.equal(amount, flat[figure] ?? balances[figure], figure);
      const sum = parts.reduce((all: number, part: Shown) => all + Math.round(part.amount * 100), 0);
      assert.equal(sum, Math.round(amount * 100), figure);
      assert.ok(!parts.some(({ sentence }: Shown) => sentence.includes('by what stands in no step')), figure);
    }
    for (const { id } of (await line.api.get(`${line.path}/ledger?limit=100`)).body.data) {
      const { sentence } = await line.read(`/explain?postingId=${id}`);
      assert.match(sentence, /\$/, id);
    }
  });

  test('interest that the next check of grace will surely remove is owed by nobody, and explained', async () => {
    const line = await aLine(house(), company.test);
    // 0.1 % a day. Nothing is paid of the 1,000.00 of the first statement: grace is lost on 02-26, and February costs 28.00.
    await line.buy('2027-01-02', await line.draw('2027-01-02', '0.365', { grace }), 1000);
    await line.at('2027-03-09');
    const read = async () => {
      const [{ outstandingBalances, nonDueBalances }, { payoffAmount, perDiem }, { amount, parts }] = await Promise.all(
        [line.read('/balances'), line.read('/payoff'), line.read('/explain?figure=nonDueInterestAmount')],
      );
      assert.equal(amount, nonDueBalances.nonDueInterestAmount);
      const sums = parts.map((part: Shown) => part.amount);
      return [outstandingBalances.outstandingTotalAmount, payoffAmount, perDiem, amount, sums];
    };
    assert.deepEqual(await read(), [1036, 1036, '1.000000', 8, [8]]);
    // On 03-10 the 1,028.00 of the statement are paid: the check of 03-26 will remove the 9.00 since.
    await line.at('2027-03-10');
    await line.pay(1028);
    assert.deepEqual(await read(), [0, 0, '0.000000', 0, [9, -9]]);
    const { parts } = await line.read('/explain?figure=nonDueInterestAmount');
    assert.match(parts[1].sentence, /the next check of grace will surely remove/);
    const { unroundedAmounts } = await line.read('/balances?isRounded=false');
    assert.equal(Number(unroundedAmounts.nonDueInterestAmount), 9, 'it has accrued all the same');
    await line.at('2027-03-26');
    assert.deepEqual(await read(), [0, 0, '0.000000', 0, []]);
  });

  test('interest beyond a cap of all draws is forgone, and each figure of it is explained', async () => {
    const line = await aLine(house(), company.test);
    // No agreement takes a cap yet; terms have it.
    const text = `with touched as (update loan_standing set version = version + 1 where loan_id = $1)
      update loans set terms = jsonb_set(terms, '{interest,totalCap}', '2000') where id = $1`;
    await house().service.database.pools.test.query(text, [line.id]);
    await line.at('2027-01-10');
    const a = await line.draw('2027-01-02', '0.1825');
    await line.buy('2027-01-02', a, 1000);
    const b = await line.draw('2027-01-10', '0.365');
    await line.buy('2027-01-10', b, 500);
    await line.at('2027-02-10');
    const read = async (on: string): Promise<readonly number[]> => {
      const { interestAndFeesAmounts: of, nonDueBalances } = await line.read(`/balances?toEffectiveDate=${on}`);
      const { interestAccruedTotalAmount, forgoneInterestCapAmount, forgoneInterestRoundingAmount } = of;
      const { nonDueInterestAmount } = nonDueBalances;
      return [
        interestAccruedTotalAmount,
        nonDueInterestAmount,
        forgoneInterestCapAmount,
        forgoneInterestRoundingAmount,
      ];
    };
    const explained = async (figure: string, on: string): Promise<unknown[]> => {
      const { parts } = await line.read(`/explain?figure=${figure}&date=${on}`);
      return parts.map((one: Shown) => [one.amount, one.sentence]);
    };
    // 29 days of 0.50 on A are 14.50, so 5.50 of the 10.50 of B are below 20.00.
    assert.deepEqual(await read('2027-01-31'), [25, 20, 5, 0]);
    const beyond = 'all that accrued beyond $20.00, the cap on interest';
    assert.deepEqual(await explained('forgoneInterestCapAmount', '2027-01-31'), [
      [5, `${b}: ${beyond}: 5.0000000000 before rounding.`],
    ]);
    const ofB = (await explained('nonDueInterestAmount', '2027-01-31')).slice(1);
    assert.equal(ofB.length, 2);
    assert.deepEqual(ofB[1], [-5, `${b}: less what is beyond the cap on interest: -5.0000000000 before rounding.`]);
    // The statement books 15.00 of A and 5.00 of B's 11.00; nothing of 4.50 on each since.
    assert.deepEqual(await read('2027-02-10'), [35, 0, 15, 0]);
    const now = await explained('forgoneInterestCapAmount', '2027-02-10');
    assert.deepEqual(now, [
      [4.5, `${a}: ${beyond}: 4.5000000000 before rounding.`],
      [10.5, `${b}: ${beyond}: 10.5000000000 before rounding.`],
    ]);
  });

  test('a further rate is of all draws, or of one; each draw shows those that it agreed', async () => {
    const { line, a, b } = await twoDraws();
    const shown = async (): Promise<unknown[]> =>
      (await line.api.get(`${line.path}/rates`)).body.data.map((rate: Shown) => [
        rate.drawId,
        rate.rateType,
        rate.annualRate,
        rate.effectiveDate,
        rate.endDate,
      ]);
    assert.deepEqual(await shown(), [
      [b, 'interestRate', 0.365, '2027-01-10', null],
      [a, 'interestRate', 0.1825, '2027-01-02', null],
    ]);
    const rate = { annualRate: 0.0365, effectiveDate: '2027-02-05', replaces: true };
    const preview = await line.act('rates', { drawId: a, interestRate: rate, previewMode: true });
    assert.deepEqual([preview.rates[0].id, preview.rates[0].drawId], [null, a]);
    assert.equal((await shown()).length, 2, 'a preview leaves nothing behind');
    await line.act('rates', { drawId: a, interestRate: rate });
    assert.deepEqual(await shown(), [
      [a, 'interestRate', 0.0365, '2027-02-05', null],
      [b, 'interestRate', 0.365, '2027-01-10', null],
      [a, 'interestRate', 0.1825, '2027-01-02', '2027-02-04'],
    ]);
    // 4 days of 0.50 and 5 of 0.10 since the statement.
    assert.equal((await line.read('/balances')).nonDueBalances.nonDueInterestAmount, 2.5);
    await line.act('rates', { promoRate: { annualRate: 0.01, effectiveDate: '2027-02-10' } });
    assert.deepEqual((await shown())[0], [null, 'promoRate', 0.01, '2027-02-10', null]);
    const other = await line.api.post(`${line.path}/rates`, { drawId: 'LN-ZZZZ-ZZZZ', interestRate: rate });
    assert.equal(other.status, 404);
  });

  test('payoff, fees, expected payments, lock status and refresh answer as for any loan', async () => {
    const { line } = await twoDraws();
    const payoff = await line.read('/payoff');
    assert.deepEqual([payoff.payoffAmount, payoff.perDiem], [1519.5, '0.500000']);
    await line.at('2027-03-02');
    const [fee] = (await line.api.get(`${line.path}/fees`)).body.data;
    assert.equal(fee, undefined, 'the loan type has no late fee');
    assert.deepEqual(await line.read('/expected-payments'), { count: 0, expectedPayments: [] });
    assert.equal((await line.read('/lock-status')).isLocked, false);
    assert.equal((await line.api.post(`${line.path}/refresh`, {})).status, 201);
  });
});
