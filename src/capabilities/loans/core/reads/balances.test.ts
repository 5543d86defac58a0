// What a loan owes and has paid, over HTTP. Numbers are worked by hand; those of the first loan are also in
// docs/loan-year.md: 4,800.00 on January 20th at 14.99 %, 432.20 on the 15th, late fees of 5 % after ten days.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Answer, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life, type LifeOptions } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { figuredLoan } from '../lifecycle/figured-loan.ts';
import { readBalances } from './balances.ts';

const lateFees = { fees: { late: { graceDays: 10, flatAmount: 10, percent: 0.05, rule: 'greater' } } };
const ofTheYear: LifeOptions = { start: '2027-01-20T15:00:00Z', type: lateFees };

type Shown = Answer['body'];

const bucket = (name: string, own: Record<string, number> = {}) => ({
  ...Object.fromEntries(
    ['Total', 'Principal', 'Interest', 'Fees', 'OriginationFees', 'DrawFees', 'LateFees', 'ModificationFees'].map(
      (part) => [`${name}${part}Amount`, own[part] ?? 0],
    ),
  ),
});
const owed = (name: string, own: Record<string, number> = {}) => ({
  ...Object.fromEntries(
    ['Total', 'Principal', 'Interest', 'Fees'].map((part) => [`${name}${part}Amount`, own[part] ?? 0]),
  ),
});
const paid = (own: Record<string, number> = {}) =>
  Object.fromEntries(
    ['Total', 'Payments', 'Credits', 'Reimbursements', 'Principal', 'Interest', 'Fees', 'Over'].map((part) => [
      `paid${part}Amount`,
      own[part] ?? 0,
    ]),
  );

const nothing = {
  isLocked: false,
  outstandingBalances: bucket('outstanding'),
  nonDueBalances: bucket('nonDue'),
  dueBalances: bucket('due'),
  overdueBalances: bucket('overdue'),
  outstandingBalancesWithPromo: { outstandingTotalAmount: 0 },
  nonAccrualBalances: owed('nonAccrual'),
  chargedOffBalances: owed('chargedOff'),
  paidBalances: paid(),
  interestAndFeesAmounts: {
    interestAccruedTotalAmount: 0,
    interestDiscountTotalAmount: 0,
    forgoneInterestCapAmount: 0,
    forgoneInterestRoundingAmount: 0,
    interestAccruedYearToDateAmount: 0,
  },
  creditBalance: 0,
  creditLimitAmount: null,
  availableCreditAmount: null,
  utilizationAmount: null,
  heldAmount: null,
  unclearedAmount: null,
  overLimitAmount: null,
  unroundedAmounts: null,
};

describe('balances', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const at = (life: Life, date: string): Promise<Shown> => setClock(life.api, `${date}T15:00:00Z`);
  const balances = (life: Life, query = ''): Promise<Shown> => life.read(`/balances${query}`);
  const ofYear = async (life: Life, query = ''): Promise<Shown> =>
    (await balances(life, query)).interestAndFeesAmounts.interestAccruedYearToDateAmount;

  async function paidOnce(): Promise<Life> {
    const life = await aLife(company, ofTheYear);
    await at(life, '2027-02-15');
    await life.pay(432.2);
    return life;
  }

  /** The first payment was on time, the second is missing. */
  async function lateInMarch(): Promise<Life> {
    const life = await paidOnce();
    await at(life, '2027-03-26');
    return life;
  }

  test('are all there and zero for a loan that is not active yet, a draft, and before the activation', async () => {
    const life = await aLife(company, { ...ofTheYear, activate: false });
    const calculatedAt = '2027-01-20T15:00:00.000000+00:00';
    assert.deepEqual(await balances(life), { ...nothing, calculatedAt, effectiveDate: '2027-01-20' });
    const loans = `/people/${life.personId}/loans`;
    const draft = await life.api.made(loans, {
      loanTypeId: 'ext-installment',
      status: 'pending',
      atOrigination: {
        amountFinanced: 100,
        interestRates: [{ rate: 0.1 }],
        paymentFrequency: 'monthly',
        specificDays: [1],
        duration: 2,
      },
    });
    const ofDraft = (await life.api.get(`${loans}/${draft.id}/balances?toEffectiveDate=2027-05-01`)).body.data;
    assert.deepEqual(ofDraft, { ...nothing, calculatedAt, effectiveDate: '2027-05-01' });
    await life.act('activate');
    const before = await balances(life, '?toEffectiveDate=2027-01-19');
    assert.deepEqual(before, { ...nothing, calculatedAt, effectiveDate: '2027-01-19' });
    assert.equal((await balances(life)).outstandingBalances.outstandingTotalAmount, 4800);
  });

  test('are of today, though the books were last worked weeks ago', async () => {
    // 11 days of 4,419.05 at 14.99 % since March 15th are 19.9632…; the instalment of March is 50.81 + 381.39.
    assert.deepEqual(await balances(await lateInMarch()), {
      ...nothing,
      calculatedAt: '2027-03-26T04:00:00.000000+00:00',
      effectiveDate: '2027-03-26',
      outstandingBalances: bucket('outstanding', {
        Total: 4511.43,
        Principal: 4419.05,
        Interest: 70.77,
        Fees: 21.61,
        LateFees: 21.61,
      }),
      nonDueBalances: bucket('nonDue', {
        Total: 4079.23,
        Principal: 4037.66,
        Interest: 19.96,
        Fees: 21.61,
        LateFees: 21.61,
      }),
      overdueBalances: bucket('overdue', { Total: 432.2, Principal: 381.39, Interest: 50.81 }),
      outstandingBalancesWithPromo: { outstandingTotalAmount: 4511.43 },
      paidBalances: paid({ Total: 432.2, Payments: 432.2, Principal: 380.95, Interest: 51.25 }),
      interestAndFeesAmounts: {
        ...nothing.interestAndFeesAmounts,
        interestAccruedTotalAmount: 122.03,
        interestAccruedYearToDateAmount: 122.03,
      },
    });
  });

  test('with isRounded=false also tell the interest to the last digit', async () => {
    const { unroundedAmounts } = await balances(await lateInMarch(), '?isRounded=false');
    // 51.2534794520 + 50.8154429041 + 19.9632097123; the fractions above 51.25 and 50.81 are forgone.
    assert.deepEqual(unroundedAmounts, {
      nonDueInterestAmount: '19.9632097123',
      interestAccruedTotalAmount: '122.0321320684',
      interestDiscountTotalAmount: '0.0000000000',
      forgoneInterestCapAmount: '0.0000000000',
      forgoneInterestRoundingAmount: '0.0089223561',
      interestAccruedYearToDateAmount: '122.0321320684',
    });
  });

  test('are of any day before, and of any day to come as if nothing else happened', async () => {
    const life = await lateInMarch();
    const on = async (date: string) => {
      const all = await balances(life, `?toEffectiveDate=${date}`);
      const { outstandingInterestAmount } = all.outstandingBalances;
      return [outstandingInterestAmount, all.dueBalances.dueTotalAmount, all.overdueBalances.overdueTotalAmount];
    };
    assert.deepEqual(await on('2027-02-14'), [49.28, 0, 0]);
    assert.deepEqual(await on('2027-02-15'), [0, 0, 0], 'what came on the day is in');
    assert.deepEqual(await on('2027-03-14'), [49, 0, 0]);
    assert.deepEqual(await on('2027-03-15'), [50.81, 432.2, 0]);
    assert.deepEqual(await on('2027-03-16'), [52.62, 0, 432.2]);
    // April: 56.25 of interest, 375.95 of principal and the late fee of March.
    assert.deepEqual(await on('2027-04-15'), [107.06, 453.81, 432.2]);
    const { dueBalances } = await balances(life, '?toEffectiveDate=2027-04-15');
    assert.deepEqual(
      dueBalances,
      bucket('due', { Total: 453.81, Principal: 375.95, Interest: 56.25, Fees: 21.61, LateFees: 21.61 }),
    );
    assert.deepEqual((await on('2027-04-16')).slice(1), [0, 886.01]);
  });

  test('of a day long over are found behind the checkpoints', async () => {
    const life = await lateInMarch();
    await at(life, '2027-07-01');
    await life.act('refresh');
    assert.equal(
      (await balances(life, '?toEffectiveDate=2027-01-31')).outstandingBalances.outstandingTotalAmount,
      4821.68,
    );
    const march = await balances(life, '?toEffectiveDate=2027-03-26');
    assert.equal(march.outstandingBalances.outstandingTotalAmount, 4511.43);
    assert.equal(march.interestAndFeesAmounts.interestAccruedYearToDateAmount, 122.03);
  });

  test('are as they were known at a moment', async () => {
    const life = await aLife(company, ofTheYear);
    await at(life, '2027-03-01');
    await life.pay(432.2, { effectiveDate: '2027-02-15' });
    const of = async (query: string) => {
      const { effectiveDate, outstandingBalances, overdueBalances, interestAndFeesAmounts } = await balances(
        life,
        query,
      );
      const { outstandingPrincipalAmount: principal, outstandingInterestAmount: interest } = outstandingBalances;
      const year = interestAndFeesAmounts.interestAccruedYearToDateAmount;
      return [effectiveDate, principal, interest, overdueBalances.overdueTotalAmount, year];
    };
    // Five days at 14.99 %: of 4,419.05 they are 9.0741…, of 4,800.00 they are 9.8564….
    assert.deepEqual(await of('?toEffectiveDate=2027-02-20'), ['2027-02-20', 4419.05, 9.07, 0, 60.32]);
    const unknown = ['2027-02-20', 4800, 61.1, 432.2, 61.1];
    assert.deepEqual(await of('?toEffectiveDate=2027-02-20&knownAt=2027-03-01T14:59:59Z'), unknown);
    assert.deepEqual(await of('?knownAt=2027-02-20T17:00:00Z'), unknown, 'without a date it is the day of that moment');
    assert.deepEqual(await of('?knownAt=2027-02-21T04:59:59Z'), unknown, 'in the zone of the loan');
    assert.deepEqual(await of('?toEffectiveDate=2027-02-20&knownAt=2027-03-01T15:00:00Z'), [
      '2027-02-20',
      4419.05,
      9.07,
      0,
      60.32,
    ]);
    assert.deepEqual((await of('?knownAt=2031-01-01T00:00:00Z'))[0], '2027-03-01', 'nobody knows more than today');
    assert.deepEqual(await of('?knownAt=2027-01-20T14:00:00Z'), ['2027-01-20', 0, 0, 0, 0]);
  });

  test('tell what came in, and that it is what it went to', async () => {
    const life = await paidOnce();
    await life.act('transactions', { type: 'serviceCredit', amount: 20 });
    const { paidBalances } = await balances(life);
    assert.deepEqual(
      paidBalances,
      paid({ Total: 452.2, Payments: 432.2, Credits: 20, Principal: 400.95, Interest: 51.25 }),
    );
    // 4,399.05 is left, so 100.95 is too much.
    await life.pay(4500, { allowOverpayment: true });
    const over = { Payments: 4932.2, Credits: 20, Principal: 4800, Interest: 51.25 };
    const overpaid = await balances(life);
    assert.deepEqual(overpaid.paidBalances, paid({ ...over, Total: 4952.2, Over: 100.95 }));
    assert.equal(overpaid.creditBalance, 100.95);
    assert.equal(overpaid.outstandingBalances.outstandingTotalAmount, 0);
    await life.act('reimburse', { reimbursementAmount: 100.95, isExternal: true });
    const returned = await balances(life);
    assert.deepEqual(returned.paidBalances, paid({ ...over, Total: 4851.25, Reimbursements: 100.95 }));
    assert.equal(returned.creditBalance, 0);
  });

  test('have each kind of fee, and all of them in the total', async () => {
    const fees = { service: { amount: 5 }, origination: { charged: 'firstPayment' } };
    const agreed = { fees: { originationFeeAmount: 100 } };
    const life = await aLife(company, { ...ofTheYear, type: { fees }, agreed });
    const { nonDueBalances } = await balances(life);
    assert.deepEqual(
      nonDueBalances,
      bucket('nonDue', { Total: 4900, Principal: 4800, Fees: 100, OriginationFees: 100 }),
    );
    const { dueBalances } = await balances(life, '?toEffectiveDate=2027-02-15');
    assert.deepEqual([dueBalances.dueFeesAmount, dueBalances.dueOriginationFeesAmount], [105, 100]);
    assert.equal(dueBalances.dueInterestAmount, 51.25);
  });

  test('show apart what was charged off', async () => {
    const life = await lateInMarch();
    await life.act('charge-off', { chargedOffReason: 'bankruptcy' });
    const { outstandingBalances, chargedOffBalances } = await balances(life);
    assert.deepEqual(outstandingBalances, bucket('outstanding'));
    // 50.81 was due, 19.96 had accrued since.
    assert.deepEqual(
      chargedOffBalances,
      owed('chargedOff', { Total: 4511.43, Principal: 4419.05, Interest: 70.77, Fees: 21.61 }),
    );
    // Within a day money counts before a charge-off.
    await at(life, '2027-03-27');
    await life.pay(4500);
    const recovered = await balances(life);
    assert.deepEqual(recovered.chargedOffBalances, owed('chargedOff', { Total: 11.43, Fees: 11.43 }));
    const { paidBalances } = recovered;
    assert.deepEqual(
      paidBalances,
      paid({ Total: 4932.2, Payments: 4932.2, Principal: 4800, Interest: 122.02, Fees: 10.18 }),
    );
  });

  test('tell what promotional rates and a cap kept from the borrower', async () => {
    const promo = await aLife(company, { ...ofTheYear, agreed: { promoRates: [{ rate: 0.05 }] } });
    // 26 days of 4,800.00: 34.1575… at 9.99 %, and 17.0958… at the 5 % that were taken off.
    const { interestAndFeesAmounts, outstandingBalancesWithPromo } = await balances(
      promo,
      '?toEffectiveDate=2027-02-15',
    );
    assert.equal(interestAndFeesAmounts.interestAccruedTotalAmount, 34.15);
    assert.equal(interestAndFeesAmounts.interestDiscountTotalAmount, 17.09);
    assert.equal(outstandingBalancesWithPromo.outstandingTotalAmount, 4834.15);
    const capped = await aLife(company, { ...ofTheYear, agreed: { totalInterestCapAmount: 20 } });
    const all = await balances(capped, '?toEffectiveDate=2027-02-15');
    assert.equal(all.interestAndFeesAmounts.interestAccruedTotalAmount, 51.25);
    assert.equal(all.interestAndFeesAmounts.forgoneInterestCapAmount, 31.25);
    assert.equal(all.outstandingBalances.outstandingInterestAmount, 20);
  });

  test('are read while work of several steps holds the loan, and say so', async () => {
    const life = await paidOnce();
    const before = await balances(life);
    const lease = { holder: 'a test', reason: 'to see', since: '2026-01-20T15:00:00.000000+00:00', until: 9e15 };
    const text = 'update loan_standing set lease = $1, version = version + 1 where loan_id = $2';
    await house().service.database.pools.test.query(text, [JSON.stringify(lease), life.id]);
    assert.deepEqual(await balances(life), { ...before, isLocked: true });
  });

  describe('of the year', () => {
    const lastYear: LifeOptions = { start: '2026-11-20T15:00:00Z' };
    const exactly = async (life: Life, to: string): Promise<string> =>
      (await life.read(`/interest?fromEffectiveDate=2027-01-01&toEffectiveDate=${to}`)).unroundedInterestAmount;

    test('count from January 1st, whenever the books were last worked', async () => {
      const life = await aLife(company, lastYear);
      // 31 days of 4,800.00 at 14.99 % are 61.1099…, and 40 are 78.8515….
      await at(life, '2027-02-01');
      assert.equal(await ofYear(life), 61.1);
      await life.act('refresh');
      assert.equal(await ofYear(life), 61.1);
      await at(life, '2027-02-10');
      assert.equal(await ofYear(life), 78.85);
      assert.equal((await balances(life)).interestAndFeesAmounts.interestAccruedTotalAmount, 161.64);
      assert.equal(await exactly(life, '2027-02-10'), '78.8515068493');
      assert.equal(await ofYear(life, '?toEffectiveDate=2027-01-01'), 0);
      assert.equal(await ofYear(life, '?toEffectiveDate=2026-12-31'), 80.82, '41 days of the year before');
      assert.equal(await ofYear(life, '?skipYtd=true'), null);
      assert.equal(await ofYear(life, '?fast=true'), null);
    });

    test('count anew when the year before is corrected', async () => {
      const life = await aLife(company, lastYear);
      await at(life, '2027-02-10');
      await life.act('refresh');
      // 49.28 of interest was due on December 15th, so 950.72 of the payment is principal and 3,849.28 is left.
      await life.pay(1000, { effectiveDate: '2026-12-15' });
      assert.equal(await ofYear(life), 63.23);
      assert.equal(await exactly(life, '2027-02-10'), '63.2336517260');
    });

    test('cost nothing but the figures of the loan: one statement finds them, and no fact is read', async () => {
      const life = await aLife(company, lastYear);
      await at(life, '2027-02-10');
      await life.act('refresh');
      const reader = house().service.database.reader(life.api.realm);
      const { subject } = await figuredLoan.find(reader, life.id, false, { personId: life.personId });
      const no = (): never => assert.fail('a statement more');
      const ctx = {
        reader: { ...reader, rows: no, row: no, together: no },
        now: async () => '2027-02-10T15:00:00.000000+00:00',
        machineMicros: () => 0,
      };
      const found = await readBalances(ctx as never, {}, subject);
      assert.equal(found.interestAndFeesAmounts.interestAccruedYearToDateAmount, 7885);
      assert.equal(found.outstandingBalances.outstandingPrincipalAmount, 480_000);
    });
  });

  test('refuse a day that is none, and one beyond all loans', async () => {
    const { api, path } = await aLife(company, ofTheYear);
    refusedAt(await api.get(`${path}/balances?toEffectiveDate=soon`), 'toEffectiveDate');
    refusedAt(await api.get(`${path}/balances?toEffectiveDate=9999-12-31`), 'toEffectiveDate');
    refusedAt(await api.get(`${path}/balances?knownAt=soon`), 'knownAt');
    refusedAt(await api.get(`${path}/balances?isRounded=perhaps`), 'isRounded');
    assert.equal((await api.get(`${path}/balances?toEffectiveDate=0001-01-01`)).status, 200);
    assert.equal((await api.get(`${path}/balances?toEffectiveDate=2100-01-01`)).status, 200);
  });
});
