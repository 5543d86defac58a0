// Interest that is a charge, fixed when the loan begins: agreed, previewed, paid off early with a rebate, and taken over
// from another system. Numbers are worked by hand.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Company, useHouse } from '../../../../../tests/support/house.ts';
import { agreement, aLife, type Life, type LifeOptions, ledgerOf } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';

const ruleOf78 = { interest: { precomputedRebate: 'ruleOf78' } };
const agreed = { amountFinanced: 10_000, interestRates: null, financeChargeAmount: 780, duration: 12 };

describe('precomputed interest', () => {
  const { aCompany } = useHouse();
  let company: Company;
  before(async () => {
    company = await aCompany();
  });
  const life = (options: LifeOptions) => aLife(company, { start: '2027-01-15T15:00:00Z', ...options });
  const asksFor = async ({ read }: Life) =>
    (await read('/expected-payments')).expectedPayments.map(
      ({ date, amount, interestAmount }: Record<string, unknown>) => [date, amount, interestAmount],
    );

  test('is earned by the Rule of 78, and the rest is not owed by who pays early', async () => {
    const loan = await life({ type: ruleOf78, agreed });
    // 10,780.00 / 12 = 898.333…; of 780.00 the months get 120.00, 110.00 … 10.00.
    const rows = await asksFor(loan);
    assert.deepEqual(rows.slice(0, 2), [
      ['2027-02-15', 898.34, 120],
      ['2027-03-15', 898.34, 110],
    ]);
    assert.deepEqual(rows.at(-1), ['2028-01-15', 898.26, 10]);
    const { atOrigination } = await loan.read();
    assert.deepEqual([atOrigination.financeChargeAmount, atOrigination.totalInterestAmount], [780, 780]);
    for (const date of ['2027-02-15', '2027-03-15', '2027-04-15', '2027-05-15']) {
      await loan.moveTo(date);
      await loan.pay(898.34);
    }
    // 36/78 of 780.00 are left; half a month later 80.00 x 15 / 31 = 38.709… less.
    await loan.moveTo('2027-05-30');
    const payoff = await loan.read('/payoff');
    assert.deepEqual([payoff.payoffAmount, payoff.unearnedChargeAmount, payoff.perDiem], [6865.34, 321.3, '2.590000']);
    const { segments, interestAmount } = await loan.read('/interest?fromEffectiveDate=2027-05-15');
    assert.equal(interestAmount, 38.7);
    assert.equal(segments[0].sentence, '$38.70 of the charge (2027-05-15 to 2027-05-30).');
    const quote = await loan.act('payoff-quotes', { goodThroughDate: '2027-05-30' });
    assert.deepEqual([quote.payoffAmount, quote.unearnedChargeAmount], [6865.34, 321.3]);
    await loan.pay(6865.34, { payoffQuoteId: quote.id });
    assert.deepEqual(await loan.standing(), { status: 'paidOff', outstanding: 0, overdue: 0, paid: 10_458.7 });
    const income = (await ledgerOf(loan)).filter(({ account }) => account === 'interestIncome');
    assert.equal(
      income.reduce((sum, { amount }) => sum - Math.round(amount * 100), 0),
      458_70,
    );
  });

  test('rounds the rebate of the Rule of 78 as the loan type says', async () => {
    // After two of twelve months 70.512… are left of 100.00: 70.51, or 70.52 in favour of the borrower.
    const hundred = { ...agreed, amountFinanced: 1000, financeChargeAmount: 100 };
    for (const [rounding, left] of [
      ['halfUp', 70.51],
      ['up', 70.52],
    ] as const) {
      const type = { interest: { ...ruleOf78.interest, precomputedRebateRounding: rounding } };
      const loan = await life({ type, agreed: hundred });
      assert.equal((await loan.read('/payoff?date=2027-03-15')).unearnedChargeAmount, left, rounding);
    }
  });

  test('comes from an add-on rate, or from the rates; a loan is taken over with what was not earned', async () => {
    const evenly = { interest: { precomputedRebate: 'evenly', precomputedWholeAfterDays: 16 } };
    // 6 % of 1,000.00 for one year: 60.00, 5.00 a month.
    const added = { ...agreed, amountFinanced: 1000, financeChargeAmount: null, addOnRate: 0.06 };
    const loan = await life({ type: evenly, agreed: added });
    assert.deepEqual((await asksFor(loan))[0], ['2027-02-15', 88.34, 5]);
    const unearnedOn = async (date: string) => (await loan.read(`/payoff?date=${date}`)).unearnedChargeAmount;
    assert.deepEqual([await unearnedOn('2027-01-30'), await unearnedOn('2027-01-31')], [60, 55]);

    // One per cent a month of 10,000.00: the rows of the annuity, 661.79 in all.
    const type = { interest: { precomputedRebate: 'actuarial', dayCount: '30/360' } };
    const byRate = await life({ type, agreed: { amountFinanced: 10_000, interestRates: [{ rate: 0.12 }] } });
    assert.deepEqual((await asksFor(byRate)).slice(0, 2), [
      ['2027-02-15', 888.49, 100],
      ['2027-03-15', 888.49, 92.11],
    ]);
    assert.equal((await byRate.read('/payoff')).unearnedChargeAmount, 661.79);

    const takeOver = async (balances: object) => {
      const taken = await life({ start: '2027-05-30T15:00:00Z', type: ruleOf78, agreed, activate: false });
      const body = { startDate: '2027-01-15', migrationDate: '2027-05-30' };
      const owed = { principalAmount: 6826.64, accruedInterestAmount: 38.7, ...balances };
      await taken.act('migration/activate', { ...body, balances: owed });
      return taken;
    };
    // As by the agreement: 36/78 of 780.00 were left on 05-15.
    const taken = await takeOver({});
    assert.deepEqual((await asksFor(taken))[0], ['2027-06-15', 898.34, 80]);
    assert.equal((await taken.read('/payoff')).unearnedChargeAmount, 321.3);
    // 300.00 in shares of 8/36 … 1/36: 66.67 in June, as 233.33 are left; 32.25 of it were earned; 38.70 + 34.42.
    const said = await takeOver({ unearnedChargeAmount: 300 });
    assert.deepEqual((await asksFor(said))[0], ['2027-06-15', 898.34, 73.12]);
  });

  test('moves with no tool that would change it, and is refused by the field where it cannot be', async () => {
    const loan = await life({ type: ruleOf78, agreed });
    const rate = await loan.api.post(`${loan.path}/rates`, { interestRate: { annualRate: 0.1 } });
    assert.deepEqual([rate.status, rate.body.errorType], [409, 'ChargeFixed']);
    assert.match(rate.body.data.instead, /scra-caps/);
    const dates = { specificDays: [20], reamortize: true };
    refusedAt(await loan.api.post(`${loan.path}/change-due-dates`, dates), 'reamortize');
    const { difference } = await loan.act('change-due-dates', { specificDays: [20], previewMode: true });
    assert.ok(difference !== null);

    const { test: api } = company;
    const typed = (settings: object) => api.post('/loan-types', { name: 'Refused', ...settings });
    for (const [path, settings] of [
      ['interest.accrualMethod', { interest: { ...ruleOf78.interest, accrualMethod: 'compound' } }],
      ['interest.precomputedWholeAfterDays', { interest: { precomputedWholeAfterDays: 16 } }],
      [
        'interest.precomputedRebateRounding',
        { interest: { precomputedRebate: 'evenly', precomputedRebateRounding: 'up' } },
      ],
      ['interest.precomputedRebateRounding', { interest: { precomputedRebateRounding: 'up' } }],
      ['payments.amortization', { ...ruleOf78, payments: { amortization: 'equalPrincipal' } }],
      ['payments.interestOnlyPayments', { ...ruleOf78, payments: { interestOnlyPayments: 1 } }],
      ['payments.prepayment', { ...ruleOf78, payments: { prepayment: 'reamortize' } }],
      ['payments.multipleAdvances', { ...ruleOf78, payments: { multipleAdvances: true } }],
      ['delinquency.accrualAfterChargeOff', { ...ruleOf78, delinquency: { accrualAfterChargeOff: true } }],
      ['interest.precomputedRebate', { ...ruleOf78, type: 'lineOfCredit' }],
    ] as const) {
      refusedAt(await typed(settings), path);
    }
    const { id: plain } = await api.made('/loan-types', { name: 'Accruing' });
    const { id: fixed } = await api.made('/loan-types', { name: 'Fixed', ...ruleOf78 });
    const originated = (loanTypeId: string, atOrigination: object) =>
      api.post(`/people/${loan.personId}/loans`, {
        loanTypeId,
        status: 'originated',
        atOrigination: { ...agreement, ...agreed, ...atOrigination },
      });
    for (const [field, type, atOrigination] of [
      ['financeChargeAmount', plain, {}],
      ['addOnRate', plain, { financeChargeAmount: null, addOnRate: 0.06 }],
      ['addOnRate', fixed, { addOnRate: 0.06 }],
      ['addOnRate', fixed, { financeChargeAmount: null, addOnRate: 0.06, duration: null, periodicPaymentAmount: 900 }],
      ['addOnRate', fixed, { financeChargeAmount: null, addOnRate: 11 }],
      ['interestRates', fixed, { interestRates: [{ rate: 0.1 }] }],
      ['financeChargeAmount', fixed, { financeChargeAmount: -1 }],
      ['financeChargeAmount', fixed, { financeChargeAmount: 10_000_001 }],
      ['totalInterestCapAmount', fixed, { totalInterestCapAmount: 500 }],
      // Longer than 61 months (15 USC 1615).
      ['duration', fixed, { duration: 62 }],
    ] as const) {
      refusedAt(await originated(type, atOrigination), `atOrigination.${field}`);
    }
  });
});
