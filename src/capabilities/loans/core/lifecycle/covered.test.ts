// Credit to covered borrowers: the military annual percentage rate is shown, and may never be above 36 %.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine } from '../../../../../tests/support/a-line.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';

/**
 * 1,000.00 from 2026-01-20 to 2026-07-20, one payment: 181 days, six months. At 30 % the interest is
 * 1,000 × 0.3 × 181/365 = 148.76; the rate of the half-year, twice, is the nominal one.
 */
const halfYear = {
  amountFinanced: 1000,
  interestRates: [{ rate: 0.3 }],
  paymentFrequency: 'singleTerm',
  specificDays: [],
  duration: null,
  enforcedEndDate: '2026-07-20',
};
const deducted = { fees: { origination: { charged: 'deducted' } } };

async function aFeeType(api: Client, loanTypeId: string, feeType: string): Promise<string> {
  const types = (await api.get(`/loan-types/${loanTypeId}/fee-types?includeUncharged=true`)).body.data;
  const one = types.find((type: { feeType: string }) => type.feeType === feeType);
  if (one !== undefined) return one.id;
  const name = { displayName: feeType, apiName: feeType };
  return (await api.made(`/loan-types/${loanTypeId}/fee-types`, { feeType, name })).id;
}

describe('an installment loan to a covered borrower', () => {
  const { aCompany } = useHouse({ works: false });
  const aHalfYear = async (agreed: object = {}): Promise<Life> =>
    aLife(await aCompany(), { type: deducted, agreed: { ...halfYear, ...agreed } });

  test('shows its rate with every fee that it is agreed with, and is refused above 36 %', async () => {
    const life = await aHalfYear({ coveredBorrower: true, fees: { originationFeeAmount: 25 } });
    const { loanTypeId, atOrigination } = await life.read();
    assert.equal(atOrigination.coveredBorrower, true);
    // 25.00 are kept back: 173.76 for 975.00 in half a year, 17.8215 %.
    assert.equal(atOrigination.mapr.toFixed(6), '0.356431');
    const more = (agreed: object) =>
      life.api.post(`/people/${life.personId}/loans`, {
        loanTypeId,
        status: 'originated',
        atOrigination: { ...halfYear, coveredBorrower: true, ...agreed },
      });
    // 178.76 for 970.00: 36.8577 %, also where the 5.00 are said to be another fee.
    for (const fees of [{ originationFeeAmount: 30 }, { originationFeeAmount: 25, totalOtherFeesAmount: 5 }]) {
      const answer = await more({ fees });
      refusedAt(answer, 'atOrigination.fees');
      assert.match(answer.body.message, /36\.8577 %/);
    }
    refusedAt(await more({ interestRates: [{ rate: 0.4 }] }), 'atOrigination.interestRates');
    refusedAt(await more({ fees: { totalOtherFeesAmount: 1000 } }), 'atOrigination.fees');
  });

  test('is not made dearer later, by a rate or by fees, whatever its parts', async () => {
    const life = await aHalfYear({ coveredBorrower: true, fees: { originationFeeAmount: 25 } });
    const api = life.api;
    // At 32 % 158.68 of interest, and 25.00: 183.68 for 975.00 is 37.678 %. At 30.1 % 174.26 is 35.75 %.
    const rate = (annualRate: number) => api.post(`${life.path}/rates`, { interestRate: { annualRate } });
    refusedAt(await rate(0.32), 'interestRate.annualRate');
    assert.equal((await rate(0.301)).status, 201);
    refusedAt(await api.put(`${life.path}/fees/origination`, { feeAmount: 30 }), 'feeAmount');
    // 1.00 more on the first day leaves 974.00: 175.26 (at 30.1 %, 149.26 of interest) is 35.99 %; the next is too much.
    const { loanTypeId } = await life.read();
    const typeOf = new Map<string, string>();
    for (const feeType of ['adHoc', 'lateFee']) typeOf.set(feeType, await aFeeType(api, loanTypeId, feeType));
    const fee = (amount: number, kind = 'adHoc') =>
      api.post(`${life.path}/fees`, { feeTypeId: typeOf.get(kind), amount });
    assert.equal((await fee(1)).status, 201);
    refusedAt(await fee(1), 'amount');
    assert.equal((await fee(40, 'lateFee')).status, 201, 'what a late payment costs is no charge for credit');

    // A service that is sold with the loan counts as well: by now there is room for no cent of it.
    const sold = { kind: 'gapWaiver', provider: 'Wabash', startDate: '2026-01-20' };
    refusedAt(await api.post(`${life.path}/services`, { ...sold, amount: 1, charged: 'apart' }), 'amount');
    const later = await api.post(`${life.path}/services`, { ...sold, amount: 1, charged: 'periodicFee' });
    assert.equal(later.status, 201, 'its fee is in the agreement');
  });

  test('is as free as before where nobody says so', async () => {
    const life = await aHalfYear({ interestRates: [{ rate: 0.9 }] });
    const { atOrigination } = await life.read();
    assert.deepEqual([atOrigination.coveredBorrower, atOrigination.mapr], [false, null]);
  });
});

describe('a line of credit to a covered borrower', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const agree = async (agreed: object) => {
    const { personId } = await aLine(api, {}, { activate: false });
    return api.post(`/people/${personId}/loans`, {
      loanTypeId: 'ext-credit-card',
      status: 'originated',
      atOrigination: { creditLimitAmount: 5000, specificDays: [10], coveredBorrower: true, ...agreed },
    });
  };

  test('has interest of at most 36 % in a year, and the fees of other lines', async () => {
    const right = await agree({ interestRates: [{ rate: 0.36 }] });
    assert.deepEqual([right.status, right.body.data?.atOrigination.mapr], [201, 0.36], JSON.stringify(right.body));
    refusedAt(await agree({ interestRates: [{ rate: 0.3601 }] }), 'atOrigination.interestRates[0].rate');
    assert.equal((await agree({ interestRates: [{ rate: 0.1 }], fees: { serviceFeeAmount: 1 } })).status, 201);
  });

  test('has such draws and such rates later, and fees by hand', async () => {
    const { path } = await aLine(api, { coveredBorrower: true });
    const draw = (atOrigination: object) => api.post(`${path}/draws`, { status: 'originated', atOrigination });
    refusedAt(await draw({ interestRates: [{ rate: 0.37 }] }), 'atOrigination.interestRates[0].rate');
    const made = await draw({ fees: { drawFeeAmount: 5 } });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { id } = made.body.data;
    await api.made(`${path}/draws/${id}/activate`, {});
    assert.equal((await api.put(`${path}/draws/${id}/fees/draw`, { feeAmount: 6 })).status, 200);
    refusedAt(await api.post(`${path}/rates`, { interestRate: { annualRate: 0.37 } }), 'interestRate.annualRate');
    const { loanTypeId } = (await api.get(path)).body.data;
    const feeTypeId = await aFeeType(api, loanTypeId, 'adHoc');
    assert.equal((await api.post(`${path}/fees`, { feeTypeId, amount: 5 })).status, 201);
    // What is sold beside the books no statement can give up.
    const sold = { kind: 'gapWaiver', provider: 'Wabash', startDate: '2026-01-20', amount: 1, charged: 'apart' };
    refusedAt(await api.post(`${path}/services`, sold), 'amount');
  });
});
