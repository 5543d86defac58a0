// The settings of a loan type of lines of credit: a name is enough, each mistake is named, and a change is checked whole.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';

describe('settings of lines of credit', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const card = { name: 'Card', type: 'lineOfCredit', regulation: 'card' };
  const post = (settings: object) => api.post('/loan-types', { ...card, ...settings });
  const made = (settings: object) => api.made('/loan-types', { ...card, ...settings });
  const noGrace = { gracePeriod: { isGracePeriodApplicable: false } };

  const tier = (upToAmount: number | null) => ({ upToAmount, percentageOfBalance: 0.02, minAmount: 25 });
  const byBalance = (...tiers: readonly object[]) => ({
    minPaymentCalculation: { ofBalance: { tiers, plus: 'interest' } },
  });

  const wrong: readonly [path: string, settings: object][] = [
    // Settings of installment loans.
    ['interest.maxAprNominal', { interest: { maxAprNominal: 0.3 } }],
    ['interest.afterRateChange', { interest: { afterRateChange: 'keepPayment' } }],
    ['payments.prepayment', { payments: { prepayment: 'shorten' } }],
    ['fees.origination', { fees: { origination: {} } }],
    ['fees.late.rule', { fees: { late: { rule: 'flat' } } }],
    ['waterfall.by', { waterfall: { by: 'component' } }],
    // Values that cannot be.
    ['regulation', { regulation: 'regZ' }],
    ['timezone', { timezone: 'Indiana' }],
    ['interest.minRate', { interest: { minRate: 0.37 } }],
    ['interest.maxRate', { interest: { maxRate: 29.99 } }],
    ['interest.minChargeAmount', { interest: { minChargeAmount: 0 } }],
    ['payments.specificDays', { payments: { specificDays: [] } }],
    ['payments.specificDays', { payments: { specificDays: [29] } }],
    ['payments.specificDays', { payments: { dueDateMode: 'bothFixed' } }],
    ['payments.specificDays', { payments: { dueDateMode: 'bothFixed', specificDays: [1, 21] } }],
    ['payments.dueAfterDays', { payments: { dueAfterDays: 20 } }],
    ['payments.dueAfterDays', { payments: { dueAfterDays: 28 } }],
    ['payments.dueAfterDays', { payments: { deadlines: 'following' } }],
    ['payments.dueAfterDays', { regulation: 'openEnd', payments: { dueAfterDays: 20 } }],
    ['payments.paymentFrequency', { payments: { paymentFrequency: 'weekly' } }],
    ['payments.paymentFrequency', { payments: { paymentFrequency: 'singleTerm' } }],
    ['payments.dueDateMode', { payments: { dueDateMode: 'fixedStatementDate' } }],
    ['payments.dueAfterDays', { regulation: 'none', payments: { paymentFrequency: 'weekly', specificDays: [3] } }],
    ['minPaymentCalculation.percentageOfPrincipal', { minPaymentCalculation: { percentageOfPrincipal: 1.01 } }],
    ['minPaymentCalculation.minAmount', { minPaymentCalculation: { minAmount: -0.01 } }],
    ['minPaymentCalculation.roundUpToAmount', { minPaymentCalculation: { roundUpToAmount: 0 } }],
    ['interest.balanceMethod', { interest: { accrualMethod: 'compoundDaily', balanceMethod: 'average' } }],
    [
      'interest.accrualMethod',
      { type: 'installment', regulation: undefined, interest: { accrualMethod: 'compoundDaily' } },
    ],
    ['minPaymentCalculation.overLimitBeyond', { minPaymentCalculation: { overLimitBeyond: 'all' } }],
    ['minPaymentCalculation.ofBalance.tiers', { minPaymentCalculation: { ofBalance: { tiers: [], plus: 'nothing' } } }],
    ['minPaymentCalculation.ofBalance.plus', { minPaymentCalculation: { ofBalance: { tiers: [tier(null)] } } }],
    ['minPaymentCalculation.ofBalance.tiers[0].upToAmount', byBalance(tier(500))],
    ['minPaymentCalculation.ofBalance.tiers[0].upToAmount', byBalance(tier(0), tier(null))],
    ['minPaymentCalculation.ofBalance.tiers[0].upToAmount', byBalance(tier(null), tier(null))],
    ['minPaymentCalculation.ofBalance.tiers[1].upToAmount', byBalance(tier(500), tier(500), tier(null))],
    [
      'minPaymentCalculation.ofBalance.tiers[0].percentageOfBalance',
      byBalance({ ...tier(null), percentageOfBalance: 2 }),
    ],
    ['minPaymentCalculation.ofBalance.tiers[0].minAmount', byBalance({ ...tier(null), minAmount: -1 })],
    ['gracePeriod.numPeriodsToEvaluateGrace', { gracePeriod: { numPeriodsToEvaluateGrace: 0 } }],
    [
      'gracePeriod.minPaymentCalculationOverride.minAmount',
      { gracePeriod: { minPaymentCalculationOverride: { minAmount: -1 } } },
    ],
    ['fees.draw.amount', { fees: { draw: { amount: -1 } } }],
    ['fees.draw.percentageOfPrincipal', { fees: { draw: { percentageOfPrincipal: 4 } } }],
    ['fees.draw.charged', { fees: { draw: { charged: 'apart' } } }],
    ['fees.draw.charged', { regulation: 'openEnd', fees: { draw: { charged: 'apart' } } }],
    ['fees.late.firstAmount', { fees: { late: { firstAmount: 30.01 } } }],
    ['fees.late.repeatAmount', { fees: { late: { repeatAmount: 41.01 } } }],
    ['fees.late.firstAmount', { regulation: 'none', fees: { late: { firstAmount: 0 } } }],
    ['fees.nsfAmount', { fees: { nsfAmount: 0 } }],
    ['fees.service.amount', { fees: { service: {} } }],
    ['fees.membership.capAmount', { fees: { membership: { amount: 5, capAmount: 4.99 } } }],
    ['fees.firstYearCap', { fees: { firstYearCap: 25 } }],
    ['draws.purposes', { draws: { purposes: [] } }],
    ['draws.purposes', { draws: { purposes: ['regular', 'regular'] } }],
    ['draws.creditLimitAmount', { draws: { creditLimitAmount: 0 } }],
    ['draws.autoAmortization', { draws: { autoAmortization: { duration: 6 } } }],
    ['draws.autoAmortization.duration', { ...noGrace, draws: { autoAmortization: {} } }],
    [
      'draws.autoAmortization.periodicPaymentAmount',
      { ...noGrace, draws: { autoAmortization: { duration: 6, periodicPaymentAmount: 50 } } },
    ],
    [
      'draws.autoAmortization.periodicPaymentAmount',
      { ...noGrace, draws: { autoAmortization: { periodicPaymentAmount: 0 } } },
    ],
    ['purchases.authorizationDays', { purchases: { authorizationDays: 0 } }],
    ['purchases.blockPurchasesOverdueDays', { purchases: { blockPurchasesOverdueDays: 0 } }],
    ['disputes.credit', { disputes: { credit: 'never' } }],
    ['waterfall.order', { waterfall: { order: ['fees', 'fees', 'interest'] } }],
    ['waterfall.excess', { waterfall: { excess: 'drawOrder' } }],
    ['waterfall.aim', { waterfall: { aim: 'whole' } }],
    ['delinquency.accelerationDueWithin', { delinquency: { accelerationDueWithin: 181, chargeOffDueWithin: 180 } }],
  ];

  for (const [path, settings] of wrong) {
    test(`are refused at ${path}: ${JSON.stringify(settings)}`, async () => {
      refusedAt(await post(settings), path);
    });
  }

  test('at their bounds, and beyond those of a card on other lines, are taken', async () => {
    for (const settings of [
      { payments: { dueAfterDays: 21 } },
      { interest: { accrualMethod: 'compoundDaily' } },
      { payments: { dueAfterDays: 27 } },
      { payments: { dueAfterDays: 24, deadlines: 'following' } },
      { payments: { dueDateMode: 'bothFixed', specificDays: [1, 22] } },
      { payments: { specificDays: [12, 8] } },
      { payments: { specificDays: [31] } },
      { ...noGrace, regulation: 'openEnd', payments: { dueAfterDays: 14, dueDateMode: 'fixedStatementDate' } },
      { regulation: 'openEnd', waterfall: { excess: 'drawOrder', aim: 'whole' } },
      { regulation: 'none', fees: { draw: { charged: 'apart' }, late: { firstAmount: 100 } } },
      { regulation: 'none', payments: { paymentFrequency: 'weekly', specificDays: [3], dueAfterDays: 5 } },
      { fees: { draw: { charged: 'spread' }, late: { firstAmount: 38, repeatAmount: 50, basis: 'costs' } } },
      { ...noGrace, draws: { autoAmortization: { periodicPaymentAmount: 50 } } },
    ]) {
      const answer = await post(settings);
      assert.equal(answer.status, 201, `${JSON.stringify(settings)} ${JSON.stringify(answer.body)}`);
    }
  });

  test('have a late fee within the safe harbor where one is wanted', async () => {
    const { fees } = await made({ fees: { late: {} } });
    assert.deepEqual(fees.late, { graceDays: 0, firstAmount: 30, repeatAmount: 41, basis: 'safeHarbor' });
  });

  test('that are changed change by their parts and are checked as a whole', async () => {
    const { id } = await made({ fees: { late: { graceDays: 3 } } });
    const change = (settings: object) => api.put(`/loan-types/${id}`, settings);
    refusedAt(await change({ type: 'installment' }), 'type');
    refusedAt(await change({ payments: { deadlines: 'following' } }), 'payments.dueAfterDays');
    refusedAt(await change({ draws: { autoAmortization: { duration: 6 } } }), 'draws.autoAmortization');
    const after = (
      await change({
        ...noGrace,
        payments: { deadlines: 'following', dueAfterDays: 23 },
        draws: { autoAmortization: { duration: 6 } },
        fees: { late: { firstAmount: 25 }, draw: { amount: 5 } },
      })
    ).body.data;
    assert.deepEqual([after.version, after.payments.dueAfterDays, after.payments.specificDays], [2, 23, [1]]);
    assert.deepEqual(after.fees.late, { graceDays: 3, firstAmount: 25, repeatAmount: 41, basis: 'safeHarbor' });
    assert.deepEqual(after.draws.autoAmortization, { duration: 6, periodicPaymentAmount: null });
    assert.deepEqual([after.fees.draw.amount, after.fees.draw.charged], [5, 'firstPayment']);
    const none = (await change({ draws: { autoAmortization: null }, fees: { late: null } })).body.data;
    assert.deepEqual([none.version, none.draws.autoAmortization, none.fees.late], [3, null, null]);
    const same = await change({ ...none, status: 'active' });
    assert.deepEqual([same.status, same.body.data.version], [200, 3], 'sent back as it was shown, it is no change');
  });

  test('have tiers of the balance, which are sent whole', async () => {
    const { id, minPaymentCalculation } = await made(byBalance(tier(500), tier(null)));
    const { tiers } = minPaymentCalculation.ofBalance;
    assert.deepEqual(tiers, [tier(500), tier(null)]);
    const change = async (ofBalance: object | null) =>
      (await api.put(`/loan-types/${id}`, { minPaymentCalculation: { ofBalance, overLimitBeyond: 'pastDue' } })).body
        .data;
    const after = await change({
      tiers: [{ minAmount: 25, upToAmount: null, percentageOfBalance: 0.02 }],
      plus: 'nothing',
    });
    assert.deepEqual(after.minPaymentCalculation.ofBalance, { tiers: [tier(null)], plus: 'nothing' });
    const same = await change({ tiers: [tier(null)], plus: 'nothing' });
    assert.deepEqual([after.version, same.version], [2, 2], 'in another order of fields it is no change');
    assert.equal((await change(null)).minPaymentCalculation.ofBalance, null);
  });

  test('are shown in a list, a read and a version as the write answered', async () => {
    const given = await made({
      externalId: 'card-1',
      interest: { minRate: '0.0500', minChargeAmount: '0.5' },
      fees: { nsfAmount: 25 },
    });
    const written = JSON.stringify(given);
    assert.equal(JSON.stringify((await api.get('/loan-types/ext-card-1')).body.data), written);
    assert.equal(JSON.stringify((await api.get('/loan-types')).body.data[0]), written);
    const [version] = (await api.get(`/loan-types/${given.id}/versions`)).body.data;
    assert.deepEqual({ ...given, ...version.settings }, given);
    assert.equal(version.settings.interest.minChargeAmount, 0.5);
  });

  test('charge the fees that a list of fee types shows', async () => {
    const { id } = await made({ fees: { draw: { percentageOfPrincipal: 0.04 }, late: {}, membership: { amount: 2 } } });
    const kinds = async (query = '') =>
      (await api.get(`/loan-types/${id}/fee-types${query}`)).body.data
        .map(({ feeType }: { feeType: string }) => feeType)
        .sort();
    assert.deepEqual(await kinds(), ['drawFee', 'lateFee', 'membershipFee']);
    assert.deepEqual(await kinds('?includeUncharged=true'), [
      'drawFee',
      'lateFee',
      'membershipFee',
      'nsfFee',
      'serviceFee',
    ]);
  });
});
