// An application may lack terms until it is originated; then each that is missing is named. What is set is shown, what
// is not is null.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aPerson, type Client, useHouse } from '../../../../../../tests/support/house.ts';
import { agreement } from '../../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../../tests/support/test-clock.ts';

/** Every key that resource shapes 3.5.2 give the agreement of a loan, but those marked as a line's or a draw's. */
const keys = [
  'amountFinanced',
  'principalAmount',
  'duration',
  'enforcedEndDate',
  'bufferToPushOutSchedule',
  'originationLicense',
  'originatingCreditorName',
  'interestRates',
  'promoRates',
  'aprNominal',
  'aprEffective',
  'paymentFrequency',
  'specificDays',
  'periodicPaymentAmount',
  'downPaymentAmount',
  'fees',
  'expectedPayments',
  'addOnRate',
  'advanceSchedule',
  'minPaymentCalculation',
  'financeChargeAmount',
  'gracePeriod',
  'personAddressId',
  'personAddress',
  'validAddress',
  'totalInterestAmount',
  'totalDiscountAmount',
  'firstRateResetDate',
  'totalInterestCapAmount',
  'discountProgramIds',
  'investors',
  'itemsOrServicesFinanced',
  'mdr',
  'merchantId',
  'isValidMerchantId',
  'skipCreditReporting',
  'coveredBorrower',
  'mapr',
  'card',
  'promoPrograms',
];

describe('an application', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  let loans: string;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-02-25T15:00:00Z');
    loans = `/people/${(await api.made('/people', aPerson())).id}/loans`;
  });

  const board = (body: object) => api.post(loans, { loanTypeId: 'ext-installment', ...body });
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(agreement).filter(([name]) => !names.includes(name)));

  test('needs no terms at all, and takes them one after the other', async () => {
    const { id, status, atOrigination } = (await board({})).body.data;
    assert.equal(status, 'pending');
    const { investors, ...rest } = atOrigination;
    assert.equal(investors.length, 1);
    assert.deepEqual(rest.specificDays, []);
    for (const name of ['amountFinanced', 'principalAmount', 'interestRates', 'paymentFrequency', 'duration']) {
      assert.equal(rest[name], null, name);
    }
    const put = (body: object) => api.put(`${loans}/${id}`, body);
    const early = await put({ status: 'originated' });
    refusedAt(early, 'atOrigination.amountFinanced');
    assert.deepEqual(
      early.body.data.errors.map((one: { path: string; message: string }) => `${one.path} ${one.message}`),
      [
        'atOrigination.amountFinanced is required',
        'atOrigination.interestRates is required',
        'atOrigination.paymentFrequency is required',
      ],
    );
    for (const [name, value] of Object.entries(agreement)) {
      const answer = await put({ atOrigination: { [name]: value } });
      assert.equal(answer.status, 200, `${name}: ${JSON.stringify(answer.body)}`);
    }
    const originated = await put({ status: 'originated' });
    assert.equal(originated.body.data.atOrigination.principalAmount, 4800);
    await api.made(`${loans}/${id}/activate`, {});
  });

  test('that is declined may lack them for good', async () => {
    assert.equal((await board({ status: 'declined' })).status, 201);
    const { id } = (await board({})).body.data;
    assert.equal((await api.put(`${loans}/${id}`, { status: 'declined' })).body.data.status, 'declined');
  });

  test('is still refused what cannot be', async () => {
    refusedAt(await board({ atOrigination: { downPaymentAmount: -1 } }), 'atOrigination.downPaymentAmount');
    refusedAt(await board({ atOrigination: { interestRates: [{ rate: 15 }] } }), 'atOrigination.interestRates[0].rate');
    const merchant = await board({ atOrigination: { merchantId: 'MR-AAAA-AAAA' } });
    assert.deepEqual([merchant.status, merchant.body.data.path], [404, 'atOrigination.merchantId']);
  });

  test('is refused what is missing when it is originated, as required', async () => {
    const single = { ...without('duration', 'specificDays'), paymentFrequency: 'singleTerm' };
    const cases: [object, string, string?][] = [
      [without('amountFinanced'), 'amountFinanced'],
      [without('interestRates'), 'interestRates'],
      [without('paymentFrequency'), 'paymentFrequency'],
      [without('duration'), 'duration'],
      [without('specificDays'), 'specificDays', 'InvalidSpecificDays'],
      [{ ...agreement, specificDays: [] }, 'specificDays', 'InvalidSpecificDays'],
      [{ ...agreement, interestRates: [{ rate: 0.1 }, { rate: 0.2 }] }, 'interestRates[0].days'],
      [single, 'enforcedEndDate'],
    ];
    for (const [atOrigination, field, errorType] of cases) {
      const answer = await board({ status: 'originated', atOrigination });
      refusedAt(answer, `atOrigination.${field}`, errorType);
      assert.match(answer.body.message, /: is required/, field);
      assert.equal((await board({ atOrigination })).status, 201, field);
    }
    refusedAt(await board({ status: 'originated' }), 'atOrigination.amountFinanced');
  });

  test('shows every key of an agreement, null where it is not set', async () => {
    for (const body of [{}, { status: 'originated', atOrigination: agreement }]) {
      const { atOrigination } = (await board(body)).body.data;
      const { computed, ...shown } = atOrigination;
      assert.deepEqual(Object.keys(shown).toSorted(), keys.toSorted());
      assert.deepEqual(Object.keys(atOrigination.fees).toSorted(), [
        'dynamicFees',
        'originationFeeAmount',
        'serviceFeeAmount',
        'serviceFeeCapAmount',
        'totalOtherFeesAmount',
      ]);
    }
    const rates = { interestRates: [{ rate: 0.1 }], promoRates: [{ rate: 0.01 }] };
    const { atOrigination } = (await board({ atOrigination: { ...agreement, ...rates } })).body.data;
    assert.deepEqual(atOrigination.interestRates, [{ days: null, rate: 0.1, interestType: 'absolute' }]);
    assert.deepEqual(atOrigination.promoRates, [{ days: null, rate: 0.01 }]);
  });

  test('can be sent again as it was shown', async () => {
    const { id, atOrigination } = (await board({ atOrigination: agreement })).body.data;
    const again = await api.put(`${loans}/${id}`, { atOrigination });
    assert.equal(again.status, 200, JSON.stringify(again.body));
    assert.deepEqual(again.body.data.atOrigination, atOrigination);
  });

  test('has days that are numbers, from forms and from text too', async () => {
    const form = 'application/x-www-form-urlencoded';
    const terms = (frequency: string) =>
      `loanTypeId=ext-installment&atOrigination[amountFinanced]=4800&atOrigination[duration]=12` +
      `&atOrigination[interestRates][0][rate]=0.1499&atOrigination[paymentFrequency]=${frequency}`;
    const days = async (frequency: string, sent: string) => {
      const body = `${terms(frequency)}&${sent.replaceAll('days', 'atOrigination[specificDays]')}`;
      const answer = await api.call('POST', loans, { body, headers: { 'content-type': form } });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      const { atOrigination } = (await api.get(`${loans}/${answer.body.data.id}`)).body.data;
      assert.deepEqual(answer.body.data.atOrigination, atOrigination);
      return atOrigination.specificDays;
    };
    assert.deepEqual(await days('monthly', 'days[]=10'), [10]);
    assert.deepEqual(await days('monthly', 'days=10'), [10]);
    assert.deepEqual(await days('twiceMonthly', 'days[0]=1&days[1]=15'), [1, 15]);
    assert.deepEqual(await days('everyTwoWeeks', 'days[]=1&days[]=2026-03-02'), [1, '2026-03-02']);
    const fromText = async (specificDays: unknown[], paymentFrequency = 'monthly') =>
      (await board({ atOrigination: { ...agreement, paymentFrequency, specificDays } })).body.data.atOrigination
        .specificDays;
    assert.deepEqual(await fromText(['10']), [10]);
    assert.deepEqual(await fromText(['1', '2026-03-02T00:00:00Z'], 'everyTwoWeeks'), [1, '2026-03-02']);
    refusedAt(await board({ atOrigination: { ...agreement, specificDays: [1.5] } }), 'atOrigination.specificDays[0]');
  });
});
