// A third party's client of the reference service, unchanged: what it sends on the way through a line of credit, with the
// fields of its own that it sends besides, and what it reads of the answers. Nothing here is written for this service.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Answer, type Client, useHouse } from './support/house.ts';
import { setClock } from './support/test-clock.ts';

type Shown = Answer['body'];

/** What it reads must be there; null is a value. */
function mustHave(shown: Shown, fields: string): void {
  const missing = fields.split(' ').filter((field) => {
    const value = field.split('.').reduce((of: Shown, name) => (of == null ? undefined : of[name]), shown);
    return value === undefined;
  });
  assert.deepEqual(missing, [], `of ${Object.keys(shown)}`);
}

const loanFields =
  'id externalId displayId companyId loanTypeId mainBorrowerId type object assetType assetDisplayName nickname status isClosed servicedBy newDrawsAllowed additionalPeople chargedOffReason declineReason endDate metaData ratesValidation current.creditLimitAmount current.autopayEnabled current.periodicPayment atOrigination.creditLimitAmount atOrigination.interestRates atOrigination.specificDays atOrigination.fees atOrigination.gracePeriod atOrigination.minPaymentCalculation atOrigination.originationLicense timestamps.createdAt timestamps.updatedAt timestamps.deletedAt timestamps.startedAt timestamps.originatedAt timestamps.activatedAt timestamps.frozenAt timestamps.lastAmortizedAt timestamps.acceleratedAt timestamps.chargedOffAt timestamps.paidOffAt timestamps.closedAt';
const drawFields =
  'id externalId displayId type object lineOfCreditId loanTypeId mainBorrowerId servicedBy status isClosed nickname current.creditLimitAmount current.periodicPayment atOrigination.autoAmortization atOrigination.creditLimitAmount atOrigination.fees atOrigination.gracePeriod atOrigination.interestRates atOrigination.minPaymentCalculation atOrigination.promoRates timestamps.activatedAt timestamps.closedAt';
const purchaseFields =
  'id externalId displayId drawId lineOfCreditId authorizationPurchaseId originalPurchaseId type status amount originalAmount eligibleDisputeAmount purchaseDate purchaseDetails.description purchaseDetails.pointOfSaleType purchaseDetails.categoryId purchaseDetails.merchantId purchaseDetails.merchantName purchaseDetails.isValidMerchantId purchaseDetails.merchantCity purchaseDetails.merchantState purchaseDetails.merchantCountry purchaseDetails.merchantCategoryCode purchaseDetails.externalCardId purchaseDetails.originalCurrencyAmount purchaseDetails.originalCurrencyCode purchaseDetails.conversionRate purchaseDetails.metadata declineReason metadata migration.originalDrawId refundDetails.refundTransactionId refundDetails.refundNonDuePrincipalAmount refundDetails.refundTransactionAmount timestamps.createdAt timestamps.updatedAt timestamps.authorizedAt timestamps.settledAt timestamps.effectiveAt';
const bucketFields = ['outstanding', 'nonDue', 'due', 'overdue']
  .flatMap((name) =>
    ['Total', 'Principal', 'Interest', 'Fees', 'OriginationFees', 'DrawFees', 'LateFees', 'ModificationFees'].map(
      (part) => `${name}Balances.${name}${part}Amount`,
    ),
  )
  .join(' ');
const balanceFields = `isLocked calculatedAt ${bucketFields} outstandingBalancesWithPromo.outstandingTotalAmount nonAccrualBalances.nonAccrualTotalAmount chargedOffBalances.chargedOffTotalAmount paidBalances.paidTotalAmount paidBalances.paidPaymentsAmount paidBalances.paidCreditsAmount paidBalances.paidReimbursementsAmount paidBalances.paidPrincipalAmount paidBalances.paidInterestAmount paidBalances.paidFeesAmount paidBalances.paidOverAmount interestAndFeesAmounts.interestAccruedTotalAmount interestAndFeesAmounts.forgoneInterestRoundingAmount interestAndFeesAmounts.interestAccruedYearToDateAmount creditLimitAmount availableCreditAmount utilizationAmount`;
const obligationFields =
  'id periodId dueDate createdAt updatedAt deletedAt obligationAmount fulfilledAmount remainingAmount paymentsAmount serviceCreditsAmount overpaymentsAmount capitalizedAmount unassignedAmount overLimitAmount isFulfilled isOverdue isOpen isLateFeeBlockedByPyramidingConfig loanGracePeriod gracePeriod';
const graceFields =
  'fullBalanceAmount fullBalanceMinusOverdueAmount totalFulfilledOnDueDateAmount isGracePeriodEligible';

describe('a client that was written for the reference service', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  let person: string;
  let line: string;
  let draw: string;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-03-02T15:00:00Z');
    const { id } = await api.made('/people', {
      borrowerType: 'person',
      status: 'active',
      externalId: 'cardholder-7',
      name: { firstName: 'Ada', lastName: 'Lovelace', effectiveAt: '2026-03-02T15:00:00.000000+00:00' },
      dateOfBirth: '1985-12-10',
    });
    person = `/people/${id}`;
  });

  /** A success of any kind: it reads `data`. */
  async function sent(method: 'POST' | 'PUT', path: string, body: object): Promise<Shown> {
    const answer = await api.call(method, path, { body });
    assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  }
  async function read(path: string): Promise<Shown> {
    const answer = await api.get(path);
    assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  }
  const listed = async (path: string): Promise<Shown[]> => {
    const { status, body } = await api.get(path);
    assert.equal(status, 200, JSON.stringify(body));
    mustHave(body, 'status count total nextUrl previousUrl data');
    assert.equal(body.data.length, body.count);
    return body.data;
  };

  test('makes a line and activates it', async () => {
    const loanTypes = await listed('/loan-types');
    const type = loanTypes.find((one) => one.externalId === 'line-of-credit');
    const loan = await sent('POST', `${person}/loans?validate=false`, {
      id: null,
      object: 'lineOfCredit',
      type: 'lineOfCredit',
      loanTypeId: type.id,
      mainBorrowerId: person.split('/').at(-1),
      assetType: 'personalOpenEndUnsecured',
      servicedBy: 'creditor',
      status: 'originated',
      externalId: 'account-7',
      nickname: 'Card',
      newDrawsAllowed: true,
      isClosed: false,
      additionalPeople: [],
      declineReason: null,
      metaData: { branch: 'north' },
      timestamps: {},
      atOrigination: {
        creditLimitAmount: 2500,
        originationLicense: 'nationalBank',
        originatingCreditorName: 'First Bank',
        aprNominal: 0.1999,
        downPaymentAmount: 0,
        interestRates: [{ days: null, rate: 0.1999, interestType: 'absolute' }],
        promoRates: null,
        paymentFrequency: 'monthly',
        specificDays: [10],
        minPaymentCalculation: { percentageOfPrincipal: 0.02, minAmount: 35 },
        gracePeriod: { isGracePeriodApplicable: true, numPeriodsToRestoreGrace: 2 },
        skipCreditReporting: false,
        fees: { originationFeeAmount: 0 },
      },
    });
    mustHave(loan, loanFields);
    assert.deepEqual(
      [loan.type, loan.object, loan.status, loan.current.creditLimitAmount],
      ['lineOfCredit', 'lineOfCredit', 'originated', null],
    );
    const activated = await sent('POST', `${person}/loans/ext-account-7/activate`, {
      cardId: null,
      sync: true,
      documents: [],
    });
    line = `${person}/loans/${loan.id}`;
    mustHave(activated, 'schedule');
    const [item, ...others] = activated.schedule;
    assert.deepEqual(others, []);
    mustHave(
      item,
      'date periodId paymentType status amount originalAmount principalAmount interestAmount interestBeforeDiscountAmount unroundedPrincipalAmount unroundedInterestAmount unroundedInterestBeforeDiscountAmount isDeferred dynamicFeeDetails.apiName dynamicFeeDetails.loanFeeId',
    );
    assert.deepEqual([item.amount, item.principalAmount, item.interestAmount], [0, 0, 0]);
    const now = await read(`${person}/loans/ext-account-7`);
    assert.deepEqual([now.status, now.current.creditLimitAmount], ['active', 2500]);
  });

  test('makes a draw with the defaults of the loan type', async () => {
    const made = await sent('POST', `${line}/draws`, {
      externalId: 'account-7-purchases',
      nickname: 'Draw',
      status: 'originated',
      isClosed: false,
      atOrigination: {},
    });
    mustHave(made, drawFields);
    assert.deepEqual([made.type, made.object, made.lineOfCreditId], ['draw', 'draw', line.split('/').at(-1)]);
    draw = `${line}/draws/${made.id}`;
    await sent('POST', `${draw}/activate`, {});
    const [one] = await listed(`${line}/draws?statuses=active&isClosed=false&limit=10`);
    assert.equal(one.externalId, 'account-7-purchases');
  });

  const transaction = (id: string, amount: number, status: string, more: object = {}) => ({
    externalId: id,
    type: 'regular',
    status,
    amount,
    purchaseDate: '2026-03-05',
    purchaseDetails: {
      description: 'Corner shop',
      pointOfSaleType: 'physical',
      merchantName: 'Corner shop',
      merchantCity: 'Springfield',
      merchantState: 'OH',
      merchantCountry: 'US',
      merchantCategoryCode: '5411',
      externalCardId: 'card-7',
      originalCurrencyAmount: amount,
      originalCurrencyCode: 'USD',
      conversionRate: 1,
      metadata: { terminal: 'A1' },
    },
    metaData: { network: 'visa' },
    ...more,
  });

  test('posts what its card network tells: pending, then settled or canceled by ext- id', async () => {
    await setClock(api, '2026-03-05T18:00:00Z');
    const purchases = `${draw}/purchases`;
    const pending = await sent('POST', `${purchases}?sync=true&force=false`, transaction('tx-1', 120.5, 'pending'));
    mustHave(pending, purchaseFields);
    assert.deepEqual([pending.originalAmount, pending.eligibleDisputeAmount], [null, 0]);
    await sent('POST', purchases, transaction('tx-2', 60, 'pending'));
    await sent('POST', purchases, transaction('tx-3', 42, 'authorized'));
    await setClock(api, '2026-03-07T18:00:00Z');
    const settled = await sent('PUT', `${purchases}/ext-tx-1?sync=true`, {
      ...pending,
      status: 'settled',
      amount: 118.25,
      externalId: 'tx-1',
    });
    assert.deepEqual(
      [settled.id, settled.status, settled.amount, settled.originalAmount, settled.eligibleDisputeAmount],
      [pending.id, 'settled', 118.25, 118.25, 118.25],
    );
    const canceled = await sent('PUT', `${purchases}/ext-tx-2?sync=true`, { status: 'canceled' });
    assert.equal(canceled.status, 'canceled');
    await sent('PUT', `${purchases}/ext-tx-3?sync=true`, {
      status: 'declined',
      declineReason: { mainExternalReasonCode: '05', mainText: 'Do not honor' },
    });
    const balances = await read(`${line}/balances?isRounded=true&skipYtd=false&fast=true`);
    mustHave(balances, balanceFields);
    assert.deepEqual(
      [balances.outstandingBalances.outstandingPrincipalAmount, balances.availableCreditAmount],
      [118.25, 2381.75],
    );
  });

  test('refunds, disputes with its word for it, and lists', async () => {
    const purchases = `${line}/draws/ext-account-7-purchases/purchases`;
    const [original] = await listed(`${purchases}?types=regular&statuses=settled`);
    const refund = await sent('POST', `${purchases}?sync=true`, {
      ...transaction('tx-1-refund', 18.25, 'settled', { purchaseDate: '2026-03-07' }),
      type: 'refund',
      originalPurchaseId: original.id,
    });
    mustHave(refund, purchaseFields);
    assert.deepEqual([refund.type, refund.originalPurchaseId], ['refund', original.id]);
    await sent('POST', purchases, { ...transaction('tx-4', 3, 'settled'), type: 'cashBack' });
    assert.deepEqual(
      (await listed(`${line}/purchases?types=refund,cashback&sortBy=%2BcreatedAt`)).map((one) => one.externalId),
      ['tx-1-refund', 'tx-4'],
    );
    const dispute = await sent('PUT', `${purchases}/ext-tx-1?sync=true`, { status: 'dispute' });
    assert.equal(dispute.status, 'disputed');
    const [open] = await listed(`${purchases}/ext-tx-1/disputes`);
    mustHave(
      open,
      'id externalId companyId caseId status disputedAmount metadata repostedPurchaseId timestamps.submittedAt timestamps.expiredAt timestamps.wonAt timestamps.lostAt',
    );
    assert.deepEqual([open.status, open.disputedAmount], ['submitted', 100]);
    const lost = await sent('PUT', `${purchases}/ext-tx-1/disputes/${open.id}?sync=true`, { ...open, status: 'lost' });
    assert.equal(lost.status, 'lost');
    const timeline = await listed(`${draw}/purchases-timeline?timestamps=authorizedAt,settledAt,effectiveAt`);
    assert.equal(timeline.length, 5);
    assert.equal((await read(`${line}/balances`)).outstandingBalances.outstandingPrincipalAmount, 97);
  });

  test('changes the credit limit, of the line and of the draw', async () => {
    const body = { creditLimitAmount: 2000, sendNotice: false, adverseReactionReason: 'None', caseId: null };
    const loan = await sent('POST', `${line}/credit-limit`, body);
    mustHave(loan, loanFields);
    assert.equal(loan.current.creditLimitAmount, 2000);
    const limit = await read(`${line}/credit-limit?effectiveDate=2026-03-06`);
    mustHave(limit, 'creditLimitAmount caseId sendNotice adverseActionReason');
    assert.equal(limit.creditLimitAmount, 2500);
    await sent('POST', `${draw}/credit-limit`, { creditLimitAmount: 500, caseId: null });
    assert.equal((await read(draw)).current.creditLimitAmount, 500);
    const more = await api.post(`${draw}/purchases`, transaction('tx-5', 500, 'settled'));
    assert.equal(more.status, 400);
    mustHave(more.body, 'status message errorType');
    await sent('POST', `${draw}/purchases?force=true`, transaction('tx-5', 500, 'settled'));
  });

  test('reads what is asked for, of the line and of the draw, and pays it', async () => {
    await setClock(api, '2026-05-01T15:00:00Z');
    const periods = await read(`${line}/periods`);
    mustHave(periods[0], 'id object startDate endDate statementDate dueDate');
    assert.equal(periods[0].object, 'loanPeriod');
    const found = await read(`${line}/obligations?status=unfulfilled`);
    mustHave(found, 'isLocked isOverdue overdueAmount daysOverdue obligations');
    const [first] = found.obligations;
    mustHave(first, obligationFields);
    mustHave(first.loanGracePeriod, graceFields);
    mustHave(first.gracePeriod[0], `drawId ${graceFields}`);
    assert.equal(first.remainingAmount, first.obligationAmount - first.fulfilledAmount);
    mustHave(await read(`${line}/obligations/${first.id}`), obligationFields);
    mustHave((await read(`${draw}/obligations`)).obligations[0], obligationFields);
    const { outstandingBalances } = await read(`${line}/balance?toEffectiveDate=2026-05-01`);
    mustHave(await read(`${draw}/balance`), bucketFields);
    const paid = await sent('POST', `${line}/transactions?sync=true`, {
      type: 'oneTime',
      status: 'succeeded',
      isExternal: true,
      externalId: 'pay-1',
      drawId: draw.split('/').at(-1),
      amount: outstandingBalances.outstandingTotalAmount,
      paymentNetworkName: 'till',
      caseId: null,
    });
    assert.equal(paid.paidPrincipalAmount, 597);
    const after = await read(`${line}/balances`);
    assert.equal(after.outstandingBalances.outstandingTotalAmount, 0);
    assert.equal(after.availableCreditAmount, 2000);
    mustHave(
      await read(`${line}/interest?drawId=${draw.split('/').at(-1)}&fromEffectiveDate=2026-04-01`),
      'interestAmount',
    );
  });
});
