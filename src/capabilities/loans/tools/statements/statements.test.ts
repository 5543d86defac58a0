// A month of each product by hand, and what becomes of a statement when its past changes.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine as lineMade } from '../../../../../tests/support/a-line.ts';
import { aDraw } from '../../../../../tests/support/begun-line.ts';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Random, randomOf } from '../../../../../tests/support/fuzz/random.ts';
import { type Answer, aPerson, type Client, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { seed } from '../../../../../tests/support/seed.ts';
import { moveClock, setClock } from '../../../../../tests/support/test-clock.ts';
import { told, typesOf } from '../../../../../tests/support/told.ts';

type Shown = Answer['body'];

const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, one) => sum + Math.round(one * 100), 0) / 100;

/** What every statement holds to. */
function assertFoots(details: Shown): void {
  const lines = sumOf(details.activities.map(({ amount }: Shown) => amount));
  assert.equal(sumOf([details.previousBalance, lines]), details.newBalanceAmount, 'the lines lead to the new balance');
  const added = [
    details.totalPurchasesForThisPeriod,
    details.totalCashAdvancesForThisPeriod,
    details.totalBalanceTransfersForThisPeriod,
    details.totalLentForThisPeriod,
    details.totalReimbursementsForThisPeriod,
    details.totalInterestForThisPeriod,
    details.totalFeesForThisPeriod,
    details.totalAdjustmentsForThisPeriod,
    details.totalPaymentReversalsForThisPeriod,
    details.totalCreditReversalsForThisPeriod,
  ];
  const taken = [
    details.totalPaymentsForThisPeriod,
    details.totalCreditsForThisPeriod,
    details.totalRefundsForThisPeriod,
  ].map((one: number) => -one);
  assert.equal(sumOf([details.previousBalance, ...added, ...taken]), details.newBalanceAmount, 'so do the sums');
}

describe('statements', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const listed = async (api: Client, path: string, query = ''): Promise<Shown[]> => {
    const { status, body } = await api.get(`${path}/statements?sortBy=statementDate${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const detailsOf = async (api: Client, path: string, id: string): Promise<Shown> => {
    const { status, body } = await api.get(`${path}/statements/${id}/details`);
    assert.equal(status, 200, JSON.stringify(body));
    assertFoots(body.data);
    return body.data;
  };

  /** 1,000.00 at 12 %, 350.00 a month from February 15th on. */
  const aLoan = (more: object = {}, settings: object = {}): Promise<Life> =>
    aLife(company, {
      start: '2027-01-15T15:00:00Z',
      type: { type: 'installment', ...settings },
      agreed: {
        amountFinanced: 1000,
        interestRates: [{ rate: 0.12 }],
        specificDays: [15],
        duration: null,
        periodicPaymentAmount: 350,
        ...more,
      },
    });

  test('of a loan: two months by hand', async () => {
    const loan = await aLoan();
    await loan.moveTo('2027-02-15');
    const [first] = await listed(loan.api, loan.path);
    // 1,000.00 × 0.12 × 31 / 365 = 10.1917…, cut. What was lent came in; nothing was owed before.
    const one = await detailsOf(loan.api, loan.path, first.id);
    assert.deepEqual(
      [one.previousBalance, one.totalLentForThisPeriod, one.totalInterestForThisPeriod, one.newBalanceAmount],
      [0, 1000, 10.19, 1010.19],
    );
    assert.deepEqual(
      [
        one.minimumAmountDue,
        one.overdueAmount,
        one.statementDate,
        one.paymentDueDate,
        one.daysInBillingCycle,
        one.year,
      ],
      [350, 0, '2027-02-15', '2027-02-15', 31, '2027'],
    );
    await loan.moveTo('2027-02-20');
    // The oldest first: 10.19 of interest, and 189.81 of principal; 810.19 are left.
    const payment = await loan.pay(200);
    await loan.moveTo('2027-03-15');
    const statements = await listed(loan.api, loan.path);
    assert.deepEqual(
      statements.map(({ version, statementDate }) => [version, statementDate]),
      [
        [1, '2027-02-15'],
        [1, '2027-03-15'],
      ],
    );
    const two = await detailsOf(loan.api, loan.path, statements[1].id);
    // (5 × 1,000.00 + 23 × 810.19) × 0.12 / 365 = 7.7702…, cut: 7.77. 1,010.19 − 200.00 + 7.77 = 817.96.
    assert.deepEqual(
      [two.previousBalance, two.totalPaymentsForThisPeriod, two.totalInterestForThisPeriod, two.newBalanceAmount],
      [1010.19, 200, 7.77, 817.96],
    );
    // 150.00 of February is still open, and 350.00 come with March.
    assert.deepEqual(
      [two.minimumAmountDue, two.currentAmountDue, two.overdueAmount, two.newPrincipalBalance],
      [500, 350, 150, 810.19],
    );
    // (5 × 1,000.00 + 23 × 810.19) / 28 = 844.08…
    assert.deepEqual(two.rates, [
      {
        drawId: null,
        fromDate: '2027-02-15',
        toDate: '2027-03-15',
        interestRate: 0.12,
        isVariable: false,
        averageDailyBalanceAmount: 844.08,
        interestAmount: 7.77,
      },
    ]);
    assert.deepEqual([two.yearToDateInterestCharged, two.yearToDateFeesCharged], [17.96, 0]);
    assert.deepEqual(
      [two.lastPeriodPrincipalPaid, two.lastPeriodInterestPaid, two.lastPeriodFeesPaid],
      [189.81, 10.19, 0],
    );
    assert.deepEqual(
      two.activities.map(({ date, type, amount, transactionId }: Shown) => [date, type, amount, transactionId]),
      [
        ['2027-02-20', 'payment', -200, payment.id],
        ['2027-03-15', 'interest', 7.77, null],
      ],
    );
    // The list says what has become of what was asked for: of February 200.00 of 350.00.
    assert.deepEqual([statements[0].fulfilledAmount, statements[0].remainingAmount], [200, 150]);
    const balances = await loan.read('/balances');
    assert.equal(balances.outstandingBalances.outstandingTotalAmount, two.newBalanceAmount);
  });

  test('of a line: two months by hand', async () => {
    const { test: api } = company;
    await setClock(api, '2027-01-01T17:00:00Z');
    const { path } = await lineMade(api, {
      interestRates: [{ rate: 0.1825 }],
      specificDays: [1, 25],
      gracePeriod: { isGracePeriodApplicable: false },
    });
    const draw = await aDraw(api, path, { nickname: 'Shopping' });
    await setClock(api, '2027-01-02T17:00:00Z');
    const details = { description: 'A bicycle', merchantName: 'Wheels & Sons' };
    const bought = await api.made(`${draw}/purchases`, { amount: 1000, purchaseDetails: details });
    await moveClock(api, '2027-02-01T17:00:00Z');
    const [first] = await listed(api, path);
    const one = await detailsOf(api, path, first.id);
    // 0.05 % a day: 30 days of 0.50. The minimum is 1 % of 1,000.00 and the interest, 25.00, which is the floor as well.
    assert.deepEqual(
      [one.previousBalance, one.totalPurchasesForThisPeriod, one.totalInterestForThisPeriod, one.newBalanceAmount],
      [0, 1000, 15, 1015],
    );
    assert.deepEqual([one.minimumAmountDue, one.overdueAmount, one.paymentDueDate], [25, 0, '2027-02-25']);
    assert.deepEqual(
      one.activities.map((line: Shown) => [
        line.date,
        line.description,
        line.merchantName,
        line.amount,
        line.purchaseId,
      ]),
      [
        ['2027-01-02', 'A bicycle', 'Wheels & Sons', 1000, bought.id],
        ['2027-02-01', 'Interest charged', null, 15, null],
      ],
    );
    assert.deepEqual(
      one.draws.map(({ nickname, newBalanceAmount, minimumAmountDue, interestRate }: Shown) => [
        nickname,
        newBalanceAmount,
        minimumAmountDue,
        interestRate,
      ]),
      [['Shopping', 1015, 25, 0.1825]],
    );
    assert.ok(one.minimumPaymentWarning.months > 36 && one.minimumPaymentWarning.paymentFor36MonthsAmount > 0);
    await setClock(api, '2027-02-10T17:00:00Z');
    await api.made(`${path}/transactions?sync=true`, { type: 'oneTime', isExternal: true, amount: 100 });
    await setClock(api, '2027-02-15T17:00:00Z');
    await api.made(`${draw}/purchases`, { amount: 50 });
    await moveClock(api, '2027-03-01T17:00:00Z');
    const [, second] = await listed(api, path);
    const two = await detailsOf(api, path, second.id);
    // 100.00 pay 15.00 of interest and 85.00 of principal. 9 × 1,000.00 + 5 × 915.00 + 14 × 965.00 = 27,085.00 at 0.05 %:
    // 13.5425, cut. 1,015.00 − 100.00 + 50.00 + 13.54 = 978.54.
    assert.deepEqual(
      [two.previousBalance, two.totalPaymentsForThisPeriod, two.totalPurchasesForThisPeriod],
      [1015, 100, 50],
    );
    assert.deepEqual([two.totalInterestForThisPeriod, two.newBalanceAmount], [13.54, 978.54]);
    assert.equal(two.yearToDateInterestCharged, 28.54);
    // 27,085.00 / 28 = 967.32…
    assert.deepEqual(
      two.rates.map(({ averageDailyBalanceAmount, interestAmount }: Shown) => [
        averageDailyBalanceAmount,
        interestAmount,
      ]),
      [[967.32, 13.54]],
    );
  });

  test('have a further version where the past changes what they say, and only then', async () => {
    const loan = await aLoan();
    await loan.moveTo('2027-02-10');
    const payment = await loan.pay(100);
    await loan.moveTo('2027-03-20');
    const before = await listed(loan.api, loan.path);
    assert.deepEqual(
      before.map(({ version }) => version),
      [1, 1],
    );
    // It was paid on the day before: less interest of February, so both statements say something else.
    await loan.act(`transactions/${payment.id}/backdate?sync=true`, { effectiveDate: '2027-02-01' });
    await loan.moveTo('2027-03-21');
    const after = await listed(loan.api, loan.path);
    assert.deepEqual(
      after.map(({ version }) => version),
      [2, 2],
    );
    for (const { changes } of after) assert.ok(changes.includes('totalInterestForThisPeriod'), changes.join());
    const all = await listed(loan.api, loan.path, '&includeAllVersions=true');
    assert.deepEqual(all.map(({ version, isActive, statementDate }) => [statementDate, version, isActive]).sort(), [
      ['2027-02-15', 1, false],
      ['2027-02-15', 2, true],
      ['2027-03-15', 1, false],
      ['2027-03-15', 2, true],
    ]);
    // The old one stays as it was.
    const [old] = before;
    const shown = await detailsOf(loan.api, loan.path, old.id);
    assert.deepEqual([shown.version, shown.newBalanceAmount], [1, old.newBalanceAmount]);
    // A payment of today changes nothing of what was said.
    await loan.pay(10);
    await loan.moveTo('2027-03-22');
    assert.deepEqual(
      (await listed(loan.api, loan.path)).map(({ version }) => version),
      [2, 2],
    );
    const types = typesOf(await told(house(), loan.api));
    assert.equal(types.filter((type: string) => type === 'statement.generated').length >= 2, true);
    assert.ok(types.includes('statement.regenerated'));
  });

  test('show a payment that has come back, and its return', async () => {
    const loan = await aLoan();
    await loan.moveTo('2027-02-10');
    const payment = await loan.pay(100, { status: 'pending' });
    await loan.moveTo('2027-02-12');
    await loan.api.put(`${loan.path}/transactions/${payment.id}`, {
      status: 'failed',
      failureReason: 'insufficientFunds',
    });
    await loan.moveTo('2027-02-15');
    const [first] = await listed(loan.api, loan.path);
    const one = await detailsOf(loan.api, loan.path, first.id);
    assert.deepEqual(
      [one.totalPaymentsForThisPeriod, one.totalPaymentReversalsForThisPeriod, one.newBalanceAmount],
      [100, 100, 1010.19],
    );
  });

  test('of a loan whose statements come before the due date', async () => {
    const loan = await aLoan({}, { payments: { statementDaysBeforeDue: 20 } });
    await loan.moveTo('2027-01-26');
    const [first] = await listed(loan.api, loan.path);
    const one = await detailsOf(loan.api, loan.path, first.id);
    // 11 days of 1,000.00 at 12 %: 3.6164…, whole cents of what has accrued. The payment of February 15th is asked for.
    assert.deepEqual(
      [
        one.statementDate,
        one.paymentDueDate,
        one.totalInterestForThisPeriod,
        one.newBalanceAmount,
        one.minimumAmountDue,
      ],
      ['2027-01-26', '2027-02-15', 3.61, 1003.61, 350],
    );
    await loan.moveTo('2027-02-23');
    const [, second] = await listed(loan.api, loan.path);
    const two = await detailsOf(loan.api, loan.path, second.id);
    assert.deepEqual([two.previousBalance, two.overdueAmount, two.minimumAmountDue], [1003.61, 350, 700]);
    assert.equal((await listed(loan.api, loan.path, '&includeAllVersions=true')).length, 2);
  });

  test('can be asked for once more, and given a document', async () => {
    const loan = await aLoan();
    await loan.moveTo('2027-02-20');
    const [first] = await listed(loan.api, loan.path);
    const generate = `${loan.path}/periods/${first.periodId}/generate-statement?sync=true`;
    const again = await loan.api.post(generate, {});
    assert.equal(again.status, 201, JSON.stringify(again.body));
    assert.deepEqual([again.body.data.version, again.body.data.changes, again.body.data.isActive], [2, [], true]);
    assert.deepEqual(
      (await listed(loan.api, loan.path)).map(({ id }) => id),
      [again.body.data.id],
    );
    const running = (await loan.api.get(`${loan.path}/periods`)).body.data[1].id;
    const early = await loan.api.post(`${loan.path}/periods/${running}/generate-statement`, {});
    assert.deepEqual([early.status, early.body.errorType], [409, 'NothingToDo']);
    const none = await loan.api.post(`${loan.path}/periods/PE-AAAA-AAAA/generate-statement`, {});
    assert.deepEqual([none.status, none.body.data.path], [404, 'loanPeriodId']);

    const own = `/people/${loan.personId}/documents`;
    const document = (await loan.api.post(own, { type: 'loanStatement', fileName: 'statement.pdf' })).body;
    const statement = `${loan.path}/statements/${first.id}`;
    const given = await loan.api.put(statement, { documentDescriptorId: document.id });
    assert.deepEqual([given.status, given.body.data.documentDescriptorId], [200, document.id]);
    const other = await loan.api.made('/people', aPerson());
    const theirs = (await loan.api.post(`/people/${other.id}/documents`, { type: 'loanStatement' })).body;
    const refused = await loan.api.put(statement, { documentDescriptorId: theirs.id });
    assert.deepEqual([refused.status, refused.body.data.path], [404, 'documentDescriptorId']);
    assert.equal((await loan.api.put(statement, { documentDescriptorId: null })).body.data.documentDescriptorId, null);
  });

  test('are found by year, and refuse what is no year, no sort and no statement', async () => {
    const loan = await aLoan();
    await loan.moveTo('2027-02-15');
    assert.equal((await listed(loan.api, loan.path, '&year=2027')).length, 1);
    assert.equal((await listed(loan.api, loan.path, '&year=2026')).length, 0);
    assert.equal((await listed(loan.api, loan.path, '&includeTestVersions=true')).length, 1);
    for (const query of ['year=next', 'sortBy=figures', 'limit=0', 'unheard=1']) {
      assert.equal((await loan.api.get(`${loan.path}/statements?${query}`)).status, 400, query);
    }
    assert.equal((await loan.api.get(`${loan.path}/statements/SM-AAAA-AAAA/details`)).status, 404);
    const [first] = await listed(loan.api, loan.path);
    const body = await loan.api.put(`${loan.path}/statements/${first.id}`, { newBalanceAmount: 1 });
    assert.equal(body.status, 400);
    const other = await aLoan();
    assert.equal((await other.api.get(`${other.path}/statements/${first.id}/details`)).status, 404);
  });

  test('are taken back where their period is none any more', async () => {
    const loan = await aLoan();
    await loan.moveTo('2027-02-14');
    const payment = await loan.pay(10);
    await loan.moveTo('2027-02-20');
    assert.equal((await listed(loan.api, loan.path)).length, 1);
    // All was paid before the first due date.
    await loan.pay(999.86, { effectiveDate: '2027-02-14' });
    await loan.moveTo('2027-02-21');
    const { status } = await loan.standing();
    assert.ok(payment.id !== undefined && status === 'paidOff', status);
    assert.deepEqual(await listed(loan.api, loan.path), []);
    const [gone] = await listed(loan.api, loan.path, '&includeAllVersions=true');
    assert.ok(gone.deletedAt !== null && !gone.isActive);
  });

  test('of a line on which nothing happens come when something does', async () => {
    const { test: api } = company;
    await setClock(api, '2027-01-01T17:00:00Z');
    const { path } = await lineMade(api, { specificDays: [1, 25] });
    const draw = await aDraw(api, path);
    await moveClock(api, '2027-04-10T17:00:00Z');
    assert.equal((await listed(api, path)).length < 3, true, 'the day passes over it');
    await api.made(`${draw}/purchases`, { amount: 20 });
    await moveClock(api, '2027-05-02T17:00:00Z');
    const all = await listed(api, path);
    assert.deepEqual(
      all.map(({ statementDate, newBalanceAmount }) => [statementDate, newBalanceAmount]),
      [
        ['2027-02-01', 0],
        ['2027-03-01', 0],
        ['2027-04-01', 0],
        ['2027-05-01', 20],
      ],
    );
  });

  test('agree with the books whatever happened, and none is missing', async () => {
    const random = randomOf(seed, 45);
    for (const settings of [{}, { payments: { statementDaysBeforeDue: 12 } }, { fees: lateFees }]) {
      const loan = await aLoan({ periodicPaymentAmount: null, duration: 8 }, settings);
      for (let month = 2; month < 9; month++) {
        for (const day of [random.between(2, 9), random.between(11, 19), random.between(21, 27)]) {
          const today = `2027-0${month}-${String(day).padStart(2, '0')}`;
          await loan.moveTo(today);
          await somethingHappens(loan, random, month, day);
        }
      }
      await loan.moveTo('2027-09-01');
      const [active, all] = await Promise.all([
        listed(loan.api, loan.path),
        listed(loan.api, loan.path, '&includeAllVersions=true'),
      ]);
      assert.ok(active.length >= 6 && all.length > active.length, 'some have a further version');
      for (const { id } of all) await detailsOf(loan.api, loan.path, id);
    }
    await booksAgree(house(), company.test, 3);
  });

  const lateFees = { late: { flatAmount: 15, graceDays: 5 }, nsfAmount: 20 };

  /** A payment, also one of days ago; one that comes back; a credit; or nothing. */
  async function somethingHappens(loan: Life, random: Random, month: number, day: number): Promise<void> {
    const effectiveDate = `2027-0${random.between(Math.max(2, month - 2), month)}-0${random.between(1, 9)}`;
    const isPast = effectiveDate <= `2027-0${month}-${String(day).padStart(2, '0')}`;
    const amount = random.between(5, 160);
    const common = { type: 'oneTime', isExternal: true, status: 'succeeded', amount };
    const pay = (more: object) => loan.api.post(`${loan.path}/transactions?sync=true`, { ...common, ...more });
    switch (random.between(0, 5)) {
      case 0:
      case 1:
        await pay({});
        break;
      case 2:
        if (isPast) await pay({ effectiveDate });
        break;
      case 3: {
        const { body } = await pay({ status: 'pending' });
        const failed = { status: 'failed', failureReason: 'insufficientFunds' };
        if (body.data?.id) await loan.api.put(`${loan.path}/transactions/${body.data.id}`, failed);
        break;
      }
      case 4: {
        const { data } = (await loan.api.get(`${loan.path}/transactions`)).body;
        const one = data.find(({ status }: Shown) => status === 'succeeded');
        if (one && isPast)
          await loan.api.post(`${loan.path}/transactions/${one.id}/backdate?sync=true`, { effectiveDate });
        break;
      }
      default:
        await loan.api.post(`${loan.path}/transactions`, { type: 'serviceCredit', amount: 3 });
    }
  }
});
