// The bills of a line over HTTP, and that a statement went out. 1,000.00 are bought on January 2nd at 18.25 % without
// grace: 0.50 a day. Statements are made on the first, due on the 25th.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Answer, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLine, type LineLife } from '../../../../../tests/support/line-life.ts';
import { aLife } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';

type Shown = Answer['body'];

describe('bills of a line', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  async function spent(): Promise<{ line: LineLife; draw: string }> {
    const line = await aLine(house(), company.test);
    await line.at('2027-01-02');
    const draw = await line.draw('2027-01-02', '0.1825');
    await line.buy('2027-01-02', draw, 1000);
    return { line, draw };
  }
  const periodsOf = async (line: LineLife): Promise<string[]> =>
    (await line.api.get(`${line.path}/periods`)).body.data.map(({ id }: Shown) => id);

  /** 1,000.00 of a covered borrower, and a fee of 40.00 on January 20th. */
  async function covered(): Promise<{ line: LineLife; fee: Shown }> {
    const line = await aLine(house(), company.test, { agreed: { coveredBorrower: true } });
    await line.at('2027-01-02');
    const draw = await line.draw('2027-01-02', '0.1825');
    await line.buy('2027-01-02', draw, 1000);
    await line.at('2027-01-20');
    const { loanTypeId } = await line.read();
    const types = (await line.api.get(`/loan-types/${loanTypeId}/fee-types?includeUncharged=true`)).body.data;
    const name = { displayName: 'Other', apiName: 'other' };
    const adHoc =
      types.find(({ feeType }: Shown) => feeType === 'adHoc') ??
      (await line.api.made(`/loan-types/${loanTypeId}/fee-types`, { feeType: 'adHoc', name }));
    return { line, fee: await line.api.made(`${line.path}/fees`, { feeTypeId: adHoc.id, amount: 40 }) };
  }

  test('give up what a cycle costs a covered borrower above 36 % a year', async () => {
    const { line, fee } = await covered();
    await line.at('2027-02-01');
    const [first] = (await periodsOf(line)) as [string];
    const bill = await line.read(`/periods/${first}/bill`);
    // 30 days of 0.50. 0.36 × 30,000.00 / 365 = 29.5890: of 55.00 in all 25.42 are given up, all of it of the fee.
    assert.deepEqual(bill.cycleRate, {
      annualRate: 0.35989,
      chargesAmount: 55,
      maxAmount: 29.58,
      waivedFeesAmount: 25.42,
      waivedInterestAmount: 0,
      givenBackAmount: 0,
    });
    assert.deepEqual([bill.feesAmount, bill.creditsAmount, bill.newBalanceAmount], [40, 25.42, 1029.58]);
    const shown = await line.read(`/fees/${fee.id}`);
    assert.deepEqual([shown.openAmount, shown.waivedAmount], [14.58, 25.42]);
  });

  test('are not made of a charge-off, which gives up as much before its balances move', async () => {
    const { line } = await covered();
    await line.at('2027-01-21');
    await line.act('charge-off', { chargedOffReason: 'bankruptcy' });
    // 19 days of 0.50. 0.36 × 19,000.00 / 365 = 18.7397: of 49.50 in all 30.77 are given up.
    const { chargedOffBalances: off, creditBalance } = await line.read('/balances');
    assert.deepEqual(
      [off.chargedOffPrincipalAmount, off.chargedOffInterestAmount, off.chargedOffFeesAmount, creditBalance],
      [1000, 9.5, 9.23, 0],
    );
    await booksAgree(house(), line.api, 0, ['purchases']);
    await line.pay(1018.73);
    const after = await line.read('/balances');
    assert.deepEqual([after.chargedOffBalances.chargedOffTotalAmount, after.creditBalance], [0, 0]);
    await booksAgree(house(), line.api, 0, ['purchases']);
  });

  test('of interest that is compounded every day show what the rate comes to in a year', async () => {
    const type = await company.test.made('/loan-types', {
      name: 'Daily',
      type: 'lineOfCredit',
      regulation: 'card',
      interest: { accrualMethod: 'compoundDaily' },
    });
    const line = await aLine(house(), company.test, { loanTypeId: type.id });
    await line.at('2027-01-02');
    const draw = await line.draw('2027-01-02', '0.365');
    await line.buy('2027-01-02', draw, 1000);
    await line.at('2027-02-01');
    const [first] = (await periodsOf(line)) as [string];
    const bill = await line.read(`/periods/${first}/bill`);
    // 1,000.00 × (1.001^30 - 1) = 30.4391; 1.001^365 = 1.440251….
    assert.equal(bill.interestAmount, 30.43);
    const [rate] = bill.rates;
    assert.deepEqual([rate.annualRate, rate.effectiveAnnualRate, rate.averageBalanceAmount], [0.365, 0.440251, 1000]);
  });

  test('ask for tiers of the balance, with interest, and for the larger of past due and above the limit', async () => {
    const line = await aLine(house(), company.test, {
      agreed: {
        creditLimitAmount: 1000,
        minPaymentCalculation: {
          percentageOfPrincipal: 0,
          minAmount: 0,
          includesOverLimitAmount: true,
          overLimitBeyond: 'pastDue',
          ofBalance: {
            tiers: [
              { upToAmount: 900, percentageOfBalance: 0, minAmount: 30 },
              { upToAmount: null, percentageOfBalance: 0.05, minAmount: 0 },
            ],
            plus: 'interest',
          },
        },
      },
    });
    await line.at('2027-01-02');
    const draw = await line.draw('2027-01-02', '0.1825');
    await line.buy('2027-01-02', draw, 1000);
    await line.at('2027-03-05');
    const [first, second] = (await periodsOf(line)) as [string, string];
    // 15.00 of interest: 5 % of 1,015.00 and 15.00, and the 15.00 above the limit.
    const one = await line.read(`/periods/${first}/bill`);
    assert.deepEqual([one.minimumDueAmount, one.overdueAmount, one.minimumPaymentAmount], [80.75, 0, 80.75]);
    // 14.00 more: 5 % of 1,029.00 and 14.00; 80.75 past due is more than the 29.00 above the limit.
    const two = await line.read(`/periods/${second}/bill`);
    assert.deepEqual([two.minimumDueAmount, two.overdueAmount, two.minimumPaymentAmount], [65.45, 80.75, 146.2]);
    assert.equal(two.newBalanceAmount, 1029);
    // Three payments of 5 % bring the principal below 900.00: then 30.00 of it a month, 33 months in all.
    assert.deepEqual([two.minimumPaymentWarning.isPaidOff, two.minimumPaymentWarning.months], [true, 33]);
  });

  test('go from the previous balance to the new one, with rates, draws, the year and the warning', async () => {
    const { line, draw } = await spent();
    await line.at('2027-02-10');
    await line.pay(115);
    await line.at('2027-03-05');
    const [first, second] = (await periodsOf(line)) as [string, string];
    const one = await line.read(`/periods/${first}/bill`);
    assert.deepEqual(
      [one.isOpen, one.startDate, one.endDate, one.statementDate, one.dueDate],
      [false, '2027-01-01', '2027-01-31', '2027-02-01', '2027-02-25'],
    );
    // 30 days of 0.50; the minimum is 1 % and the interest.
    assert.deepEqual(
      [one.previousBalanceAmount, one.purchasesAmount, one.interestAmount, one.newBalanceAmount],
      [0, 1000, 15, 1015],
    );
    assert.deepEqual([one.minimumDueAmount, one.minimumPaymentAmount, one.overdueAmount], [25, 25, 0]);
    assert.deepEqual([one.creditLimitAmount, one.availableCreditAmount], [5000, 3985]);
    assert.deepEqual(one.yearToDate, { year: 2027, feesAmount: 0, interestAmount: 15 });
    assert.deepEqual(
      one.rates.map((rate: Shown) => [rate.drawId, rate.annualRate, rate.isVariable, rate.interestAmount]),
      [[draw, 0.1825, false, 15]],
    );
    assert.equal(one.sent, null);
    const two = await line.read(`/periods/${second}/bill`);
    // 9 days of 1,000.00, and 19 of 900.00: 4.50 and 8.55.
    assert.deepEqual(
      [two.previousBalanceAmount, two.paymentsAmount, two.interestAmount, two.newBalanceAmount],
      [1015, 115, 13.05, 913.05],
    );
    assert.equal(two.yearToDate.interestAmount, 28.05);
    const warning = two.minimumPaymentWarning;
    assert.equal(warning.isPaidOff, true);
    assert.ok(warning.months > 36 && warning.unit === 'years', JSON.stringify(warning));
    // 913.05 at 1.520833 % a month in 36 months.
    assert.equal(warning.paymentFor36MonthsAmount, 33.12);
    assert.equal(warning.totalFor36MonthsAmount, 1192.32);
    assert.equal(warning.savingsAmount, Math.round((warning.totalAmount - 1192.32) * 100) / 100);
  });

  test('of the running period are as if it ended today; there is none of a period to come, and none of another loan', async () => {
    const { line } = await spent();
    await line.at('2027-01-12');
    const [running, next] = (await periodsOf(line)) as [string, string];
    const open = await line.read(`/periods/${running}/bill`);
    assert.deepEqual([open.isOpen, open.interestAmount, open.newBalanceAmount], [true, 5, 1005]);
    assert.deepEqual([open.statementDate, open.dueDate], ['2027-02-01', '2027-02-25']);
    assert.equal((await line.api.get(`${line.path}/periods/${next}/bill`)).status, 404);
    const sent = await line.api.post(`${line.path}/periods/${running}/statement-sent`, {});
    assert.deepEqual([sent.status, sent.body.errorType], [409, 'NothingToDo']);
    const loan = await aLife(company, {});
    const [period] = (await loan.api.get(`${loan.path}/periods`)).body.data;
    const refused = await loan.api.get(`${loan.path}/periods/${period.id}/bill`);
    assert.deepEqual([refused.status, refused.body.errorType], [409, 'OnlyForLines']);
    const unsent = await loan.api.post(`${loan.path}/periods/${period.id}/statement-sent`, {});
    assert.deepEqual([unsent.status, unsent.body.errorType], [409, 'OnlyForLines']);
  });

  test('that went out keep what they said: who pays it is not late by what is found out later', async () => {
    for (const isSent of [true, false]) {
      const { line, draw } = await spent();
      await line.at('2027-02-02');
      const [first] = (await periodsOf(line)) as [string];
      if (isSent) {
        const preview = await line.act(`periods/${first}/statement-sent`, { previewMode: true });
        assert.equal(preview.sent.minimumPaymentAmount, 25);
        assert.equal((await line.read(`/periods/${first}/bill`)).sent, null, 'a preview leaves nothing behind');
        const answer = await line.act(`periods/${first}/statement-sent`);
        assert.deepEqual(answer.sent, { date: '2027-02-02', minimumPaymentAmount: 25, newBalanceAmount: 1015 });
        const again = await line.api.post(`${line.path}/periods/${first}/statement-sent`, {});
        assert.deepEqual([again.status, again.body.errorType], [409, 'NothingToDo']);
      }
      await line.at('2027-02-20');
      await line.pay(25);
      // A purchase of January comes to light: the minimum of February was really more.
      await line.buy('2027-01-05', draw, 2000);
      await line.at('2027-03-05');
      const bill = await line.read(`/periods/${first}/bill`);
      assert.equal(bill.newBalanceAmount, 3042);
      assert.equal(bill.sent?.newBalanceAmount, isSent ? 1015 : undefined);
      assert.equal((await line.read('/obligations')).isOverdue, !isSent);
    }
  });

  test('that went out with other amounts are recorded with those that are sent', async () => {
    const { line, draw } = await spent();
    await line.at('2027-02-03');
    const [first] = (await periodsOf(line)) as [string];
    const at = `${line.path}/periods/${first}/statement-sent`;
    refusedAt(await line.api.post(at, { sentDate: '2027-01-31' }), 'sentDate');
    refusedAt(await line.api.post(at, { sentDate: '2027-02-04' }), 'sentDate');
    refusedAt(await line.api.post(at, { minimumPaymentAmount: -1 }), 'minimumPaymentAmount');
    const shown = { drawId: draw, fullBalanceAmount: -1 };
    refusedAt(await line.api.post(at, { draws: [shown] }), 'draws[0].fullBalanceAmount');
    const { sent } = await line.act(`periods/${first}/statement-sent`, {
      sentDate: '2027-02-02',
      minimumPaymentAmount: 20,
      newBalanceAmount: 1000,
      draws: [{ drawId: draw, fullBalanceAmount: 1000 }],
    });
    assert.deepEqual(sent, { date: '2027-02-02', minimumPaymentAmount: 20, newBalanceAmount: 1000 });
    await line.at('2027-02-24');
    await line.pay(20);
    await line.at('2027-03-01');
    assert.equal((await line.read('/obligations')).isOverdue, false, 'what was shown is what had to be paid');
  });
});
