// Interest between two days, and what pays a loan off, over HTTP. Numbers are worked by hand.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life, type LifeOptions } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';

const ofTheYear: LifeOptions = {
  start: '2027-01-20T15:00:00Z',
  type: { fees: { late: { graceDays: 10, flatAmount: 10, percent: 0.05, rule: 'greater' } } },
};

describe('of a loan', () => {
  const { aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const at = (life: Life, date: string) => setClock(life.api, `${date}T15:00:00Z`);

  /** The first payment was on time. */
  async function paidOnce(options: LifeOptions = ofTheYear): Promise<Life> {
    const life = await aLife(company, options);
    await at(life, '2027-02-15');
    await life.pay(432.2);
    return life;
  }

  describe('interest', () => {
    test('is told stretch by stretch from the activation to today', async () => {
      const life = await paidOnce();
      await at(life, '2027-03-26');
      const { segments, ...interest } = await life.read('/interest');
      assert.deepEqual(interest, {
        fromEffectiveDate: '2027-01-20',
        toEffectiveDate: '2027-03-26',
        interestAmount: 122.03,
        interestDiscountAmount: 0,
        interestBookedAmount: 102.06,
        unroundedInterestAmount: '122.0321320684',
        unroundedInterestDiscountAmount: '0.0000000000',
      });
      const stretch = (fromDate: string, toDate: string, days: number, principal: string, exact: string) => ({
        fromDate,
        toDate,
        days,
        principalAmount: Number(principal.replace(',', '')),
        rate: 0.1499,
        rateBeforeDiscount: 0.1499,
        unroundedInterestAmount: exact,
        unroundedInterestDiscountAmount: '0.0000000000',
        sentence: `$${principal} at 14.990 % for ${days} of 365 days (${fromDate} to ${toDate}).`,
      });
      assert.deepEqual(segments, [
        stretch('2027-01-20', '2027-02-15', 26, '4,800.00', '51.2534794520'),
        stretch('2027-02-15', '2027-03-15', 28, '4,419.05', '50.8154429041'),
        stretch('2027-03-15', '2027-03-26', 11, '4,419.05', '19.9632097123'),
      ]);
    });

    test('of days within a stretch is that of these days alone', async () => {
      const life = await paidOnce();
      const of = async (from: string, to: string) => {
        const { unroundedInterestAmount, interestBookedAmount } = await life.read(
          `/interest?fromEffectiveDate=${from}&toEffectiveDate=${to}`,
        );
        return [unroundedInterestAmount, interestBookedAmount];
      };
      assert.deepEqual(await of('2027-02-20', '2027-03-26'), ['61.7044663835', 50.81]);
      assert.deepEqual(await of('2027-02-20', '2027-03-15'), ['41.7412566712', 50.81], 'booked on the last day');
      assert.deepEqual(await of('2027-03-15', '2027-03-26'), ['19.9632097123', 0]);
      assert.deepEqual(await of('2027-03-15', '2027-03-15'), ['0.0000000000', 0]);
      assert.deepEqual(await of('2026-01-01', '2027-02-15'), ['51.2534794520', 51.25], 'nothing before it began');
      assert.deepEqual(await of('2026-01-01', '2027-01-19'), ['0.0000000000', 0]);
    });

    test('of a part of a month of thirty days is what the day count gives it', async () => {
      const life = await aLife(company, { ...ofTheYear, type: { interest: { dayCount: '30/360' } } });
      // From February 15th to March 15th the loan counts thirty days; sixteen have passed on March 1st.
      const { segments } = await life.read('/interest?fromEffectiveDate=2027-03-01&toEffectiveDate=2027-03-15');
      assert.equal(segments.length, 1);
      assert.equal(segments[0].unroundedInterestAmount, '27.9813333333');
      assert.equal(segments[0].sentence, '$4,800.00 at 14.990 % for 14 of 360 days (2027-03-01 to 2027-03-15).');
      assert.equal(segments[0].days, 14);
    });

    test('shows what promotional rates took off, and the rate before them', async () => {
      const life = await aLife(company, { ...ofTheYear, agreed: { promoRates: [{ rate: 0.05 }] } });
      const { segments, ...interest } = await life.read('/interest?toEffectiveDate=2027-02-15');
      assert.deepEqual([interest.interestAmount, interest.interestDiscountAmount], [34.15, 17.09]);
      assert.deepEqual([segments[0].rate, segments[0].rateBeforeDiscount], [0.0999, 0.1499]);
      assert.equal(segments[0].unroundedInterestDiscountAmount, '17.0958904109');
    });

    test('is as it was known at a moment', async () => {
      const life = await aLife(company, ofTheYear);
      await at(life, '2027-03-01');
      await life.pay(432.2, { effectiveDate: '2027-02-15' });
      const of = async (query: string) =>
        (await life.read(`/interest?fromEffectiveDate=2027-02-15&toEffectiveDate=2027-02-20${query}`))
          .unroundedInterestAmount;
      assert.equal(await of(''), '9.0741862328');
      assert.equal(await of('&knownAt=2027-03-01T14:00:00Z'), '9.8564383561');
    });

    test('is nothing for a loan that is not active', async () => {
      const life = await aLife(company, { ...ofTheYear, activate: false });
      assert.deepEqual(await life.read('/interest'), {
        fromEffectiveDate: '2027-01-20',
        toEffectiveDate: '2027-01-20',
        interestAmount: 0,
        interestDiscountAmount: 0,
        interestBookedAmount: 0,
        unroundedInterestAmount: '0.0000000000',
        unroundedInterestDiscountAmount: '0.0000000000',
        segments: [],
      });
    });

    test('refuses days in the wrong order and a draw, which no installment loan has', async () => {
      const { api, path } = await aLife(company, ofTheYear);
      const wrong = await api.get(`${path}/interest?fromEffectiveDate=2027-03-01&toEffectiveDate=2027-02-01`);
      refusedAt(wrong, 'fromEffectiveDate');
      refusedAt(await api.get(`${path}/interest?fromEffectiveDate=2027-03-01`), 'fromEffectiveDate');
      refusedAt(await api.get(`${path}/interest?drawId=ext-draw`), 'drawId');
    });
  });

  describe('a payoff', () => {
    test('is worked out for its day, with the late fee and the interest of every day until then', async () => {
      const life = await paidOnce();
      await at(life, '2027-03-20');
      // 4,419.05 + 21.61 + 50.81 due in March + 14 days since, 25.4077…; each day earns 1.814837….
      assert.deepEqual(await life.read('/payoff?date=2027-03-29'), {
        payoffAmount: 4516.87,
        principalAmount: 4419.05,
        interestAmount: 76.21,
        feesAmount: 21.61,
        creditAmount: 0,
        unearnedChargeAmount: null,
        perDiem: '1.814837',
        goodThroughDate: '2027-03-29',
        calculatedAt: '2027-03-20T15:00:00.000000+00:00',
      });
      const { payoffAmount, goodThroughDate } = await life.read('/payoff');
      assert.deepEqual(
        [payoffAmount, goodThroughDate],
        [4478.93, '2027-03-20'],
        'today: five days, 9.0741…, and no fee yet',
      );
    });

    test('paid on its day leaves nothing', async () => {
      const life = await paidOnce();
      await at(life, '2027-03-20');
      const { payoffAmount } = await life.read('/payoff?date=2027-03-29');
      await at(life, '2027-03-29');
      await life.pay(payoffAmount);
      assert.deepEqual(await life.standing(), { status: 'paidOff', outstanding: 0, overdue: 0, paid: 4949.07 });
      const after = await life.read('/payoff');
      assert.deepEqual([after.payoffAmount, after.perDiem], [0, '0.000000']);
    });

    test('takes off what the lender owes the borrower', async () => {
      const life = await paidOnce();
      await life.pay(4500, { allowOverpayment: true });
      const { payoffAmount, creditAmount } = await life.read('/payoff');
      assert.deepEqual([payoffAmount, creditAmount], [0, 80.95]);
    });

    test('of a loan that is not active is nothing; of a day that is over it is refused', async () => {
      const life = await aLife(company, { ...ofTheYear, activate: false });
      assert.equal((await life.read('/payoff?date=2027-06-01')).payoffAmount, 0);
      refusedAt(await life.api.get(`${life.path}/payoff?date=2027-01-19`), 'date');
      refusedAt(await life.api.get(`${life.path}/payoff?date=9999-01-01`), 'date');
    });
  });
});
