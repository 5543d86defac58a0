// Payments of an installment loan made easier: previewed, done, shown, taken back. 1,200.00 without interest in twelve
// payments of 100.00, due on the 15th from February on, so that each figure is a sum.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { verifiedAccount } from '../../../../../tests/support/collected.ts';
import { type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { typesOf } from '../../../../../tests/support/told.ts';

describe('a loan in hardship', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const aLoan = (agreed: object = {}): Promise<Life> =>
    aLife(company, { agreed: { amountFinanced: 1200, interestRates: [{ rate: 0 }], ...agreed } });
  const at = (life: Life, date: string) => setClock(life.api, `${date}T17:00:00Z`);
  const scheduled = (schedule: Shown[]): [string, number][] => schedule.map(({ date, amount }) => [date, amount]);
  /** The payments to come as they are read now. */
  const toCome = async (life: Life): Promise<[string, number][]> => {
    const { expectedPayments } = await life.read('/expected-payments');
    return scheduled(expectedPayments.filter(({ status }: Shown) => status !== 'processed'));
  };
  const refused = async (life: Life, what: string, body: object = {}) => {
    const answer = await life.api.post(`${life.path}/${what}`, body);
    return [answer.status, answer.body.errorType];
  };
  /** Previews, sees that nothing has changed, does it, and sees that it came as it was previewed. */
  async function previewed(life: Life, what: string, body: object = {}): Promise<Shown> {
    const [was, before] = [await toCome(life), await life.read()];
    const preview = await life.act(what, { ...body, previewMode: true });
    assert.deepEqual([await toCome(life), await life.read()], [was, before]);
    const done = await life.act(what, body);
    assert.deepEqual(done.schedule, preview.schedule);
    assert.deepEqual([done.difference, preview.difference.status], [null, null]);
    const { expectedPayments } = await life.read('/expected-payments');
    const ahead = expectedPayments.filter(({ status }: Shown) => status !== 'processed');
    assert.deepEqual(done.schedule, ahead, 'its rows are those of expected-payments');
    return done;
  }
  const ofMonths = (from: number, count: number, day = 15): string[] =>
    Array.from({ length: count }, (_, i) => new Date(Date.UTC(2026, from - 1 + i, day)).toISOString().slice(0, 10));
  const all = (dates: string[], amount = 100): [string, number][] => dates.map((date) => [date, amount]);

  test('carries deferred interest in the rounded and in the exact figures alike', async () => {
    const life = await aLoan({ interestRates: [{ rate: 0.1499 }] });
    const { schedule } = await previewed(life, 'defer', { dueDates: ['2026-03-15'] });
    const [, march, april] = schedule;
    assert.deepEqual([march.isDeferred, march.status, april.isDeferred], [true, 'modified', false]);
    assert.ok(march.originalAmount > march.amount);
    const exact = (rows: Shown[]) =>
      rows.map((one) => [one.unroundedInterestAmount, one.unroundedInterestBeforeDiscountAmount]);
    const cut = (rows: Shown[]) => rows.map((one) => [one.interestAmount, one.interestBeforeDiscountAmount]);
    for (const pairs of [exact(schedule), cut(schedule)])
      for (const [interest, before] of pairs) assert.equal(before, interest, 'no promo lowers it');
    assert.ok(Number(april.unroundedInterestAmount) >= april.interestAmount, 'that of March too');
    await at(life, '2026-04-20');
    const { expectedPayments } = await life.read('/expected-payments');
    for (const [interest, before] of exact(expectedPayments.slice(0, 3))) assert.equal(before, interest);
  });

  test('defers payments to the end; those that are still to come are taken back', async () => {
    const life = await aLoan();
    const done = await previewed(life, 'defer', { dueDates: ['2026-04-15', '2026-03-15'], sendNotice: true });
    assert.deepEqual(
      [done.hardshipType, done.dueDates, done.deferTo, done.sendNotice, done.cancelableUntil],
      ['deferral', ['2026-03-15', '2026-04-15'], 'end', true, '2026-04-15'],
    );
    const eased: [string, number][] = [
      ['2026-02-15', 100],
      ...all(['2026-03-15', '2026-04-15'], 0),
      ...all(ofMonths(5, 11)),
    ];
    assert.deepEqual(await toCome(life), eased);
    const { expectedPayments } = await life.read('/expected-payments');
    assert.deepEqual(
      expectedPayments.slice(0, 4).map(({ isDeferred }: Shown) => isDeferred),
      [false, true, true, false],
    );
    await at(life, '2026-02-15');
    await life.pay(100);
    await at(life, '2026-03-20');
    assert.deepEqual((await life.standing()).overdue, 0);
    // March has come and stays deferred; April asks for its payment again, and one date less is added.
    const canceled = await previewed(life, `hardships/${done.id}/cancel`);
    assert.equal(canceled.status, 'canceled');
    assert.deepEqual(await toCome(life), all(ofMonths(4, 11)));
    assert.deepEqual(await refused(life, `hardships/${done.id}/cancel`), [409, 'HardshipStatusForbids']);
    assert.deepEqual((await life.read(`/hardships/${done.id}`)).canceledAt, '2026-03-20T17:00:00.000000+00:00');
    const told = await life.api.get(`/people/${life.personId}/events?limit=100`);
    assert.deepEqual(
      typesOf(told.body.data)
        .filter((type) => /defer|hardship/.test(type))
        .toSorted(),
      ['loan.hardship.statuschanged', 'loan.schedule.defer'],
    );
  });

  test('defers into the last payment, and refuses by field what is no payment to defer', async () => {
    const life = await aLoan();
    await previewed(life, 'defer', { dueDates: ['2026-02-15'], deferTo: 'lastPayment' });
    assert.deepEqual(await toCome(life), [['2026-02-15', 0], ...all(ofMonths(3, 10)), ['2027-01-15', 200]]);
    const tried = (dueDates: string[]) => life.api.post(`${life.path}/defer`, { dueDates });
    for (const date of ['2026-02-15', '2026-03-14', '2027-01-15', '2026-01-15']) {
      refusedAt(await tried(['2026-03-15', date]), 'dueDates[1]');
    }
    refusedAt(await tried(['2026-03-15', '2026-03-15']), 'dueDates[1]');
    refusedAt(await tried([]), 'dueDates');
  });

  test('moves due dates to other days from the next period on; autopay looks at it anew', async () => {
    const life = await aLoan();
    const paymentInstrumentId = await verifiedAccount(life.api, life.personId);
    await life.act('autopay', { amountType: 'dueAmount', paymentInstrumentId });
    const { pools } = house().service.database;
    const wokenAt = async (): Promise<string> => {
      const asked = 'select next_action_at::text as at from autopay_plans where person_id = $1';
      return (await pools.test.query(asked, [life.personId])).rows[0].at;
    };
    const waiting = await wokenAt();
    const done = await previewed(life, 'change-due-dates', { specificDays: [1] });
    assert.notEqual(await wokenAt(), waiting);
    // February keeps its day; the first of the month more than 15 days after it is in March: the 2nd is the earliest.
    assert.deepEqual(await toCome(life), all(['2026-02-15', ...ofMonths(4, 11, 1)]));
    assert.equal(done.cancelableUntil, '2026-03-15');
    const [first, second] = await life.read('/periods');
    assert.deepEqual([first.dueDate, second.startDate, second.endDate], ['2026-02-15', '2026-02-15', '2026-03-31']);
    const { schedule } = await life.read('/autopay');
    assert.deepEqual(
      schedule.slice(0, 2).map(({ dueDate }: Shown) => dueDate),
      ['2026-02-15', '2026-04-01'],
    );
    // The deferral is of one of the new due dates, so it is canceled first.
    const { id } = await life.act('defer', { dueDates: ['2026-05-01'] });
    const cancel = `hardships/${done.id}/cancel`;
    const built = await life.api.post(`${life.path}/${cancel}`, {});
    assert.deepEqual([built.body.errorType, built.body.data.hardshipIds], ['HardshipBuiltUpon', [id]]);
    await life.act(`hardships/${id}/cancel`);
    await previewed(life, cancel);
    assert.deepEqual(await toCome(life), all(ofMonths(2, 12)));
    const again = await life.act('change-due-dates', { specificDays: [28], dueDatesFrequency: 'monthly' });
    await at(life, '2026-03-20');
    // The old day has passed: nobody is late for it now.
    assert.equal((await life.read(`/hardships/${again.id}`)).status, 'completed');
    assert.deepEqual(await refused(life, `hardships/${again.id}/cancel`), [409, 'HardshipStatusForbids']);
  });

  test('moves a single due date, which asks for its frequency by name', async () => {
    const life = await aLoan({
      paymentFrequency: 'singleTerm',
      specificDays: [],
      duration: null,
      enforcedEndDate: '2026-06-15',
    });
    const change = (body: object) => life.api.post(`${life.path}/change-due-dates`, body);
    refusedAt(await change({ specificDays: ['2026-07-15'] }), 'dueDatesFrequency');
    const single = { dueDatesFrequency: 'singleTerm' };
    for (const specificDays of [[15], ['2026-01-20'], ['2026-07-15', '2026-08-15'], ['2126-07-15']]) {
      const answer = await change({ ...single, specificDays });
      assert.deepEqual(
        [answer.status, answer.body.errorType, answer.body.data.path],
        [400, 'InvalidSpecificDays', 'specificDays'],
      );
    }
    const done = await previewed(life, 'change-due-dates', { ...single, specificDays: ['2026-07-15'] });
    assert.deepEqual([await toCome(life), done.cancelableUntil], [[['2026-07-15', 1200]], '2026-06-15']);
    const series = await aLoan();
    refusedAt(
      await series.api.post(`${series.path}/change-due-dates`, { ...single, specificDays: ['2026-07-15'] }),
      'dueDatesFrequency',
    );
    assert.deepEqual(await refused(series, 'change-due-dates', { specificDays: [15] }), [409, 'NothingToDo']);
    const wrong = await series.api.post(`${series.path}/change-due-dates`, { specificDays: [32] });
    assert.deepEqual([wrong.body.errorType, wrong.body.data.path], ['InvalidSpecificDays', 'specificDays']);
  });

  test('asks for less by a plan, which takes the place of what was moved, and gives it back before it begins', async () => {
    const life = await aLoan();
    await at(life, '2026-03-20');
    await life.pay(200, { effectiveDate: '2026-02-15', enablePrepayments: true });
    const deferred = await life.act('defer', { dueDates: ['2026-05-15'] });
    const moved = await life.act('change-due-dates', { specificDays: [1] });
    const eased = await toCome(life);
    // April keeps its day. May was deferred, and stays it on its new day; twelve dates and one.
    assert.deepEqual(eased, [['2026-04-15', 100], ['2026-05-01', 0], ...all(ofMonths(6, 9, 1))]);
    refusedAt(
      await life.api.post(`${life.path}/custom-payment-plans`, {
        amount: 25,
        numberOfPeriods: 3,
        selectedDueDate: '2026-05-01',
      }),
      'selectedDueDate',
    );
    const asked = { externalId: 'plan-1', amount: 25, numberOfPeriods: 3, isExtendLoanDuration: true };
    const plan = await previewed(life, 'custom-payment-plans', asked);
    assert.deepEqual(
      [plan.selectedDueDate, plan.paymentPlanType, plan.status, plan.replacedHardshipIds.toSorted()],
      ['2026-04-15', 'fixedAmountAndFees', 'active', [deferred.id, moved.id].toSorted()],
    );
    // 1,000.00 are left: 75.00 by the plan, nine payments of 100.00, and 25.00.
    assert.deepEqual(
      plan.schedule.map(({ amount }: Shown) => amount),
      [25, 25, 25, ...Array(9).fill(100), 25],
    );
    assert.equal(plan.schedule.at(-1).date, '2027-04-15');
    assert.equal((await life.read(`/hardships/${moved.id}`)).status, 'replaced');
    for (const [what, body] of [
      ['defer', { dueDates: ['2026-07-15'] }],
      ['change-due-dates', { specificDays: [1] }],
      ['custom-payment-plans', { amount: 10, numberOfPeriods: 1 }],
    ] as const) {
      assert.deepEqual(await refused(life, what, body), [409, 'PaymentPlanActive']);
    }
    await previewed(life, `custom-payment-plans/${plan.id}/cancel`);
    assert.deepEqual(await toCome(life), eased);
    assert.deepEqual(
      (await life.read('/hardships')).map(({ status }: Shown) => status),
      ['active', 'active'],
    );
    // Replaced and given back a second time.
    const second = await life.act('custom-payment-plans', { amount: 25, numberOfPeriods: 3 });
    await life.act(`custom-payment-plans/${second.id}/cancel`);
    assert.deepEqual(await toCome(life), eased);
  });

  test('asks for the usual payment again once a plan is over, or is canceled in the middle', async () => {
    const [whole, broken] = [await aLoan(), await aLoan()];
    const asked = { amount: 25, numberOfPeriods: 3 };
    const ids = [];
    for (const life of [whole, broken]) ids.push((await life.act('custom-payment-plans', asked)).id);
    // 75.00 by the plan, eight payments of 100.00, and 325.00.
    assert.deepEqual(
      (await toCome(whole)).map(([, amount]) => amount),
      [25, 25, 25, ...Array(8).fill(100), 325],
    );
    await at(whole, '2026-03-20');
    for (const life of [whole, broken]) await life.pay(50, { effectiveDate: '2026-02-15', enablePrepayments: true });
    assert.equal((await broken.standing()).overdue, 0);
    const ended = await previewed(broken, `custom-payment-plans/${ids[1]}/cancel`);
    assert.equal(ended.status, 'canceled');
    // 1,150.00 are left: nine payments of 100.00, and 250.00.
    assert.deepEqual(await toCome(broken), [...all(ofMonths(4, 9)), ['2027-01-15', 250]]);
    assert.equal((await broken.standing()).overdue, 0);
    await broken.act('defer', { dueDates: ['2026-05-15'] });
    await at(whole, '2026-04-15');
    const [shown] = await whole.read('/custom-payment-plans');
    assert.equal(shown.status, 'completed');
    assert.deepEqual(await refused(whole, `custom-payment-plans/${ids[0]}/cancel`), [409, 'HardshipStatusForbids']);
    await whole.act('custom-payment-plans', { ...asked, numberOfPeriods: 2 });
    assert.deepEqual(
      (await whole.read('/custom-payment-plans')).map(({ status }: Shown) => status),
      ['active', 'completed'],
    );
  });

  test('refuses a plan that cannot be, by field', async () => {
    const life = await aLoan();
    const tried = (body: object) =>
      life.api.post(`${life.path}/custom-payment-plans`, { amount: 25, numberOfPeriods: 3, ...body });
    refusedAt(await tried({ amount: 0 }), 'amount');
    refusedAt(await tried({ numberOfPeriods: 12 }), 'numberOfPeriods');
    refusedAt(await tried({ selectedDueDate: '2027-01-15' }), 'selectedDueDate');
    refusedAt(await tried({ paymentPlanType: 'interestOnly' }), 'paymentPlanType');
    assert.deepEqual((await life.api.get(`${life.path}/custom-payment-plans/ext-plan-9`)).status, 404);
  });

  test('is applied only to the version that was previewed', async () => {
    const life = await aLoan();
    const body = { dueDates: ['2026-03-15'] };
    const defer = (more: object, headers = {}) =>
      life.api.call('POST', `${life.path}/defer`, { body: { ...body, ...more }, headers });
    const etag = (await defer({ previewMode: true })).headers.etag as string;
    assert.match(etag, /^"\d+-[\w-]{12}"$/);
    await life.pay(10);
    const stale = await defer({}, { 'if-match': etag });
    assert.deepEqual([stale.status, stale.body.errorType], [412, 'PreconditionFailed']);
    const fresh = (await defer({ previewMode: true })).headers.etag as string;
    assert.equal((await defer({}, { 'if-match': fresh })).status, 201);
    assert.equal((await defer({ dueDates: ['2026-04-15'] })).headers.etag, undefined);
  });

  test('has the books that its facts make', () => booksAgree(house(), company.test, 7));
});
