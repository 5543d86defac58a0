// A running loan is migrated from another system: with its balances, or with its history.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { stateOfLoan } from '../../../../../tests/support/stored-states.ts';
import type { Shown } from '../../../../../tests/support/told.ts';

const agreement = {
  amountFinanced: 6000,
  interestRates: [{ rate: 0.12 }],
  paymentFrequency: 'monthly',
  specificDays: [15],
  duration: 12,
};
const aLoan = (overrides = {}) => ({
  loanTypeId: 'ext-installment',
  status: 'originated',
  atOrigination: agreement,
  ...overrides,
});

/** 12 % of 6,000.00 for a day: 1.9726. Begun on 2025-10-15, paid on 11-15, migrated on 12-01 in the second period. */
const startDate = '2025-10-15';
const migrationDate = '2025-12-01';

describe('a loan that is taken over', () => {
  const { aCompany, house } = useHouse({ works: false });
  let api: Client;
  let people: string;
  before(async () => {
    api = (await aCompany()).test;
    await api.made('/test-clock', { now: '2026-01-20T15:00:00Z' });
    people = `/people/${(await api.made('/people', aPerson())).id}/loans`;
  });
  const boarded = async (overrides = {}): Promise<string> =>
    `${people}/${(await api.made(people, aLoan(overrides))).id}`;
  const query = async (text: string, values: unknown[]) =>
    (await house().service.database.pools.test.query(text, values)).rows;
  const stateOf = async (path: string): Promise<{ state: Shown }> => ({
    state: await stateOfLoan(house().service.database.pools.test, path.split('/').at(-1) as string),
  });

  const balances = {
    principalAmount: 5480.33,
    accruedInterestAmount: 28.83,
    unroundedAccruedInterestAmount: '28.83124',
    paidPrincipalAmount: 519.67,
    paidInterestAmount: 61.15,
  };

  test('has the given balances on its day and goes on accruing from there', async () => {
    const path = await boarded();
    const taken = await api.made(`${path}/migration/activate`, {
      startDate,
      migrationDate,
      balances,
      expectedBalances: { principalAmount: 5480.33, interestAmount: 28.83, outstandingAmount: 5509.16, daysOverdue: 0 },
    });
    assert.deepEqual(taken.balances, {
      date: migrationDate,
      principalAmount: 5480.33,
      interestAmount: 28.83,
      feesAmount: 0,
      outstandingAmount: 5509.16,
      overdueAmount: 0,
      reimbursementAmount: 0,
      daysOverdue: 0,
    });
    const shown = (await api.get(path)).body.data;
    assert.equal(shown.status, 'active');
    assert.equal(shown.timestamps.startedAt, '2025-10-15T04:00:00.000000+00:00');
    const { state } = await stateOf(path);
    // 5,480.33 at 12 %: 1.801752328... a day; from 12-01 to 12-15 are 14 days: 25.22453, with 28.83124 54.05577.
    const [first] = await query(
      "select obligation from loan_obligations where loan_id = $1 and due_date = '2025-12-15'",
      [path.split('/').at(-1)],
    );
    assert.equal(first.obligation.interest, 5405);
    assert.equal(first.obligation.ordinal, 2);
    assert.equal(
      first.obligation.interest + first.obligation.principal,
      Math.round(shown.current.periodicPayment * 100),
    );
    assert.equal(state.position.firstOrdinal, 2);
    assert.equal(state.position.totals.paidPrincipal, 51_967);
    assert.equal(taken.schedule.length, 9, 'those of 12-15 and 01-15 have come by today');
  });

  test('stays with the agency that serviced it', async () => {
    for (const given of [{ migrationDate, balances }, {}]) {
      const path = await boarded({ servicedBy: 'debtCollectionAgency' });
      await api.made(`${path}/migration/activate`, { startDate, ...given });
      assert.equal((await api.get(path)).body.data.servicedBy, 'debtCollectionAgency', JSON.stringify(given));
    }
  });

  test('is not taken over when the balances are other ones, which are named to the cent', async () => {
    const path = await boarded();
    const expectedBalances = { principalAmount: 5480.34, outstandingAmount: 5509.16 };
    const answer = await api.post(`${path}/migration/activate`, {
      startDate,
      migrationDate,
      balances,
      expectedBalances,
    });
    assert.equal(answer.status, 409);
    assert.equal(answer.body.errorType, 'BalancesDiffer');
    assert.deepEqual(answer.body.data.differences, [
      { path: 'expectedBalances.principalAmount', expected: '5480.34', found: '5480.33', difference: '-0.01' },
    ]);
    assert.equal((await api.get(path)).body.data.status, 'originated');
    const preview = await api.post(`${path}/migration/activate`, {
      startDate,
      migrationDate,
      balances,
      previewMode: true,
    });
    assert.equal(preview.status, 201);
    assert.equal((await api.get(path)).body.data.status, 'originated');
  });

  test('brings what is due and overdue with it', async () => {
    const path = await boarded();
    const taken = await api.made(`${path}/migration/activate`, {
      startDate,
      migrationDate,
      balances: {
        principalAmount: 6000,
        accruedInterestAmount: 31.56,
        obligations: [{ dueDate: '2025-11-15', principalAmount: 471.93, interestAmount: 61.15 }],
      },
    });
    assert.deepEqual(
      [taken.balances.outstandingAmount, taken.balances.overdueAmount, taken.balances.daysOverdue],
      [6092.71, 533.08, 16],
    );
    const rows = await query('select key, obligation from loan_obligations where loan_id = $1 order by due_date', [
      path.split('/').at(-1),
    ]);
    assert.deepEqual(
      rows.map(({ key }) => key),
      ['instalment:1', 'instalment:2', 'instalment:3'],
    );
  });

  test('brings what the borrower is owed as credit, never as principal below zero', async () => {
    const path = await boarded();
    const owed = { principalAmount: 1000, reimbursementAmount: 25.5 };
    const taken = await api.made(`${path}/migration/activate`, { startDate, balances: owed });
    assert.deepEqual([taken.balances.principalAmount, taken.balances.reimbursementAmount], [1000, 25.5]);
    const other = await boarded();
    const migrate = (given: object) => api.post(`${other}/migration/activate`, { startDate, balances: given });
    refusedAt(await migrate({ principalAmount: -25.5 }), 'balances.principalAmount');
    refusedAt(await migrate({ principalAmount: 25.555 }), 'balances.principalAmount');
    refusedAt(await migrate({ principalAmount: 25, paidFeesAmount: -1 }), 'balances.paidFeesAmount');
    const due = [{ dueDate: '2025-11-15', principalAmount: 5 }];
    refusedAt(await migrate({ ...owed, obligations: due }), 'balances.reimbursementAmount');
  });

  test('refuses balances that cannot be, by the field', async () => {
    const path = await boarded();
    const migrate = (given: object, more = {}) =>
      api.post(`${path}/migration/activate`, { startDate, balances: { principalAmount: 100, ...given }, ...more });
    const due = (dueDate: string, principalAmount = 1) => ({ dueDate, principalAmount });
    refusedAt(await migrate({ obligations: [due('2025-11-15', 101)] }), 'balances.principalAmount');
    refusedAt(
      await migrate({ obligations: [due('2025-12-15'), due('2025-11-15')] }),
      'balances.obligations[1].dueDate',
    );
    refusedAt(await migrate({ obligations: [due('2026-02-15')] }), 'balances.obligations[0].dueDate');
    refusedAt(await migrate({ obligations: [due('2025-11-15')], nextPeriodNumber: 1 }), 'balances.obligations');
    refusedAt(await migrate({ dueDates: ['2026-01-20'] }), 'balances.dueDates[0]');
    refusedAt(await migrate({ dueDates: ['2026-02-20', '2026-02-20'] }), 'balances.dueDates[1]');
    refusedAt(await migrate({ dueDates: [] }), 'balances.principalAmount');
    refusedAt(
      await migrate({ unroundedAccruedInterestAmount: '1.123456789' }),
      'balances.unroundedAccruedInterestAmount',
    );
    const two = { accruedInterestAmount: 1.12, unroundedAccruedInterestAmount: '1.13' };
    refusedAt(await migrate(two), 'balances.unroundedAccruedInterestAmount');
    refusedAt(await migrate({ periodStartDate: '2025-10-14' }), 'balances.periodStartDate');
    refusedAt(await migrate({}, { migrationDate: '2026-01-21' }), 'migrationDate');
    refusedAt(await migrate({}, { migrationDate: '2025-10-14' }), 'migrationDate');
    refusedAt(await migrate({}, { startDate: '2026-01-21' }), 'startDate');
    refusedAt(await api.post(`${path}/migration/activate`, { startDate, migrationDate }), 'migrationDate');
    refusedAt(await migrate({}, { expectedBalances: { date: '2025-10-14' } }), 'expectedBalances.date');
  });

  test('with its history: the books are computed from its first day on, and come out as they were', async () => {
    const path = await boarded();
    const pay = (effectiveDate: string, amount: number, more = {}) =>
      api.made(`${path}/migration/past-transaction`, { amount, effectiveDate, ...more });
    const first = await pay('2025-11-15', 533.09, { paidPrincipalAmount: 471.94, paidInterestAmount: 61.15 });
    assert.deepEqual(
      [first.status, first.paidPrincipalAmount, first.timestamps.appliedAt],
      ['succeeded', 471.94, null],
    );
    await pay('2025-12-15', 533.09);
    await pay('2026-01-15', 533.09, { externalId: 'old-3', metaData: { batch: 7 } });
    const taken = await api.made(`${path}/migration/activate`, { startDate, expectedBalances: { overdueAmount: 0 } });
    assert.deepEqual([taken.migrationDate, taken.transactionsReplayed], [null, 3]);
    const rows = await query(
      'select effective_on, fact_id, paid_principal, paid_interest, details from transactions where loan_id = $1 order by effective_on',
      [path.split('/').at(-1)],
    );
    assert.ok(rows.every(({ fact_id, details }) => fact_id !== null && details.isPast === undefined));
    // 31 days of 6,000.00: 61.15; then 30 days of 5,528.06 at 1.81744...: 54.52.
    assert.deepEqual(
      rows.slice(0, 2).map(({ paid_interest }) => paid_interest),
      [6115, 5452],
    );
    assert.equal(taken.schedule.length, 9);
    assert.equal((await api.post(`${path}/migration/activate`, { startDate })).body.errorType, 'LoanAlreadyActive');
  });

  test('keeps transactions from before its books as a record', async () => {
    const path = await boarded();
    await api.made(`${path}/migration/activate`, { startDate, migrationDate, balances });
    const past = `${path}/migration/past-transaction`;
    const before = (await stateOf(path)).state;
    const kept = await api.made(past, { amount: 100, effectiveDate: '2025-11-15', paidPrincipalAmount: 100 });
    assert.equal(kept.paidPrincipalAmount, 100);
    assert.deepEqual((await stateOf(path)).state, before);
    refusedAt(await api.post(past, { amount: 100, effectiveDate: migrationDate }), 'effectiveDate');
    refusedAt(await api.post(past, { amount: 0, effectiveDate: '2025-11-15' }), 'amount');
    refusedAt(await api.post(past, { amount: 1.234, effectiveDate: '2025-11-15' }), 'amount');
    const split = { amount: 100, effectiveDate: '2025-11-15', paidPrincipalAmount: 60, paidInterestAmount: 39.99 };
    refusedAt(await api.post(past, split), 'paidPrincipalAmount');
    refusedAt(await api.post(past, { ...split, paidInterestAmount: -1 }), 'paidInterestAmount');
    const unknown = { amount: 1, effectiveDate: '2025-11-15', paymentInstrumentId: 'PT-AAAA-AAAA' };
    assert.equal((await api.post(past, unknown)).body.data.path, 'paymentInstrumentId');
    const active = await boarded();
    await api.made(`${active}/activate`, {});
    const refused = await api.post(`${active}/migration/past-transaction`, { amount: 1, effectiveDate: '2025-11-15' });
    assert.equal(refused.body.errorType, 'LoanHasNoPast');
  });

  test('keeps its past periods, which follow one another', async () => {
    const path = await boarded();
    const periods = `${path}/migration/past-periods`;
    const period = (startDate: string, endDate: string, dueDate: string, more = {}) => ({
      startDate,
      endDate,
      dueDate,
      ...more,
    });
    const second = period('2025-11-15', '2025-12-14', '2025-12-15', { obligationAmount: 533.09 });
    const made = await api.post(periods, {
      periods: [second, period('2025-10-15', '2025-11-14', '2025-11-15', { statementDate: '2025-11-15' })],
    });
    assert.equal(made.status, 201);
    assert.deepEqual(
      made.body.data.periods.map((one: { startDate: string; statementDate: string }) => [
        one.startDate,
        one.statementDate,
      ]),
      [
        ['2025-10-15', '2025-11-15'],
        ['2025-11-15', '2025-12-15'],
      ],
    );
    const add = (...given: object[]) => api.post(periods, { periods: given });
    const next = (more = {}) => ({ ...period('2025-12-15', '2026-01-14', '2026-01-15'), ...more });
    const wrongStatement = await add(next({ statementDate: '2026-01-14' }));
    refusedAt(wrongStatement, 'periods[0].statementDate');
    assert.match(wrongStatement.body.message, /statement date/);
    refusedAt(await add(next({ startDate: '2025-12-16' })), 'periods[0].startDate');
    refusedAt(await add(next({ startDate: '2025-12-14' })), 'periods[0].startDate');
    refusedAt(await add(next({ endDate: '2025-12-14' })), 'periods[0].endDate');
    refusedAt(await add(next({ endDate: '2026-01-20', dueDate: '2026-01-21' })), 'periods[0].endDate');
    refusedAt(await add(next({ dueDate: '2026-01-14' })), 'periods[0].dueDate');
    refusedAt(await add(next({ obligationAmount: -1 })), 'periods[0].obligationAmount');
    refusedAt(await add(period('2025-09-15', '2025-10-14', '2025-11-15')), 'periods[0].dueDate');
    const changed = await api.call('PUT', `${periods}?dueDate=2025-12-15`, { body: { fulfilledAmount: 500 } });
    assert.deepEqual(changed.body.data.periods[1].fulfilledAmount, 500);
    refusedAt(await api.put(periods, { fulfilledAmount: 1 }), 'dueDate');
    const byBody = await api.put(periods, { dueDate: '2025-12-15', fulfilledAmount: 500 });
    assert.equal(byBody.body.data.periods[1].fulfilledAmount, 500);
    const same = await api.call('PUT', `${periods}?dueDate=2030-12-15`, { body: { fulfilledAmount: 1 } });
    assert.deepEqual(same.body.data, byBody.body.data);
    assert.deepEqual((await api.get(periods)).body.data, byBody.body.data);
    refusedAt(await api.call('PUT', `${periods}?dueDate=2025-12-15`, { body: { endDate: '2025-12-15' } }), 'dueDate');
    // The past periods give the running period its number and its first day.
    await api.made(`${path}/migration/activate`, { startDate, migrationDate: '2025-12-20', balances });
    const { position } = (await stateOf(path)).state;
    assert.equal(position.firstOrdinal, 3);
  });
});
