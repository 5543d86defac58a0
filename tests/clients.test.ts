// Two public clients of the reference service, and what they send: a library for lines of credit, and the card program
// of a lender. The requests are theirs, field by field; nothing in them is made to suit this service.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { type Answer, aPerson, type Client, useHouse } from './support/house.ts';
import { refusedAt } from './support/refusals.ts';
import { setClock } from './support/test-clock.ts';

type Shown = Answer['body'];

describe('a client of the reference service', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const lineOfLibrary = {
    type: 'lineOfCredit',
    loanTypeId: 'ext-line-of-credit',
    servicedBy: 'creditor',
    nickname: 'My First LoC',
    status: 'originated',
    newDrawsAllowed: true,
    atOrigination: {
      personAddress: {
        addressLine1: '1 Main St',
        city: 'Houston',
        state: 'TX',
        postalCode: '77002',
        country: 'US',
      },
      interestRates: [{ days: null, rate: 0.0 }],
      paymentFrequency: 'monthly',
      specificDays: [10],
      originationLicense: 'nationalBank',
      originatingCreditorName: 'Bank of Mars',
      creditLimitAmount: 45000,
      fees: { originationFeeAmount: 0.0 },
    },
  };
  const drawOfLibrary = {
    nickname: 'My Draw',
    status: 'originated',
    atOrigination: {
      interestRates: [{ days: null, rate: 0 }],
      fees: { originationFeeAmount: 0.25 },
      minPaymentCalcualtion: { percentageOfPrincipal: 0.01, minAmount: 1.99 },
      autoAmortization: { amortizationLogic: 'aggregatePurchasesInPeriod', duration: 12 },
    },
  };

  async function aLine(body: object = lineOfLibrary): Promise<string> {
    await setClock(api, '2026-03-02T15:00:00Z');
    const { id } = await api.made('/people', aPerson());
    const loan = await api.made(`/people/${id}/loans`, body);
    const path = `/people/${id}/loans/${loan.id}`;
    await api.made(`${path}/activate`, {});
    return path;
  }

  async function aDraw(line: string, body: object = drawOfLibrary): Promise<string> {
    const { id } = await api.made(`${line}/draws`, body);
    await api.made(`${line}/draws/${id}/activate`, {});
    return `${line}/draws/${id}`;
  }

  const read = async (path: string): Promise<Shown> => (await api.get(path)).body.data;
  const idOf = (path: string): string => path.split('/').at(-1) as string;
  const split = ({ paidFeesAmount, paidPrincipalAmount }: Shown) => [paidFeesAmount, paidPrincipalAmount];

  test('charges the origination fee of a draw, and a payment of 110 pays 0.25 of it and 109.75 of the rest', async () => {
    const line = await aLine();
    const draw = await aDraw(line);
    const { fees } = (await read(draw)).atOrigination;
    assert.deepEqual([fees.originationFeeAmount, fees.drawFeeAmount], [0.25, 0.25]);
    const purchase = {
      externalId: 'drill',
      type: 'regular',
      status: 'pending',
      amount: 525.0,
      purchaseDate: '2026-03-02',
      purchaseDetails: { description: 'Very Big Drill', pointOfSaleType: 'physical', merchantName: 'HomeDepot' },
    };
    const bought = await api.made(`${draw}/purchases?sync=true`, purchase);
    assert.deepEqual(
      [bought.purchaseDetails.merchantId, bought.purchaseDetails.isValidMerchantId, bought.declineReason],
      [null, false, null],
    );
    const payment = { type: 'oneTime', isExternal: true, externalId: 'first', status: 'pending', amount: 110.0 };
    assert.deepEqual(split(await api.made(`${line}/transactions?sync=true`, payment)), [0.25, 109.75]);
    const succeeded = await api.put(`${line}/transactions/ext-first?sync=true`, { status: 'succeeded' });
    assert.deepEqual(split(succeeded.body.data), [0.25, 109.75]);
    const twoNames = { originationFeeAmount: 1, drawFeeAmount: 2 };
    const refused = await api.post(`${line}/draws`, { status: 'pending', atOrigination: { fees: twoNames } });
    refusedAt(refused, 'atOrigination.fees.originationFeeAmount');
  });

  test('pays the draw that it names whole before any other, and on a card what is due of it', async () => {
    for (const [loanTypeId, left] of [
      ['ext-line-of-credit', [100, 70]],
      // 25.00 is due: 1.00 of each draw, and 23.00 more of the lower rate. The rest goes to the higher one.
      ['ext-credit-card', [94, 76]],
    ] as const) {
      const line = await aLine({ ...lineOfLibrary, loanTypeId });
      const draws: string[] = [];
      for (const rate of [0.3, 0.1]) {
        const draw = await aDraw(line, {
          status: 'originated',
          atOrigination: { interestRates: [{ rate }] },
        });
        await api.made(`${draw}/purchases`, { amount: 100 });
        draws.push(draw);
      }
      await setClock(api, '2026-03-20T15:00:00Z');
      const [, second] = draws as [string, string];
      const payment = { type: 'oneTime', isExternal: true, status: 'succeeded', amount: 30, drawId: idOf(second) };
      await api.made(`${line}/transactions?sync=true`, payment);
      const owed: number[] = [];
      for (const draw of draws) owed.push((await read(`${draw}/balances`)).outstandingBalances.outstandingTotalAmount);
      assert.deepEqual(owed, left, loanTypeId);
    }
  });

  test('records what a card was used for, as the network tells it', async () => {
    const draw = await aDraw(await aLine());
    const told = (more: object) => ({
      type: 'regular',
      amount: 20.5,
      purchaseDate: '2026-03-02T15:00:00.123Z',
      purchaseDetails: {
        description: 'Corner shop',
        merchantName: 'Corner shop',
        externalCardId: 'card-7',
        merchantCity: 'Springfield',
        merchantId: '0001',
        merchantCategoryCode: '5411',
        metadata: { transactionType: 'card.transaction' },
      },
      declineReason: {},
      ...more,
    });
    const purchases = `${draw}/purchases`;
    const made = await api.made(
      `${purchases}?force=true&sync=true`,
      told({ externalId: 'tx-1', status: 'pending', declineReason: { mainText: '', subReasons: [] } }),
    );
    const { merchantId, isValidMerchantId } = made.purchaseDetails;
    assert.deepEqual([merchantId, isValidMerchantId, made.declineReason], ['0001', false, null]);
    const why = { mainText: 'Voided at the till', subReasons: [{ externalReasonCode: 'V1' }] };
    const canceled = await api.put(`${purchases}/ext-tx-1`, told({ status: 'canceled', declineReason: why }));
    assert.deepEqual([canceled.status, canceled.body.data.declineReason], [200, why]);
    const again = await api.put(`${purchases}/ext-tx-1`, { purchaseDetails: { description: 'Voided' } });
    assert.deepEqual(again.body.data.declineReason, why, 'what is not sent stays');
    const settled = told({ status: 'settled', declineReason: { mainText: 'Do not honor' } });
    refusedAt(await api.post(purchases, settled), 'declineReason');
  });

  test('books what has no type yet, which the lender writes as an empty text', async () => {
    const draw = await aDraw(await aLine());
    const moved = { type: '', externalId: 'transfer-1', amount: 12.5, purchaseDate: '2026-03-02T15:00:00.123Z' };
    const details = { description: 'Transfer', merchantId: '', pointOfSaleType: '', originalCurrencyCode: '' };
    const made = await api.made(`${draw}/purchases`, { ...moved, status: 'pending', purchaseDetails: details });
    const { merchantId, pointOfSaleType } = made.purchaseDetails;
    assert.deepEqual([made.type, merchantId, pointOfSaleType], ['regular', null, null]);
    const settled = await api.put(`${draw}/purchases/ext-transfer-1`, { ...moved, status: 'settled' });
    assert.deepEqual([settled.status, settled.body.data.status, settled.body.data.type], [200, 'settled', 'regular']);
  });

  test('writes an empty text for what it does not know of a borrower or a draw', async () => {
    const { id } = await api.made('/people', { ...aPerson(), dateOfBirth: '', caseId: '' });
    const identity = { identityType: 'passport', value: '2222-Y-33333', issueDate: '', expirationDate: '' };
    const { issueDate } = await api.made(`/people/${id}/identities`, identity);
    assert.equal(issueDate, null);
    assert.equal((await read(await aDraw(await aLine(), { ...drawOfLibrary, nickname: '' }))).nickname, 'Draw');
    refusedAt(await api.put(`/people/${id}`, { externalId: '' }), 'externalId');
  });

  test('names a merchant of the company by its id, and is told of one that is not there', async () => {
    const { id } = await api.made('/companies/current/merchants', { businessName: 'A shop', externalId: 'shop-1' });
    const draw = await aDraw(await aLine());
    const bought = (merchantId: string) =>
      api.post(`${draw}/purchases`, { amount: 1, purchaseDetails: { merchantId } });
    for (const reference of [id, 'ext-shop-1']) {
      const { purchaseDetails } = (await bought(reference)).body.data;
      assert.deepEqual([purchaseDetails.merchantId, purchaseDetails.isValidMerchantId], [id, true]);
    }
    for (const reference of ['MR-AAAA-AAAA', 'ext-shop-2']) {
      const { status, body } = await bought(reference);
      assert.deepEqual([status, body.data.path], [404, 'purchaseDetails.merchantId']);
    }
    const { personAddress: _, ...agreed } = lineOfLibrary.atOrigination;
    const { atOrigination } = await read(
      await aLine({ ...lineOfLibrary, atOrigination: { ...agreed, merchantId: '0001' } }),
    );
    assert.deepEqual([atOrigination.merchantId, atOrigination.isValidMerchantId], ['0001', false]);
  });

  test('sends fields of the other product: they are named, or refused by their name', async () => {
    const { id } = await api.made('/people', aPerson());
    const boarded = async (body: object) => {
      const { status, body: answer, headers } = await api.post(`/people/${id}/loans`, body);
      assert.equal(status, 201, JSON.stringify(answer));
      return { loan: answer.data, ignored: headers['ignored-fields'] };
    };
    const installment = {
      loanTypeId: 'ext-installment',
      status: 'originated',
      newDrawsAllowed: false,
      isClosed: false,
      atOrigination: {
        amountFinanced: 1200,
        duration: 6,
        interestRates: [{ days: null, rate: 0.0999 }],
        paymentFrequency: 'monthly',
        specificDays: [15],
        creditLimitAmount: 5000,
        minPaymentCalculation: { percentageOfPrincipal: 0.01, minAmount: 5 },
        gracePeriod: null,
      },
    };
    const { loan, ignored } = await boarded(installment);
    assert.equal(
      ignored,
      'isClosed, atOrigination.creditLimitAmount, atOrigination.minPaymentCalculation, newDrawsAllowed',
    );
    const changed = await api.put(`/people/${id}/loans/${loan.id}`, { nickname: 'Mine', newDrawsAllowed: true });
    assert.deepEqual([changed.status, changed.headers['ignored-fields']], [200, 'newDrawsAllowed']);
    const line = await boarded({
      ...lineOfLibrary,
      atOrigination: { ...lineOfLibrary.atOrigination, downPaymentAmount: 250, duration: 12, amountFinanced: 1200 },
    });
    assert.equal(line.loan.atOrigination.downPaymentAmount, 250);
    assert.equal(line.ignored, 'atOrigination.duration, atOrigination.amountFinanced');
    const again = { 'idempotency-key': randomUUID() };
    for (const _ of [1, 2]) {
      const made = await api.post(`/people/${id}/loans`, installment, again);
      assert.match(`${made.headers['ignored-fields']}`, /atOrigination.creditLimitAmount, .*newDrawsAllowed$/);
    }
    const path = `/people/${id}/loans/${line.loan.id}`;
    const activated = await api.post(`${path}/activate`, { amortizationAtActivation: 'keepSchedule' });
    assert.deepEqual([activated.status, activated.headers['ignored-fields']], [201, 'amortizationAtActivation']);
  });

  test('reads a draw as it reads a loan, with what the loan type says, also while it is pending', async () => {
    const line = await aLine();
    assert.equal((await read(line)).atOrigination.downPaymentAmount, 0);
    assert.equal((await read(`${line}/credit-limit`)).sendNotice, false);
    const { id } = await api.made(`${line}/draws`, { status: 'pending', atOrigination: {} });
    const draw = await read(`${line}/draws/${id}`);
    assert.deepEqual([draw.status, draw.endDate, draw.timestamps.frozenAt], ['pending', null, null]);
    assert.deepEqual(draw.ratesValidation, { interestRateAtOrigExceedsMax: false, interestRateAtOrigBelowMin: false });
    const { aprEffective, aprNominal, mdr, promoRates, interestRates, gracePeriod, minPaymentCalculation, fees } =
      draw.atOrigination;
    assert.deepEqual([aprEffective, aprNominal, mdr, promoRates], [null, null, null, null]);
    assert.deepEqual(interestRates, [{ days: null, rate: 0, interestType: 'absolute' }]);
    assert.equal(gracePeriod.isGracePeriodApplicable, true);
    assert.deepEqual(minPaymentCalculation, { percentageOfPrincipal: 0.01, minAmount: 0 });
    assert.deepEqual([fees.originationFeeAmount, fees.drawFeePercentageOfPrincipal], [0, 0]);
    // It is a draft still: what it does not say is not fixed, and it is sent back as it was shown.
    const amortized = { autoAmortization: { amortizationLogic: 'aggregatePurchasesInPeriod', duration: 12 } };
    const changed = await api.put(`${line}/draws/${id}`, { atOrigination: amortized });
    assert.equal(changed.body.data.atOrigination.gracePeriod.isGracePeriodApplicable, false);
    assert.equal((await api.put(`${line}/draws/${id}`, changed.body.data)).status, 200);
  });

  test('boards a loan, and reads the payment that was computed; a rate in percent is refused with the way to write it', async () => {
    const { id } = await api.made('/people', aPerson());
    const board = (rate: number, loanTypeId = 'ext-installment') =>
      api.post(`/people/${id}/loans`, {
        loanTypeId,
        status: 'originated',
        atOrigination: {
          amountFinanced: 1200,
          duration: 6,
          interestRates: [{ rate }],
          paymentFrequency: 'monthly',
          specificDays: [15],
        },
      });
    const loan = (await board(0.0999)).body.data;
    const { computed } = loan.atOrigination;
    const { schedule } = await api.made(`/people/${id}/loans/${loan.id}/activate`, {});
    assert.deepEqual(
      [computed.periodicPaymentAmount, loan.current.periodicPayment],
      [schedule[0].amount, schedule[0].amount],
    );
    for (const rate of [9.99, 29.99]) {
      const refused = await board(rate);
      refusedAt(refused, 'atOrigination.interestRates[0].rate');
      assert.match(refused.body.message, /0\.0999 is 9\.99 %/);
    }
    const line = await aLine();
    refusedAt(
      await api.post(`${line}/draws`, { status: 'pending', atOrigination: { interestRates: [{ rate: 19.99 }] } }),
      'atOrigination.interestRates[0].rate',
    );
    refusedAt(await board(3.6), 'atOrigination.interestRates[0].rate');
    const short = { name: 'Short terms', interest: { maxRate: 4 } };
    const { id: loanTypeId } = await api.made('/loan-types', short);
    assert.equal((await board(3.6, loanTypeId)).status, 201);
  });

  test('keeps what is said of advances that are agreed with a loan, from one activation to the next', async () => {
    await setClock(api, '2026-03-02T15:00:00Z');
    const { id } = await api.made('/people', aPerson());
    const { id: loanTypeId } = await api.made('/loan-types', {
      name: 'In parts',
      payments: { multipleAdvances: true },
    });
    const planned = {
      externalId: 'second-half',
      status: 'scheduled',
      amount: 600,
      advanceDate: '2026-03-20',
      advanceDetails: { description: 'The roof', pointOfSaleType: 'online', merchantId: '0001', metadata: { part: 2 } },
      metadata: { order: 'B-7' },
    };
    const body = (advanceSchedule: object[]) => ({
      loanTypeId,
      status: 'originated',
      atOrigination: {
        amountFinanced: 1200,
        duration: 6,
        interestRates: [{ rate: 0.0999 }],
        paymentFrequency: 'monthly',
        specificDays: [15],
        advanceSchedule,
        discountProgramIds: [17, 'spring'],
      },
    });
    const { id: loanId, atOrigination } = await api.made(`/people/${id}/loans`, body([planned]));
    assert.deepEqual(atOrigination.discountProgramIds, [17, 'spring']);
    assert.equal(atOrigination.advanceSchedule[0].externalId, 'second-half');
    await api.made(`/people/${id}/loans/${loanId}/activate`, {});
    const advance = await read(`/people/${id}/loans/${loanId}/advances/ext-second-half`);
    assert.deepEqual(
      [advance.status, advance.amount, advance.advanceDetails.description, advance.advanceDetails.merchantId],
      ['scheduled', 600, 'The roof', '0001'],
    );
    assert.deepEqual([advance.advanceDetails.metadata, advance.metadata], [{ part: 2 }, { order: 'B-7' }]);
    const nobodys = { ...planned, externalId: 'other', advanceDetails: { merchantId: 'ext-nobody' } };
    const refused = await api.post(`/people/${id}/loans`, body([nobodys]));
    const path = 'atOrigination.advanceSchedule[0].advanceDetails.merchantId';
    assert.deepEqual([refused.status, refused.body.data.path], [404, path]);
  });

  test('reads what is owed and disputed as the utilization, and what else uses the limit beside it', async () => {
    const line = await aLine();
    const draw = await aDraw(line, { status: 'originated', atOrigination: {} });
    await api.made(`${draw}/purchases`, { amount: 400, externalId: 'bought' });
    await api.made(`${draw}/purchases`, { amount: 60, status: 'authorized' });
    const used = async () => {
      const { utilizationAmount, heldAmount, unclearedAmount, availableCreditAmount } = await read(`${line}/balances`);
      assert.equal(45_000 - utilizationAmount - heldAmount - unclearedAmount, availableCreditAmount);
      return [utilizationAmount, heldAmount, unclearedAmount];
    };
    assert.deepEqual(await used(), [400, 60, 0]);
    await api.put(`${draw}/purchases/ext-bought`, { status: 'dispute' });
    assert.deepEqual(await used(), [400, 60, 0]);
    await api.made(`${draw}/purchases`, { amount: 100 });
    await api.made(`${line}/transactions?sync=true`, {
      type: 'oneTime',
      isExternal: true,
      status: 'pending',
      amount: 30,
    });
    assert.deepEqual(await used(), [470, 60, 30]);
  });

  test('asks with null where it means any, and ends an agency with who services the loan in the body', async () => {
    assert.equal((await api.get('/loans?managedByPeach=null&fields=idsOnly')).status, 200);
    refusedAt(await api.get('/loans?managedByPeach=none'), 'managedByPeach');
    const line = await aLine();
    const agency = await api.made('/companies/current/collection-agencies', { legalName: 'Recovery' });
    await api.made(`${line}/collection-agency`, { collectionAgencyId: agency.id });
    const body = { servicedBy: 'debtCollectionAgency' };
    refusedAt(await api.call('DELETE', `${line}/collection-agency?servicedBy=creditor`, { body }), 'servicedBy');
    const ended = await api.call('DELETE', `${line}/collection-agency`, { body });
    assert.deepEqual([ended.status, ended.body.data.servicedBy], [200, 'debtCollectionAgency']);
    assert.equal((await read(line)).servicedBy, 'debtCollectionAgency');
  });

  test('begins its loop over the pages of a list with an empty cursor', async () => {
    await api.made('/people', aPerson());
    for (const name of ['startingAfter', 'endingBefore']) {
      const page = await api.get(`/people?limit=1&${name}=`);
      assert.deepEqual([page.status, page.body.data?.length], [200, 1], JSON.stringify(page.body));
    }
    const { nextUrl } = (await api.get('/people?limit=1&startingAfter=&endingBefore=')).body;
    assert.match(nextUrl, /\?limit=1&startingAfter=BO-[^&]*$/);
    refusedAt(await api.get('/people?status='), 'status');
  });

  test('sends an empty list for what it does not say', async () => {
    const { id } = await api.made('/people', aPerson());
    const agreed = {
      amountFinanced: 1200,
      duration: 6,
      paymentFrequency: 'monthly',
      specificDays: [15],
      expectedPayments: [],
    };
    const board = (more: object, status = 'originated') =>
      api.post(`/people/${id}/loans`, {
        loanTypeId: 'ext-installment',
        status,
        atOrigination: { ...agreed, ...more },
      });
    const { status, body } = await board({ interestRates: [{ rate: 0.1 }] });
    assert.equal(status, 201, JSON.stringify(body));
    refusedAt(await board({ interestRates: [] }), 'atOrigination.interestRates');
    assert.equal((await board({ interestRates: [] }, 'pending')).status, 201);
    const ownRates = await aDraw(await aLine(), { status: 'originated', atOrigination: { interestRates: [] } });
    const { interestRates } = (await read(ownRates)).atOrigination;
    assert.deepEqual(interestRates, [{ days: null, rate: 0, interestType: 'absolute' }], 'those of the line');
  });

  test('adds external instruments with the permission for these alone', async () => {
    const { id } = await api.made('/people', aPerson());
    const key = await api.made('/keys', { name: 'External', permissions: ['payment.instrument:external'] });
    const add = (isExternal: boolean) =>
      api.call('POST', `/people/${id}/payment-instruments`, {
        headers: { 'x-api-key': key.key },
        body: { instrumentType: 'paymentNetwork', paymentNetworkName: 'PayPal', status: 'active', isExternal },
      });
    const [external, own] = [await add(true), await add(false)];
    assert.equal(external.status, 201, JSON.stringify(external.body));
    assert.deepEqual([own.status, own.body.data], [403, { permission: 'payment.instrument:create' }]);
  });
});
