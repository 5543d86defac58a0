// What the lender disclosed of a loan is kept and shown, beside what we compute, with a flag where the two differ.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { agreement } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';

const allMatch = {
  aprNominalMatch: true,
  aprEffectiveMatch: true,
  totalInterestMatch: true,
  totalDiscountMatch: true,
  originatedAtMatch: true,
};
const now = '2026-02-20T15:00:00.000000+00:00';

describe('what the lender disclosed', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  let loans: string;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, now);
    loans = `/people/${(await api.made('/people', aPerson())).id}/loans`;
  });

  const board = (agreed: object = {}, more: object = {}) =>
    api.post(loans, {
      loanTypeId: 'ext-installment',
      status: 'originated',
      atOrigination: { ...agreement, ...agreed },
      ...more,
    });
  const boarded = async (agreed: object = {}, more: object = {}) => {
    const answer = await board(agreed, more);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  };

  test('is ours, where it disclosed nothing', async () => {
    const { atOrigination, disclosuresValidation } = await boarded();
    const { aprNominal, aprEffective, totalInterestAmount, totalDiscountAmount, computed } = atOrigination;
    const { periodicPaymentAmount, ...disclosed } = computed;
    assert.deepEqual(disclosed, { aprNominal, aprEffective, totalInterestAmount, totalDiscountAmount });
    assert.ok(periodicPaymentAmount > 430);
    assert.ok(aprNominal > 0.149 && aprNominal < 0.151 && aprEffective > aprNominal && totalInterestAmount > 380);
    assert.deepEqual(disclosuresValidation, allMatch);
  });

  test('is shown by the names that it was sent by, beside ours', async () => {
    const ours = (await boarded()).atOrigination.computed;
    const fees = { totalOtherFeesAmount: 12.5, dynamicFees: [{ apiName: 'lien', feeAmount: 12.5, feeCapAmount: 20 }] };
    const disclosed = { aprNominal: 0.2, aprEffective: 0.22, totalInterestAmount: 400, totalDiscountAmount: 1 };
    const loan = await boarded({ ...disclosed, fees });
    const { computed, ...shown } = loan.atOrigination;
    assert.deepEqual({ ...shown, ...disclosed }, shown);
    assert.deepEqual({ ...shown.fees, ...fees }, shown.fees);
    assert.deepEqual(computed, ours);
    assert.deepEqual(loan.disclosuresValidation, {
      aprNominalMatch: false,
      aprEffectiveMatch: false,
      totalInterestMatch: false,
      totalDiscountMatch: false,
      originatedAtMatch: true,
    });
    assert.deepEqual((await api.get(`${loans}/${loan.id}`)).body.data, loan);
  });

  test('matches when it is ours, rounded as it was sent but not beyond four decimals', async () => {
    const { aprNominal, totalInterestAmount } = (await boarded()).atOrigination.computed;
    const matches = async (disclosed: object) => (await boarded(disclosed)).disclosuresValidation;
    for (const decimals of [4, 6, 10]) {
      const rounded = aprNominal.toFixed(decimals);
      assert.deepEqual(await matches({ aprNominal: rounded, totalInterestAmount }), allMatch, rounded);
    }
    assert.equal((await matches({ aprNominal: (aprNominal + 0.0001).toFixed(4) })).aprNominalMatch, false);
    assert.equal((await matches({ aprNominal: 0.2 })).aprNominalMatch, false);
    assert.equal((await matches({ totalInterestAmount: totalInterestAmount + 0.01 })).totalInterestMatch, false);
  });

  test('may come, change and go while the loan is pending', async () => {
    const { id, atOrigination } = await boarded({ aprNominal: 0.2 }, { status: 'pending' });
    assert.deepEqual([atOrigination.aprNominal, atOrigination.computed.aprNominal], [0.2, null]);
    const put = async (body: object) => (await api.put(`${loans}/${id}`, body)).body.data;
    assert.equal((await put({ atOrigination: { aprNominal: 0.21 } })).atOrigination.aprNominal, 0.21);
    const originated = await put({ status: 'originated', atOrigination: { aprNominal: null } });
    assert.equal(originated.atOrigination.aprNominal, originated.atOrigination.computed.aprNominal);
  });

  describe('of the origination', () => {
    const said = '2026-02-16T15:00:00.000000+00:00';

    test('is its time, and ours stands beside it', async () => {
      const { timestamps, disclosuresValidation } = await boarded({}, { timestamps: { originatedAt: said } });
      assert.deepEqual([timestamps.originatedAt, timestamps.originationRecordedAt], [said, now]);
      assert.deepEqual(disclosuresValidation, { ...allMatch, originatedAtMatch: false });
      const plain = await boarded();
      assert.deepEqual([plain.timestamps.originatedAt, plain.timestamps.originationRecordedAt], [now, now]);
    });

    test('is kept while the loan is pending, and its day decides figures and rate caps', async () => {
      const { id, timestamps } = await boarded({}, { status: 'pending', timestamps: { originatedAt: said } });
      assert.deepEqual([timestamps.originatedAt, timestamps.originationRecordedAt], [said, null]);
      const put = async (body: object) => (await api.put(`${loans}/${id}`, body)).body.data;
      assert.equal((await put({ timestamps: { originatedAt: null } })).timestamps.originatedAt, null);
      const loan = await put({ status: 'originated', timestamps: { originatedAt: said } });
      assert.deepEqual([loan.timestamps.originatedAt, loan.timestamps.originationRecordedAt], [said, now]);
      // The first period begins four days earlier, and earns more.
      const today = await boarded();
      const interestOf = ({ atOrigination }: typeof loan) => atOrigination.computed.totalInterestAmount;
      assert.ok(interestOf(loan) > interestOf(today));
      const paymentOf = async (kept: typeof loan) => {
        await api.made(`${loans}/${kept.id}/activate`, { amortizationAtActivation: 'keepSchedule' });
        return (await api.get(`${loans}/${kept.id}`)).body.data.current.periodicPayment;
      };
      assert.ok((await paymentOf(loan)) > (await paymentOf(today)), 'the schedule that is kept is that of its day');
      const type = await api.made('/loan-types', { name: 'Capped' });
      await api.made(`/loan-types/${type.id}/rate-caps`, { maxRate: 0.1, effectiveDate: '2026-02-18' });
      const capped = (more: object) => board({}, { loanTypeId: type.id, ...more });
      refusedAt(await capped({}), 'atOrigination.interestRates[0].rate');
      assert.equal((await capped({ timestamps: { originatedAt: said } })).status, 201);
    });

    test('has come, by the day, and not too long ago', async () => {
      // The clock of the lender may be a little ahead.
      await boarded({}, { timestamps: { originatedAt: '2026-02-21T04:59:59Z' } });
      for (const originatedAt of ['2026-02-21T05:00:00Z', '9999-12-31T23:59:59Z', '0001-01-01T00:00:00Z']) {
        refusedAt(await board({}, { timestamps: { originatedAt } }), 'timestamps.originatedAt');
      }
      const { id, timestamps } = await boarded();
      refusedAt(await api.put(`${loans}/${id}`, { timestamps: { originatedAt: said } }), 'timestamps.originatedAt');
      assert.equal((await api.put(`${loans}/${id}`, { timestamps, nickname: 'Car' })).status, 200, 'sent as shown');
    });
  });
});
