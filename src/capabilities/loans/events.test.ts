// The events of loans, of their past before the boarding, of their fees and rates, and of transactions.
import { describe } from 'node:test';
import { aLine } from '../../../tests/support/a-line.ts';
import { ofAutopay } from '../../../tests/support/autopay-scenarios.ts';
import { aDraw } from '../../../tests/support/begun-line.ts';
import { ofCards } from '../../../tests/support/card-scenarios.ts';
import { oldAccount } from '../../../tests/support/collected.ts';
import { ofCollecting } from '../../../tests/support/collected-scenarios.ts';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { type Answer, aPerson, type Client, type House } from '../../../tests/support/house.ts';
import { aKeyByHand } from '../../../tests/support/reimbursed.ts';
import { loanBody } from '../../../tests/support/world.ts';
import { loans } from './index.ts';

/** Makes something in the list at `path`, and returns the path of what was made. */
async function below(api: Client, path: string, body: object): Promise<string> {
  return `${path}/${(await api.made(path, body)).id}`;
}

let people = 0;
async function loansOf(api: Client): Promise<string> {
  const { id } = await api.made('/people', aPerson({ externalId: `borrower-${++people}` }));
  return `/people/${id}/loans`;
}
const aPast = { periods: [{ startDate: '2025-01-15', endDate: '2025-02-14', dueDate: '2025-02-15' }] };

const aLoan = async (api: Client, status: string): Promise<string> =>
  below(api, await loansOf(api), { ...loanBody, status });

async function anActiveLoan(api: Client): Promise<string> {
  const path = await aLoan(api, 'originated');
  await api.made(`${path}/activate`, {});
  return path;
}

const aPayment = (overrides = {}) => ({ type: 'oneTime', isExternal: true, amount: 10, ...overrides });
const aTransaction = async (api: Client, body: object): Promise<string> =>
  below(api, `${await anActiveLoan(api)}/transactions`, body);

async function anOverpaidLoan(api: Client): Promise<string> {
  const path = await anActiveLoan(api);
  await api.made(`${path}/transactions`, aPayment({ amount: 5000, allowOverpayment: true }));
  return path;
}

async function aLoanWithFee(api: Client): Promise<string> {
  const fees = { origination: { charged: 'firstPayment' } };
  const { id: loanTypeId } = await api.made('/loan-types', { name: 'With a fee', fees });
  const atOrigination = { ...loanBody.atOrigination, fees: { originationFeeAmount: 50 } };
  const path = await below(api, await loansOf(api), { ...loanBody, loanTypeId, atOrigination });
  await api.made(`${path}/activate`, {});
  return path;
}

/** The path and the body of a fee that is charged by hand. */
async function aFeeToCharge(api: Client): Promise<readonly [string, object]> {
  const path = await aLoanWithFee(api);
  const { loanTypeId } = (await api.get(path)).body.data;
  const name = { displayName: 'A copy', apiName: 'copy' };
  const { id: feeTypeId } = await api.made(`/loan-types/${loanTypeId}/fee-types`, { feeType: 'adHoc', name });
  return [`${path}/fees`, { feeTypeId, amount: 5 }];
}

const daysAfter = (now: string, days: number): string => new Date(Date.parse(now) + days * 86_400_000).toISOString();

const aLineOfCredit = async (api: Client): Promise<string> => (await aLine(api)).path;
const anActiveDraw = async (api: Client, more: object = {}): Promise<string> =>
  aDraw(api, await aLineOfCredit(api), more);
const aWaitingDraw = async (api: Client, status: string): Promise<string> =>
  aDraw(api, await aLineOfCredit(api), { status }, { activate: false });

/** A line whose first period is over, and the id of that; the clock goes back afterwards. */
async function withinItsPeriod(api: Client, run: (path: string, periodId: string) => Promise<Answer>): Promise<Answer> {
  const { now } = (await api.get('/test-clock')).body.data;
  const { path } = await aLine(api);
  const [{ id }] = (await api.get(`${path}/periods`)).body.data;
  await api.made('/test-clock', { now: daysAfter(now, 31) });
  await api.post(`${path}/refresh`, {});
  const answer = await run(path, id);
  await api.made('/test-clock', { now });
  return answer;
}

const aPromoType = async (api: Client): Promise<string> => {
  const lower = { programType: 'reducedRate', promoRate: 0.05, promoDurationDays: 184 };
  return (await api.made('/companies/current/promo-program-types', { name: 'Less', ...lower })).id;
};

const aPromoProgram = async (api: Client): Promise<string> =>
  below(api, `${await aLineOfCredit(api)}/promo-programs`, { promoTypeId: await aPromoType(api) });

const aPurchase = async (api: Client, body: object = {}): Promise<string> =>
  below(api, `${await aDraw(api, await aLineOfCredit(api))}/purchases`, { amount: 10, ...body });

/** The path of the purchase comes before that of its dispute. */
const aDispute = async (api: Client): Promise<string> => below(api, `${await aPurchase(api)}/disputes`, {});

const labels = '/companies/current/loan-labels';

const aMark = { kind: 'suppression', code: 'litigation' };

const aSoldService = {
  kind: 'gapWaiver',
  provider: 'An insurer',
  amount: 10,
  charged: 'financed',
  startDate: '2020-01-01',
  endDate: '2100-12-31',
};

const aGuarantor = async (api: Client): Promise<object> => ({
  personId: (await api.made('/people', aPerson())).id,
  loanRelationType: 'guarantor',
});
const aParty = async (api: Client): Promise<string> =>
  below(api, `${await anActiveLoan(api)}/people`, (await aGuarantor(api)) as object);

const anAgency = async (api: Client): Promise<string> =>
  (await api.made('/companies/current/collection-agencies', { legalName: 'An agency' })).id;

/** A loan on which more may be lent. */
async function aLoanOfSeveral(api: Client): Promise<string> {
  const payments = { multipleAdvances: true };
  const { id: loanTypeId } = await api.made('/loan-types', { name: 'Several', payments });
  const path = await below(api, await loansOf(api), { ...loanBody, loanTypeId });
  await api.made(`${path}/activate`, {});
  return path;
}

const aPlan = { amount: 25, numberOfPeriods: 2 };

/** Caps a loan for a service that begins after the loan. */
async function aCapTo(api: Client): Promise<[path: string, body: object]> {
  const path = await anActiveLoan(api);
  const services = path.replace(/loans.*/, 'military-services');
  const { id: militaryServiceId } = await api.made(services, { startDate: '2100-01-01' });
  return [`${path}/scra-caps`, { militaryServiceId, noticeReceivedDate: '2020-01-01' }];
}

const aSuspensionTo = async (api: Client): Promise<[path: string, body: object]> => [
  `${await anActiveLoan(api)}/late-fee-suspensions`,
  {},
];

const aService = async (api: Client): Promise<[path: string, body: object]> => [
  `/people/${(await api.made('/people', aPerson())).id}/military-services`,
  { startDate: '2026-06-01' },
];

/** The service of a loan that has a cap for it. */
async function aCappedService(api: Client): Promise<string> {
  const [path, body] = await aCapTo(api);
  const { militaryServiceId } = await api.made(path, body);
  return `${path.replace(/loans.*/, 'military-services')}/${militaryServiceId}`;
}

const aRefund = { refundAmount: 10, atFaultParty: 'other' };

const balances = 'loan.balance.changed';

const ofPurchases: Scenarios = {
  'purchases.create': [
    {
      emits: ['purchase.created', balances],
      run: async (api) =>
        api.post(`${await aDraw(api, await aLineOfCredit(api))}/purchases`, { amount: 10, externalId: 'bought-1' }),
    },
    {
      emits: ['purchase.created', 'purchase.statuschanged', balances],
      run: async (api) => {
        const [draw, authorizationPurchaseId] = (await aPurchase(api, { status: 'authorized' })).split('/purchases/');
        return api.post(`${draw}/purchases`, { amount: 9, authorizationPurchaseId });
      },
    },
    {
      emits: ['payment.approval.requested', 'purchase.created'],
      run: async (api, house) => paidOutPurchase(api, house, 0),
    },
    {
      emits: ['disbursement.initiated', 'purchase.created'],
      run: async (api, house) => paidOutPurchase(api, house, 100),
    },
  ],
  'purchases.update': [
    {
      emits: ['purchase.updated', balances],
      run: async (api) => api.put(await aPurchase(api), { amount: 9 }),
    },
    {
      emits: ['purchase.statuschanged', balances],
      run: async (api) => api.put(await aPurchase(api, { status: 'authorized' }), { status: 'settled' }),
    },
    {
      emits: ['purchase.dispute.created', 'purchase.statuschanged', balances],
      run: async (api) => api.put(await aPurchase(api), { status: 'disputed' }),
    },
  ],
  'purchaseDisputes.create': [
    {
      emits: ['purchase.dispute.created', 'purchase.statuschanged', balances],
      run: async (api) => api.post(`${await aPurchase(api)}/disputes`, {}),
    },
  ],
  'purchaseDisputes.update': [
    {
      emits: ['purchase.dispute.updated'],
      run: async (api) => api.put(await aDispute(api), { metadata: { a: 1 } }),
    },
    {
      emits: ['purchase.dispute.statuschanged', 'purchase.statuschanged', balances],
      run: async (api) => api.put(await aDispute(api), { status: 'lost' }),
    },
  ],
};

const ofDraws: Scenarios = {
  'loans.changeLimit': [
    {
      emits: ['loan.credit.limit.changed'],
      run: async (api) => api.post(`${await aLineOfCredit(api)}/credit-limit`, { creditLimitAmount: 10 }),
    },
  ],
  'loans.freezeDraws': [
    { emits: ['loan.draws.frozen'], run: async (api) => api.post(`${await aLineOfCredit(api)}/freeze-draws`, {}) },
  ],
  'loans.unfreezeDraws': [
    {
      emits: ['loan.draws.unfrozen'],
      run: async (api) => {
        const line = await aLineOfCredit(api);
        await api.made(`${line}/freeze-draws`, {});
        return api.post(`${line}/unfreeze-draws`, {});
      },
    },
  ],
  'draws.create': [
    {
      emits: ['loan.draw.created'],
      run: async (api) => api.post(`${await aLineOfCredit(api)}/draws`, { status: 'pending' }),
    },
    {
      emits: ['loan.draw.created', 'draw.originated'],
      run: async (api) => api.post(`${await aLineOfCredit(api)}/draws`, { status: 'originated' }),
    },
    {
      emits: ['loan.draw.created', 'draw.declined'],
      run: async (api) => api.post(`${await aLineOfCredit(api)}/draws`, { status: 'declined' }),
    },
  ],
  'draws.update': [
    { emits: ['draw.updated'], run: async (api) => api.put(await anActiveDraw(api), { nickname: 'Kitchen' }) },
    {
      emits: ['draw.originated'],
      run: async (api) => api.put(await aWaitingDraw(api, 'pending'), { status: 'originated' }),
    },
    {
      emits: ['draw.declined'],
      run: async (api) => api.put(await aWaitingDraw(api, 'pending'), { status: 'declined' }),
    },
  ],
  'draws.cancel': [
    { emits: ['draw.canceled'], run: async (api) => api.post(`${await aWaitingDraw(api, 'pending')}/cancel`, {}) },
  ],
  'draws.changeLimit': [
    {
      emits: ['draw.credit.limit.changed'],
      run: async (api) => api.post(`${await anActiveDraw(api)}/credit-limit`, { creditLimitAmount: 10 }),
    },
  ],
};

/** Cash on a draw of a borrower of its own, where so much goes out by the word of one person. */
async function paidOutPurchase(api: Client, house: House, firstAdvancesAbove: number): Promise<Answer> {
  await api.put('/companies/current', { paymentApprovals: { firstAdvancesAbove } });
  const personId = (await api.made('/people', aPerson({ externalId: `borrower-${++people}` }))).id as string;
  const { path } = await aLine(api, {}, { personId });
  const draw = await aDraw(api, path, { atOrigination: { purpose: 'cashAdvance' } });
  const paymentInstrumentId = await oldAccount(house, api, personId);
  return api.post(`${draw}/purchases`, { amount: 10, paymentInstrumentId });
}

const scenarios: Scenarios = {
  ...ofCards,
  ...ofAutopay,
  ...ofDraws,
  ...ofPurchases,
  'loans.create': [
    { emits: ['loan.created'], run: async (api) => api.post(await loansOf(api), { ...loanBody, status: 'pending' }) },
    {
      emits: ['loan.created', 'loan.originated'],
      run: async (api) => api.post(await loansOf(api), { ...loanBody, externalId: 'loan-1' }),
    },
    {
      emits: ['loan.created', 'loan.declined'],
      run: async (api) => api.post(await loansOf(api), { ...loanBody, status: 'declined' }),
    },
    {
      // The canceled loan gives up its external id.
      emits: ['loan.updated', 'loan.created'],
      run: async (api) => {
        const body = { ...loanBody, status: 'pending', externalId: 'canceled' };
        const loans = await loansOf(api);
        const { id } = await api.made(loans, body);
        await api.made(`${loans}/${id}/cancel`, {});
        return api.post(await loansOf(api), body);
      },
    },
  ],
  'loans.update': [
    { emits: ['loan.updated'], run: async (api) => api.put(await aLoan(api, 'originated'), { nickname: 'Kitchen' }) },
    {
      emits: ['loan.originated', 'loan.statuschanged'],
      run: async (api) => api.put(await aLoan(api, 'pending'), { status: 'originated' }),
    },
    {
      emits: ['loan.declined', 'loan.statuschanged'],
      run: async (api) => api.put(await aLoan(api, 'pending'), { status: 'declined' }),
    },
  ],
  'loans.reverseAccelerate': [
    {
      emits: ['loan.statuschanged', 'loan.balance.changed', 'loan.acceleration.reversed'],
      run: async (api) => {
        const path = await anActiveLoan(api);
        await api.made(`${path}/accelerate`, {});
        return api.post(`${path}/reverse-accelerate`, {});
      },
    },
  ],
  'loans.reverseChargeOff': [
    {
      emits: ['loan.statuschanged', 'loan.balance.changed', 'loan.chargeoff.reversed'],
      run: async (api) => {
        const path = await anActiveLoan(api);
        await api.made(`${path}/charge-off`, { chargedOffReason: 'age' });
        return api.post(`${path}/reverse-charge-off`, {});
      },
    },
  ],
  'loans.cancel': [
    {
      emits: ['loan.canceled', 'loan.statuschanged'],
      run: async (api) => api.post(`${await aLoan(api, 'pending')}/cancel`, {}),
    },
  ],
  'migration.addPastPeriods': [
    {
      emits: ['loan.updated'],
      run: async (api) => api.post(`${await aLoan(api, 'originated')}/migration/past-periods`, aPast),
    },
  ],
  'migration.addPastPurchase': [
    {
      emits: ['loan.updated'],
      async run(api) {
        const { path } = await aLine(api, {}, { activate: false });
        const draw = await aDraw(api, path, {}, { activate: false });
        const drawId = draw.split('/').at(-1);
        return api.post(`${path}/migration/past-purchase`, { drawId, amount: 20, purchaseDate: '2025-02-15' });
      },
    },
  ],
  'migration.updatePastPeriod': [
    {
      emits: ['loan.updated'],
      run: async (api) => {
        const path = `${await aLoan(api, 'originated')}/migration/past-periods`;
        await api.made(path, aPast);
        return api.put(path, { dueDate: '2025-02-15', fulfilledAmount: 400 });
      },
    },
  ],
  'migration.addPastTransaction': [
    {
      emits: ['loan.updated'],
      run: async (api) =>
        api.post(`${await aLoan(api, 'originated')}/migration/past-transaction`, {
          amount: 5,
          effectiveDate: '2025-02-15',
        }),
    },
  ],
  'loanFees.cancel': [
    {
      emits: ['loan.balance.changed', 'loan.fee.canceled'],
      run: async (api) => {
        const path = await aLoanWithFee(api);
        const [{ id }] = (await api.get(`${path}/fees`)).body.data;
        return api.post(`${path}/fees/${id}/cancel`, {});
      },
    },
  ],
  'loanFees.update': [
    {
      emits: ['loan.balance.changed', 'loan.fee.updated'],
      run: async (api) => {
        const [path, body] = await aFeeToCharge(api);
        const { id } = await api.made(path, body);
        return api.put(`${path}/${id}`, { feeAmount: 3 });
      },
    },
  ],
  'loanFees.changeOrigination': [
    {
      emits: ['loan.balance.changed', 'loan.fee.updated'],
      run: async (api) => api.put(`${await aLoanWithFee(api)}/fees/origination`, { feeAmount: 40 }),
    },
  ],
  'loanFees.cancelSeveral': [
    {
      emits: ['loan.balance.changed', 'loan.fee.canceled'],
      run: async (api) => {
        const path = await aLoanWithFee(api);
        const [{ id }] = (await api.get(`${path}/fees`)).body.data;
        return api.post(`${path}/cancel-fees`, { loanFeeIds: [id] });
      },
    },
  ],
  'loanLabels.create': [{ emits: ['loanlabel.created'], run: (api) => api.post(labels, { name: 'Watch' }) }],
  'loanLabels.update': [
    {
      emits: ['loanlabel.updated'],
      run: async (api) => api.put(await below(api, labels, { name: 'A' }), { name: 'B' }),
    },
  ],
  'labelsOfLoan.add': [
    {
      emits: ['loan.label.added'],
      run: async (api) => {
        const { id: loanLabelId } = await api.made(labels, { name: 'Watch' });
        return api.post(`${await anActiveLoan(api)}/labels`, { loanLabelId });
      },
    },
  ],
  'labelsOfLoan.remove': [
    {
      emits: ['loan.label.removed'],
      run: async (api) => {
        const { id: loanLabelId } = await api.made(labels, { name: 'Watch' });
        return api.delete(await below(api, `${await anActiveLoan(api)}/labels`, { loanLabelId }));
      },
    },
  ],
  'reportingMarks.create': [
    {
      emits: ['loan.reportingmark.created'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/reporting-marks`, aMark),
    },
  ],
  'reportingMarks.update': [
    {
      emits: ['loan.reportingmark.updated'],
      run: async (api) =>
        api.put(await below(api, `${await anActiveLoan(api)}/reporting-marks`, aMark), { endDate: '2100-01-01' }),
    },
  ],
  'loanServices.add': [
    {
      emits: ['loan.service.added'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/services`, aSoldService),
    },
  ],
  'loanServices.cancel': [
    {
      emits: ['servicecredit.created', 'loan.balance.changed', 'loan.service.canceled'],
      async run(api) {
        const path = await below(api, `${await anActiveLoan(api)}/services`, aSoldService);
        return api.post(`${path}/cancel`, { reason: 'other', credit: true });
      },
    },
  ],
  'loanPeople.add': [
    {
      emits: ['loan.person.added'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/people`, await aGuarantor(api)),
    },
  ],
  'loanPeople.update': [
    { emits: ['loan.person.updated'], run: async (api) => api.put(await aParty(api), { mayRead: true }) },
  ],
  'loanPeople.end': [{ emits: ['loan.person.ended'], run: async (api) => api.post(`${await aParty(api)}/end`, {}) }],
  'loanInvestors.change': [
    {
      emits: ['loan.ownerchanged'],
      async run(api) {
        const { id: investorId } = await api.made('/companies/current/investors', { name: 'Fund' });
        return api.post(`${await anActiveLoan(api)}/investors`, { investors: [{ investorId, share: 1 }] });
      },
    },
  ],
  'loanAgency.assign': [
    {
      emits: ['loan.collectionagency.assigned'],
      run: async (api) =>
        api.post(`${await anActiveLoan(api)}/collection-agency`, { collectionAgencyId: await anAgency(api) }),
    },
  ],
  'loanAgency.unassign': [
    {
      emits: ['loan.collectionagency.unassigned'],
      run: async (api) => {
        const path = `${await anActiveLoan(api)}/collection-agency`;
        await api.made(path, { collectionAgencyId: await anAgency(api) });
        return api.delete(path);
      },
    },
  ],
  'advances.create': [
    {
      emits: ['advance.statuschanged'],
      run: async (api) => api.post(`${await aLoanOfSeveral(api)}/advances`, { amount: 10, status: 'scheduled' }),
    },
    {
      emits: ['loan.balance.changed', 'advance.statuschanged'],
      run: async (api) => api.post(`${await aLoanOfSeveral(api)}/advances`, { amount: 10 }),
    },
  ],
  'advances.update': [
    {
      emits: ['advance.updated'],
      run: async (api) =>
        api.put(await below(api, `${await aLoanOfSeveral(api)}/advances`, { amount: 10 }), { metadata: { a: 1 } }),
    },
    {
      emits: ['loan.balance.changed', 'advance.statuschanged'],
      run: async (api) =>
        api.put(await below(api, `${await aLoanOfSeveral(api)}/advances`, { amount: 10 }), { status: 'canceled' }),
    },
  ],
  'hardships.defer': [
    {
      emits: ['loan.schedule.defer'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/defer`, {}),
    },
  ],
  'hardships.changeDueDates': [
    {
      emits: ['loan.duedate.defer'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/change-due-dates`, { specificDays: [28] }),
    },
  ],
  'hardships.reAge': [
    {
      emits: ['loan.current', 'loan.balance.changed', 'loan.reaged'],
      async run(api) {
        const { now } = (await api.get('/test-clock')).body.data;
        const minPaymentCalculation = { percentageOfPrincipal: 0, minAmount: 100 };
        const { path } = await aLine(api, { minPaymentCalculation });
        await api.made(`${await aDraw(api, path)}/purchases`, { amount: 2000 });
        await api.made('/test-clock', { now: daysAfter(now, 330) });
        await api.made(`${path}/transactions`, aPayment({ amount: 400 }));
        const answer = await api.post(`${path}/re-age`, {});
        await api.made('/test-clock', { now });
        return answer;
      },
    },
  ],
  'hardships.cancel': [
    {
      emits: ['loan.hardship.statuschanged'],
      async run(api) {
        const path = await anActiveLoan(api);
        const { id } = await api.made(`${path}/defer`, {});
        return api.post(`${path}/hardships/${id}/cancel`, {});
      },
    },
  ],
  'customPaymentPlans.create': [
    {
      emits: ['loan.paymentplan.setup'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/custom-payment-plans`, aPlan),
    },
  ],
  'customPaymentPlans.cancel': [
    {
      emits: ['loan.hardship.statuschanged'],
      async run(api) {
        const path = await anActiveLoan(api);
        const { id } = await api.made(`${path}/custom-payment-plans`, aPlan);
        return api.post(`${path}/custom-payment-plans/${id}/cancel`, {});
      },
    },
  ],
  'promiseToPayPlans.create': [
    {
      emits: ['loan.promisetopay.statuschanged'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/promise-to-pay-plans`, { amount: 10 }),
    },
  ],
  'promiseToPayPlans.cancel': [
    {
      emits: ['loan.promisetopay.statuschanged'],
      run: async (api) =>
        api.post(`${await below(api, `${await anActiveLoan(api)}/promise-to-pay-plans`, { amount: 10 })}/cancel`, {}),
    },
  ],
  'settlements.create': [
    {
      emits: ['loan.settlement.statuschanged'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/settlements`, { amount: 10 }),
    },
  ],
  'militaryServices.create': [
    { emits: ['militaryservice.created'], run: async (api) => api.post(...(await aService(api))) },
  ],
  'militaryServices.update': [
    {
      emits: ['militaryservice.updated'],
      run: async (api) => api.put(await below(api, ...(await aService(api))), { endDate: '2027-01-01' }),
    },
    {
      emits: ['loan.scra.ended', 'militaryservice.updated'],
      run: async (api) => api.put(await aCappedService(api), { endDate: '2120-01-01' }),
    },
    {
      emits: ['loan.scra.changed', 'militaryservice.updated'],
      run: async (api) => api.put(await aCappedService(api), { startDate: '2099-01-01' }),
    },
  ],
  'militaryServices.delete': [
    {
      emits: ['militaryservice.deleted'],
      run: async (api) => api.delete(await below(api, ...(await aService(api)))),
    },
  ],
  'lateFeeSuspensions.create': [
    { emits: ['loan.latefee.suspended'], run: async (api) => api.post(...(await aSuspensionTo(api))) },
  ],
  'lateFeeSuspensions.update': [
    {
      emits: ['loan.latefee.suspension.changed'],
      run: async (api) => api.put(await below(api, ...(await aSuspensionTo(api))), { startDate: '2020-01-01' }),
    },
  ],
  'lateFeeSuspensions.cancel': [
    {
      emits: ['loan.latefee.suspension.canceled'],
      run: async (api) => api.post(`${await below(api, ...(await aSuspensionTo(api)))}/cancel`, {}),
    },
  ],
  'scraCaps.create': [{ emits: ['loan.scra.capped'], run: async (api) => api.post(...(await aCapTo(api))) }],
  'scraCaps.update': [
    {
      emits: ['loan.scra.changed'],
      run: async (api) => api.put(await below(api, ...(await aCapTo(api))), { annualRate: 0.01 }),
    },
    {
      emits: ['loan.scra.ended'],
      run: async (api) => api.put(await below(api, ...(await aCapTo(api))), { endDate: '2120-01-01' }),
    },
  ],
  'scraCaps.cancel': [
    {
      emits: ['loan.scra.canceled'],
      run: async (api) => api.post(`${await below(api, ...(await aCapTo(api)))}/cancel`, {}),
    },
  ],
  'loanRefunds.create': [
    {
      emits: ['loan.balance.changed', 'loan.refund.created'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/refunds`, aRefund),
    },
  ],
  'loanRefunds.createNewer': [
    {
      emits: ['loan.balance.changed', 'loan.refund.created'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/refunds-v2`, aRefund),
    },
  ],
  'loanRefunds.cancel': [
    {
      emits: ['loan.balance.changed', 'loan.refund.canceled'],
      run: async (api) => {
        const path = await anActiveLoan(api);
        const { id } = await api.made(`${path}/refunds-v2`, aRefund);
        return api.post(`${path}/refunds/${id}/cancel`, {});
      },
    },
  ],
  'loanRates.create': [
    {
      emits: ['loan.rate.created'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/rates`, { interestRate: { annualRate: 0.1 } }),
    },
  ],
  'promoPrograms.create': [
    {
      emits: ['loan.promoprogram.created', 'loan.promoprogram.activated'],
      run: async (api) =>
        api.post(`${await aLineOfCredit(api)}/promo-programs`, { promoTypeId: await aPromoType(api) }),
    },
  ],
  'promoPrograms.update': [
    {
      emits: ['loan.promoprogram.updated'],
      run: async (api) => api.put(await aPromoProgram(api), { promoDurationDays: 365 }),
    },
    {
      emits: ['loan.promoprogram.canceled'],
      run: async (api) => api.put(await aPromoProgram(api), { status: 'canceled' }),
    },
  ],
  'bills.sent': [
    {
      emits: ['loan.statement.sent'],
      async run(api) {
        const { now } = (await api.get('/test-clock')).body.data;
        const { path } = await aLine(api);
        const [{ id }] = (await api.get(`${path}/periods`)).body.data;
        await api.made('/test-clock', { now: daysAfter(now, 31) });
        await api.post(`${path}/refresh`, {});
        const answer = await api.post(`${path}/periods/${id}/statement-sent`, {});
        await api.made('/test-clock', { now });
        return answer;
      },
    },
  ],
  'statements.generate': [
    {
      emits: ['statement.generated'],
      run: async (api) => withinItsPeriod(api, (path, id) => api.post(`${path}/periods/${id}/generate-statement`, {})),
    },
    {
      emits: ['statement.regenerated'],
      run: async (api) =>
        withinItsPeriod(api, async (path, id) => {
          await api.made(`${path}/periods/${id}/generate-statement`, {});
          return api.post(`${path}/periods/${id}/generate-statement`, {});
        }),
    },
  ],
  'statements.update': [
    {
      emits: ['statement.updated'],
      run: async (api) =>
        withinItsPeriod(api, async (path, id) => {
          const statement = await api.made(`${path}/periods/${id}/generate-statement`, {});
          const documents = `${path.slice(0, path.indexOf('/loans/'))}/documents`;
          const { body } = await api.post(documents, { type: 'loanStatement' });
          return api.put(`${path}/statements/${statement.id}`, { documentDescriptorId: body.id });
        }),
    },
  ],
  ...ofCollecting,
  'recordedCredits.confirm': [
    {
      emits: ['loan.credit.confirmed'],
      async run(api, house) {
        const path = await anOverpaidLoan(await aKeyByHand(house, api));
        const [{ id }] = (await api.get(`${path}/recorded-credits`)).body.data;
        return api.post(`${path}/recorded-credits/${id}/confirm`, {});
      },
    },
  ],
  'creditRefundRequests.create': [
    {
      emits: ['loan.credit.refund.requested'],
      run: async (api) => api.post(`${await anOverpaidLoan(api)}/credit-refund-requests`, {}),
    },
  ],
  'loans.reimburse': [
    ...ofCollecting['loans.reimburse'],
    {
      emits: ['payment.initiated', 'payment.succeeded', 'loan.balance.changed'],
      run: async (api) =>
        api.post(`${await anOverpaidLoan(api)}/reimburse`, { reimbursementAmount: 5, isExternal: true }),
    },
    {
      emits: ['payment.initiated', 'loan.balance.changed'],
      run: async (api) =>
        api.post(`${await anOverpaidLoan(api)}/reimburse`, {
          reimbursementAmount: 5,
          isExternal: true,
          transactionStatus: 'pending',
        }),
    },
  ],
  'transactions.create': [
    ...ofCollecting['transactions.create'],
    {
      emits: ['payment.initiated', 'payment.applied', 'loan.balance.changed'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/transactions`, aPayment({ status: 'pending' })),
    },
    {
      emits: ['payment.initiated', 'payment.succeeded', 'payment.applied', 'loan.balance.changed'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/transactions`, aPayment({ externalId: 'pay-1' })),
    },
    {
      emits: ['payment.initiated', 'payment.failed'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/transactions`, aPayment({ status: 'failed' })),
    },
    {
      emits: ['servicecredit.created', 'loan.balance.changed'],
      run: async (api) => api.post(`${await anActiveLoan(api)}/transactions`, { type: 'serviceCredit', amount: 10 }),
    },
  ],
  'transactions.update': [
    {
      emits: ['transaction.updated'],
      run: async (api) => api.put(await aTransaction(api, aPayment()), { metaData: { a: 1 } }),
    },
    {
      emits: ['payment.succeeded'],
      run: async (api) => api.put(await aTransaction(api, aPayment({ status: 'pending' })), { status: 'succeeded' }),
    },
    {
      emits: ['payment.failed', 'loan.balance.changed'],
      run: async (api) => api.put(await aTransaction(api, aPayment()), { status: 'failed' }),
    },
    {
      emits: ['payment.canceled', 'loan.balance.changed'],
      run: async (api) => api.put(await aTransaction(api, aPayment()), { status: 'canceled' }),
    },
  ],
  'transactions.backdate': [
    {
      emits: ['transaction.backdated', 'loan.balance.changed'],
      run: async (api) => {
        const now = (await api.get('/test-clock')).body.data.now;
        const path = await aTransaction(api, { type: 'serviceCredit', amount: 10 });
        await api.made('/test-clock', { now: daysAfter(now, 2) });
        const answer = await api.post(`${path}/backdate`, { effectiveDate: daysAfter(now, 1).slice(0, 10) });
        await api.made('/test-clock', { now });
        return answer;
      },
    },
  ],
};

const disputeCases = { mayEmit: [], open: async () => 'CS-AAAA-AAAA' };

describe('the events of loans', () => emitsAsDeclared(loans({ disputeCases, announcing: async () => {} }), scenarios));
