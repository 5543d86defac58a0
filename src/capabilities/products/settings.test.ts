// The settings that a loan type may have: each mistake is named, with what would be right.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';

describe('settings', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const post = (settings: object) => api.post('/loan-types', { name: 'A loan type', ...settings });
  const retry = (...rules: object[]) => ({
    payments: { retryRules: rules.map((rule) => ({ rail: 'ach', reasons: ['insufficientFunds'], max: 1, ...rule })) },
  });
  const late = (parts: object) => ({ fees: { late: { graceDays: 10, flatAmount: 15, ...parts } } });

  const wrong: readonly [path: string, settings: object][] = [
    ['name', { name: '' }],
    ['type', { type: 'mortgage' }],
    ['timezone', { timezone: 'Indiana' }],
    ['timezone', { timezone: '+05:00' }],
    ['currency', { currency: 'EUR' }],
    ['cutOffTime', { cutOffTime: '24:00:00' }],
    ['cutOffTime', { cutOffTime: '17:00' }],
    ['interest.dayCount', { interest: { dayCount: 'actual/364' } }],
    ['interest.minRate', { interest: { minRate: -0.01 } }],
    ['interest.maxRate', { interest: { maxRate: 29.99 } }],
    ['interest.maxRate', { interest: { maxRate: '0.12345678901' } }],
    ['interest.minRate', { interest: { minRate: 0.3, maxRate: 0.2 } }],
    ['interest.indexFloor', { interest: { indexFloor: 0.1, indexCap: -0.1 } }],
    ['interest.indexStepCap', { interest: { indexStepCap: -0.1 } }],
    ['payments.roundingUnit', { payments: { roundingUnit: 0 } }],
    ['payments.roundingUnit', { payments: { roundingUnit: 0.001 } }],
    ['payments.interestOnlyPayments', { payments: { interestOnlyPayments: 1201 } }],
    ['payments.dueDateMode', { payments: { dueDateMode: 'fixedStatementDate' } }],
    ['payments.retryRules[0].max', retry({ max: 3 })],
    ['payments.retryRules[0].max', retry({ max: -1 })],
    ['payments.retryRules[1].max', retry({}, { reasons: ['uncollectedFunds'], max: 3 })],
    ['payments.retryRules[0].withinDaysOfOriginal', retry({ withinDaysOfOriginal: 181 })],
    ['payments.retryRules[0].gapHours', retry({ gapHours: [1] })],
    ['payments.retryRules[0].gapDays[0]', retry({ gapDays: [0] })],
    ['payments.retryRules[0].minGapBankingDays', retry({ gapDays: [3], minGapBankingDays: 3 })],
    ['payments.retryRules[0].prefer', retry({ gapDays: [3], prefer: ['friday'] })],
    ['payments.retryRules[0].prefer[0]', retry({ prefer: ['sunday'] })],
    ['payments.retryRules[0].reasons', retry({ reasons: [] })],
    ['payments.retryRules[0].reasons[0]', retry({ reasons: ['unauthorized'] })],
    ['payments.retryRules[0].reasons', retry({ reasons: ['soft'] })],
    ['payments.retryRules[0].reasons', retry({ rail: 'card' })],
    ['payments.retryRules[1].reasons', retry({}, {})],
    ['payments.retryRules[0].rail', retry({ rail: 'check' })],
    ['fees.origination.charged', { fees: { origination: { charged: 'never' } } }],
    ['fees.nsfAmount', { fees: { nsfAmount: 0 } }],
    ['fees.nsfAmount', { fees: { nsfAmount: -1 } }],
    ['fees.service.amount', { fees: { service: {} } }],
    ['fees.service.amount', { fees: { service: { amount: 0 } } }],
    ['fees.membership.capAmount', { fees: { membership: { amount: 5, capAmount: 4.99 } } }],
    ['fees.late.graceDays', { fees: { late: { flatAmount: 15 } } }],
    ['fees.late.graceDays', late({ graceDays: -1 })],
    ['fees.late.flatAmount', { fees: { late: { graceDays: 0 } } }],
    ['fees.late.flatAmount', late({ flatAmount: -15, percent: 0.05 })],
    ['fees.late.percent', late({ percent: 1.5, rule: 'greater' })],
    ['fees.late.rule', late({ percent: 0.05 })],
    ['fees.late.percent', late({ rule: 'percent' })],
    ['fees.late.percent', late({ rule: 'lesser' })],
    ['fees.late.flatAmount', late({ flatAmount: 0, percent: 0.05, rule: 'greater' })],
    ['fees.late.minAmount', late({ minAmount: 30, maxAmount: 20 })],
    ['fees.late.minAmount', late({ minAmount: -1 })],
    ['fees.late.maxAmount', late({ maxAmount: 0 })],
    ['fees.late.lifetimeCapAmount', late({ lifetimeCapAmount: 0 })],
    ['waterfall.order', { waterfall: { order: ['fees', 'interest'] } }],
    ['waterfall.order', { waterfall: { order: ['fees', 'interest', 'fees'] } }],
    ['waterfall.order[2]', { waterfall: { order: ['fees', 'interest', 'capital'] } }],
    ['delinquency.toleranceAmount', { delinquency: { toleranceAmount: -1 } }],
    ['delinquency.chargeOffDueWithin', { delinquency: { chargeOffDueWithin: 0 } }],
    ['delinquency.accelerationDueWithin', { delinquency: { accelerationDueWithin: 121, chargeOffDueWithin: 120 } }],
  ];

  for (const [path, settings] of wrong) {
    test(`are refused at ${path}: ${JSON.stringify(settings)}`, async () => {
      refusedAt(await post(settings), path);
    });
  }

  test('are those of what the loan type is for, which stays', async () => {
    const { id } = await api.made('/loan-types', { name: 'A', type: 'installment' });
    refusedAt(await api.put(`/loan-types/${id}`, { type: 'lineOfCredit' }), 'type');
    refusedAt(await api.put(`/loan-types/${id}`, { gracePeriod: { scope: 'draw' } }), 'gracePeriod');
    refusedAt(await post({ fees: { late: { firstAmount: 30 } } }), 'fees.late.firstAmount');
  });

  test('have all their mistakes named at once', async () => {
    const answer = await post({
      timezone: 'Mars/Olympus',
      interest: { minRate: 0.5, maxRate: 0.2 },
      fees: { late: {}, service: {} },
      delinquency: { accelerationDueWithin: 90, chargeOffDueWithin: 60 },
    });
    assert.equal(answer.status, 400);
    assert.deepEqual(
      answer.body.data.errors.map(({ path }: { path: string }) => path),
      [
        'timezone',
        'interest.minRate',
        'fees.late.graceDays',
        'fees.late.flatAmount',
        'fees.service.amount',
        'delinquency.accelerationDueWithin',
      ],
    );
  });

  test('at their bounds are taken', async () => {
    for (const settings of [
      { interest: { minRate: 0.2, maxRate: 0.2, indexFloor: '-0.0000000001', indexCap: '-0.0000000001' } },
      { interest: { minRate: 2, maxRate: 10, indexFloor: -2, indexCap: '-0.5' } },
      { fees: { service: { amount: 5, capAmount: 5 } } },
      late({ minAmount: 15, maxAmount: 15, percent: 1, rule: 'lesser' }),
      late({ percent: 0.05, rule: 'flat' }),
      { delinquency: { accelerationDueWithin: 120, chargeOffDueWithin: 120 } },
      { delinquency: { chargeOffDueWithin: 120 } },
      { waterfall: { order: ['principal', 'interest', 'fees'] } },
      { cutOffTime: '00:00:00' },
      retry(),
      retry({ max: 2, withinDaysOfOriginal: 180 }, { rail: 'card', reasons: ['soft', 'wait'], max: 10, gapHours: [1] }),
    ]) {
      const answer = await post(settings);
      assert.equal(answer.status, 201, `${JSON.stringify(settings)} ${JSON.stringify(answer.body)}`);
    }
  });

  test('that are changed are checked as a whole', async () => {
    const { id } = await api.made('/loan-types', { name: 'A', interest: { maxRate: 0.2 }, ...late({}) });
    const change = (settings: object) => api.put(`/loan-types/${id}`, settings);
    refusedAt(await change({ interest: { minRate: 0.25 } }), 'interest.minRate');
    refusedAt(await change({ fees: { late: { percent: 0.05 } } }), 'fees.late.rule');
    refusedAt(await change({ fees: { late: { flatAmount: 0 } } }), 'fees.late.flatAmount');
    refusedAt(await change({ fees: { membership: { capAmount: 20 } } }), 'fees.membership.amount');
    const { fees } = (await change({ fees: { late: { percent: 0.05, rule: 'lesser' } } })).body.data;
    assert.deepEqual([fees.late.rule, fees.late.flatAmount, fees.late.percent], ['lesser', 15, 0.05]);
    const flat = (await change({ fees: { late: { graceDays: 12 } } })).body.data.fees.late;
    assert.deepEqual([flat.rule, flat.graceDays], ['lesser', 12], 'a rule over both stays');
    const only = (await change({ fees: { late: { flatAmount: 0 } } })).body.data.fees.late;
    assert.equal(only.rule, 'percent', 'the only one that is left counts');
  });
});
