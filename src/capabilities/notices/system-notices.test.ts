// Each notice of the system from its event to the mailbox, over HTTP. A notice without a story here fails.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aDraw, aLine } from '../../../tests/support/begun-line.ts';
import { beginLoan } from '../../../tests/support/begun-loan.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { aCard } from '../../../tests/support/instruments.ts';
import { anAccountOf, aPayer, good, withoutFunds } from '../../../tests/support/payer.ts';
import { aRoundLoan, type RoundLoan } from '../../../tests/support/round-loan.ts';
import { moveClock, setClock } from '../../../tests/support/test-clock.ts';
import { canBeWrittenTo, mailOf, writtenTo } from '../../../tests/support/written-to.ts';
import { noticeSubjects } from './system-notices.ts';

/** Each makes its event happen, and gives the borrower. */
type Story = (api: Client) => Promise<string>;

const agreed = {
  amountFinanced: 3650,
  interestRates: [{ rate: 0.1 }],
  paymentFrequency: 'monthly',
  specificDays: [1],
  periodicPaymentAmount: 500,
};

async function aReadersLoan(api: Client): Promise<RoundLoan> {
  const loan = await aRoundLoan(api);
  await canBeWrittenTo(api, loan.personId);
  return loan;
}

async function aReadersLine(api: Client): Promise<{ path: string; personId: string }> {
  const path = await aLine(api);
  const personId = path.split('/')[2] as string;
  await canBeWrittenTo(api, personId);
  return { path, personId };
}

const ofLoan =
  (run: (loan: RoundLoan) => Promise<unknown>): Story =>
  async (api) => {
    const loan = await aReadersLoan(api);
    await run(loan);
    return loan.personId;
  };

const ofLine =
  (run: (api: Client, path: string) => Promise<unknown>): Story =>
  async (api) => {
    const line = await aReadersLine(api);
    await run(api, line.path);
    return line.personId;
  };

const ofCase =
  (made: object, ...moves: readonly object[]): Story =>
  async (api) => {
    const loan = await aReadersLoan(api);
    const path = `/people/${loan.personId}/cases`;
    const { id } = await api.made(path, { loanIds: [loan.id], ...made });
    for (const move of moves) {
      const answer = await api.put(`${path}/${id}`, move);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    }
    return loan.personId;
  };

const act =
  (action: string, body: object = {}): Story =>
  async (api) => {
    const loan = await aReadersLoan(api);
    await api.made(`${loan.path}/${action}`, body);
    return loan.personId;
  };

const ofAutopay =
  (run: (api: Client, autopay: string, paymentInstrumentId: string) => Promise<unknown>): Story =>
  async (api) => {
    const { loan, autopay, paymentInstrumentId } = await aPayer(api);
    await canBeWrittenTo(api, loan.personId);
    await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId, noticeAbove: 400 });
    await run(api, autopay, paymentInstrumentId);
    return loan.personId;
  };

/** All of the loan is due on June 15th. */
const onePayment = {
  paymentFrequency: 'singleTerm',
  specificDays: [],
  periodicPaymentAmount: null,
  enforcedEndDate: '2026-06-15',
};

const ofOnePayment =
  (run: (api: Client, path: string) => Promise<unknown>): Story =>
  async (api) => {
    const { loan, autopay, paymentInstrumentId } = await aPayer(api, good, { agreed: onePayment });
    await canBeWrittenTo(api, loan.personId);
    await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId });
    await run(api, loan.path);
    return loan.personId;
  };

const payOn = (api: Client, path: string, date: string) =>
  api.made(`${path}/change-due-dates`, { dueDatesFrequency: 'singleTerm', specificDays: [date], sendNotice: false });

async function pausedPlan(api: Client, autopay: string, paymentInstrumentId: string): Promise<void> {
  const [, , personId] = autopay.split('/');
  await api.call('DELETE', `/people/${personId}/payment-instruments/${paymentInstrumentId}`);
  await moveClock(api, '2026-02-10T15:00:00Z');
}

const ended = (outcome: string) => [{ status: 'processing' }, { status: 'completed', outcome }] as const;

const paidOff = (loan: RoundLoan) => loan.pay(3650);

const withAgency: Story = async (api) => {
  const loan = await aReadersLoan(api);
  const agency = await api.made('/companies/current/collection-agencies', { legalName: `Agency ${loan.id}` });
  await api.made(`${loan.path}/collection-agency`, { collectionAgencyId: agency.id });
  return loan.personId;
};

const aSettlement =
  (then: (api: Client, loan: RoundLoan, path: string) => Promise<unknown>): Story =>
  async (api) => {
    const loan = await aReadersLoan(api);
    const { id } = await api.made(`${loan.path}/settlements`, { amount: 1000 });
    await then(api, loan, `${loan.path}/settlements/${id}`);
    return loan.personId;
  };

const aPromise =
  (then: (api: Client, loan: RoundLoan, path: string) => Promise<unknown>): Story =>
  async (api) => {
    const loan = await aReadersLoan(api);
    const plan = { frequency: 'weekly', duration: 2, amount: 100, graceDays: 2 };
    const { id } = await api.made(`${loan.path}/promise-to-pay-plans`, plan);
    await then(api, loan, `${loan.path}/promise-to-pay-plans/${id}`);
    return loan.personId;
  };

const aDispute = (status?: string): Story =>
  ofLine(async (api, path) => {
    const draw = await aDraw(api, path);
    const purchase = await api.made(`${draw}/purchases?sync=true`, { amount: 100, status: 'settled' });
    const disputes = `${draw}/purchases/${purchase.id}/disputes`;
    const { id } = await api.made(disputes, { disputedAmount: 40 });
    if (status) assert.equal((await api.put(`${disputes}/${id}`, { status })).status, 200);
  });

const aCap =
  (endDate: string | null, said: object = {}): Story =>
  async (api) => {
    const loan = await aReadersLoan(api);
    await setClock(api, '2026-06-20T17:00:00Z');
    const service = { startDate: '2026-06-01', endDate };
    const { id } = await api.made(`/people/${loan.personId}/military-services`, service);
    await api.made(`${loan.path}/scra-caps`, { militaryServiceId: id, noticeReceivedDate: '2026-06-10', ...said });
    return loan.personId;
  };

/** Begun on October 1st of another servicer, whose past payments come with it. */
async function takenOver(api: Client, said: object = {}, takeOver: object = {}, lives: object = {}): Promise<string> {
  await setClock(api, '2026-01-20T15:00:00Z');
  await api.put('/companies/current', { papers: { address: '1 Lender Way\nGary, IN 46402' } });
  const { id: personId } = await api.made('/people', aPerson());
  await canBeWrittenTo(api, personId, lives);
  const loan = { loanTypeId: 'ext-installment', status: 'originated', atOrigination: agreed, ...said };
  const { id } = await api.made(`/people/${personId}/loans`, loan);
  await api.made(`/people/${personId}/loans/${id}/migration/activate`, { startDate: '2025-10-01', ...takeOver });
  return personId;
}

/** In default when it was taken over, so that a debt collector has it. */
const collectedIn =
  (lives: object): Story =>
  async (api) => {
    const personId = await takenOver(api, { defaultedAtBoarding: true }, {}, lives);
    await moveClock(api, '2026-01-21T18:00:00Z');
    return personId;
  };

const switchedOn =
  (subject: string, story: Story): Story =>
  async (api) => {
    assert.equal((await api.put(`/system-notices/${subject}`, { isEnabled: true })).status, 200);
    return story(api);
  };

const notActive =
  (run: (api: Client, path: string) => Promise<unknown>): Story =>
  async (api) => {
    const loan = await beginLoan(api, { start: '2026-01-01T17:00:00Z', agreed, activate: false });
    await canBeWrittenTo(api, loan.personId);
    await run(api, loan.path);
    return loan.personId;
  };

/** The bank of this account refuses what is paid to it (R23). */
const refusesCredits = '912300200011';

const scheduled =
  (then: (api: Client, path: string) => Promise<unknown>): Story =>
  async (api) => {
    const { loan, paymentInstrumentId } = await aPayer(api);
    await canBeWrittenTo(api, loan.personId);
    const payment = { type: 'oneTime', amount: 20, paymentInstrumentId, scheduledDate: '2026-01-20' };
    const { id } = await api.made(`${loan.path}/transactions`, payment);
    await then(api, `${loan.path}/transactions/${id}`);
    return loan.personId;
  };

const stories: Readonly<Record<string, Story>> = {
  autopayEnabled: ofAutopay(async () => {}),
  autopayCanceled: ofAutopay((api, autopay) => api.delete(autopay)),
  autopayCanceledBySystem: ofAutopay(async (api, autopay) => {
    await api.made(autopay.replace('/autopay', '/charge-off'), { chargedOffReason: 'bankruptcy' });
    await moveClock(api, '2026-01-02T17:00:00Z');
  }),
  autopayAmountChanged: ofAutopay((api) => moveClock(api, '2026-01-23T20:00:00Z')),
  autopayPaused: ofAutopay(pausedPlan),
  // A plan that is paused is replaced by the one that the borrower agrees to.
  autopayPaymentMethodUpdated: ofAutopay(async (api, autopay, paymentInstrumentId) => {
    await pausedPlan(api, autopay, paymentInstrumentId);
    const [, , personId = ''] = autopay.split('/');
    const other = await anAccountOf(api, { personId }, '900000000029');
    await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId: other });
  }),
  autopayPaymentRescheduled: ofOnePayment((api, path) => payOn(api, path, '2026-07-15')),
  // It comes two weeks earlier four days before, too late for a notice.
  autopayPaymentCanceled: ofOnePayment(async (api, path) => {
    await moveClock(api, '2026-05-28T17:00:00Z');
    await payOn(api, path, '2026-06-01');
    await moveClock(api, '2026-06-03T17:00:00Z');
  }),
  autopayPaymentLowered: async (api) => {
    await api.put('/companies/current', { noticesAreSentByUs: true });
    return ofAutopay(() => moveClock(api, '2026-02-03T15:00:00Z'))(api);
  },
  paymentScheduled: scheduled(async () => {}),
  futurepayCanceled: scheduled((api, path) => api.made(`${path}/cancel`, {})),
  paymentReceived: ofLoan((loan) => loan.pay(50)),
  paymentFailed: ofLoan(async (loan) =>
    loan.change(await loan.pay(50), { status: 'failed', failureReason: 'checkReturned' }),
  ),
  paymentReturned: async (api) => {
    const { loan, paymentInstrumentId } = await aPayer(api, withoutFunds);
    await canBeWrittenTo(api, loan.personId);
    await api.made(`${loan.path}/transactions`, { type: 'oneTime', amount: 20, paymentInstrumentId });
    await moveClock(api, '2026-01-09T17:00:00Z');
    return loan.personId;
  },
  paymentCanceled: ofLoan(async (loan) => {
    const answer = await loan.change(await loan.pay(50), { status: 'canceled' });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }),
  downpaymentFailed: async (api) => {
    const agreed = { principalAmount: 3650, downPaymentAmount: 450 };
    const { loan, paymentInstrumentId } = await aPayer(api, withoutFunds, { agreed });
    await canBeWrittenTo(api, loan.personId);
    await api.made(`${loan.path}/transactions`, { type: 'downPayment', amount: 450, paymentInstrumentId });
    await moveClock(api, '2026-01-09T17:00:00Z');
    return loan.personId;
  },
  refundFailed: async (api) => {
    const { loan, paymentInstrumentId } = await aPayer(api, refusesCredits);
    await canBeWrittenTo(api, loan.personId);
    // No money goes to an account that is newer than five days.
    await moveClock(api, '2026-01-08T17:00:00Z');
    await loan.pay(4000, { allowOverpayment: true });
    await api.made(`${loan.path}/reimburse`, { reimbursementAmount: 12.5, paymentInstrumentId });
    await moveClock(api, '2026-01-16T17:00:00Z');
    return loan.personId;
  },
  cardExpiresReminder: async (api) => {
    const loan = await aReadersLoan(api);
    const card = aCard({ expirationMonth: 2, expirationYear: 2026 });
    await api.made(`/people/${loan.personId}/payment-instruments?sync=true`, card);
    await moveClock(api, '2026-02-10T17:00:00Z');
    return loan.personId;
  },
  refundScheduled: ofLoan(async (loan) => {
    await loan.pay(4000, { allowOverpayment: true });
    const body = { reimbursementAmount: 12.5, isExternal: true, paymentInstrumentType: 'check' };
    await loan.api.made(`${loan.path}/reimburse`, body);
  }),
  purchaseRefunded: act('refunds', { refundAmount: 500, atFaultParty: 'merchant' }),
  statementGenerated: ofLoan((loan) => moveClock(loan.api, '2026-02-02T17:00:00Z')),
  statementRegenerated: ofLoan(async (loan) => {
    await moveClock(loan.api, '2026-02-02T17:00:00Z');
    const [{ periodId }] = (await loan.api.get(`${loan.path}/statements`)).body.data;
    await loan.api.made(`${loan.path}/periods/${periodId}/generate-statement`, {});
  }),
  loanOriginated: switchedOn('loanOriginated', async (api) => {
    const { id: personId } = await api.made('/people', aPerson());
    await canBeWrittenTo(api, personId);
    const loan = { loanTypeId: 'ext-installment', status: 'originated', atOrigination: agreed };
    await api.made(`/people/${personId}/loans`, loan);
    return personId;
  }),
  loanActivated: notActive((api, path) => api.made(`${path}/activate`, {})),
  welcome: async (api) => {
    const path = await aLine(api, {}, { activate: false });
    const personId = path.split('/')[2] as string;
    await canBeWrittenTo(api, personId);
    await api.made(`${path}/activate`, {});
    return personId;
  },
  loanCanceled: notActive((api, path) => api.made(`${path}/cancel`, { cancellationReason: 'changed their mind' })),
  loanPaidOff: ofLoan(paidOff),
  loanClosed: switchedOn(
    'loanClosed',
    ofLoan(async (loan) => {
      await paidOff(loan);
      await loan.api.made(`${loan.path}/close`, {});
    }),
  ),
  loanAccelerated: act('accelerate'),
  loanChargedOff: act('charge-off', { chargedOffReason: 'bankruptcy' }),
  collectionAgencyAssigned: withAgency,
  debtValidationNoticeAutomatic: collectedIn({}),
  debtValidationNoticeArizona: collectedIn({ city: 'Phoenix', state: 'AZ', postalCode: '85001' }),
  debtValidationNoticeNYCYonkers: collectedIn({ city: 'Brooklyn', state: 'NY', postalCode: '11201' }),
  debtValidationNoticePuertoRico: collectedIn({ city: 'San Juan', state: 'PR', postalCode: '00901' }),
  collectionAgencyUnassigned: async (api) => {
    const personId = await withAgency(api);
    const [loan] = (await api.get(`/people/${personId}/loans`)).body.data;
    const answer = await api.delete(`/people/${personId}/loans/${loan.id}/collection-agency`);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return personId;
  },
  electronicConsentOptOut: ofLoan(async (loan) => {
    const consents = `/people/${loan.personId}/consents`;
    const [consent] = (await loan.api.get(consents)).body.data;
    await loan.api.made(`${consents}/${consent.id}/revoke`, {});
  }),
  creditNegativeInfoMayBeReported: ofLoan((loan) => moveClock(loan.api, '2026-02-03T17:00:00Z')),
  rateReset: async (api) => {
    await setClock(api, '2026-01-01T17:00:00Z');
    const settings = { resetMonths: 1 };
    const type = await api.made('/loan-types', { name: 'Adjustable', status: 'active', interest: settings });
    const index = (rate: number, effectiveDate: string) =>
      api.made(`/loan-types/${type.id}/index-rates`, { rate, effectiveDate });
    await index(0.05, '2025-12-01');
    const { id: personId } = await api.made('/people', aPerson());
    await canBeWrittenTo(api, personId);
    const rates = { interestRates: [{ rate: 0.04, interestType: 'spread' }], firstRateResetDate: '2026-01-20' };
    const atOrigination = { ...agreed, ...rates };
    const loan = { loanTypeId: type.id, status: 'originated', atOrigination };
    const { id } = await api.made(`/people/${personId}/loans`, loan);
    await api.made(`/people/${personId}/loans/${id}/activate`, { sendNotice: false });
    await setClock(api, '2026-01-10T17:00:00Z');
    await index(0.06, '2026-01-10');
    await moveClock(api, '2026-01-21T17:00:00Z');
    return personId;
  },
  rateChangeAhead: act('rates', { interestRate: { annualRate: 0.0799, replaces: true, effectiveDate: '2026-03-15' } }),
  creditLimitIncreased: ofLine((api, path) => api.made(`${path}/credit-limit`, { creditLimitAmount: 9000 })),
  creditLimitDecreased: ofLine((api, path) => api.made(`${path}/credit-limit`, { creditLimitAmount: 100 })),
  adverseActionNotice: ofLine((api, path) =>
    api.made(`${path}/credit-limit`, {
      creditLimitAmount: 100,
      adverseActionReason: 'Late payments',
      sendNotice: false,
    }),
  ),
  drawsFrozen: ofLine((api, path) => api.made(`${path}/freeze-draws`, {})),
  drawsUnfrozen: ofLine(async (api, path) => {
    await api.made(`${path}/freeze-draws`, { sendNotice: false });
    await api.made(`${path}/unfreeze-draws`, {});
  }),
  drawOriginated: switchedOn(
    'drawOriginated',
    ofLine((api, path) => aDraw(api, path, {}, { activate: false })),
  ),
  drawActivated: ofLine((api, path) => aDraw(api, path)),
  drawDeclined: ofLine((api, path) => api.made(`${path}/draws`, { status: 'declined', atOrigination: {} })),
  drawCanceled: ofLine(async (api, path) =>
    api.made(`${await aDraw(api, path)}/cancel`, { cancellationReason: 'changed their mind' }),
  ),
  drawPaidOff: ofLine(async (api, path) => api.made(`${await aDraw(api, path)}/close`, {})),
  purchaseDisputeReceived: aDispute(),
  purchaseDisputeWon: aDispute('won'),
  purchaseDisputeLost: aDispute('lost'),
  purchaseDisputeWithdrawn: aDispute('withdrawn'),
  paymentsDeferred: act('defer', { dueDates: ['2026-02-01'] }),
  dueDatesChanged: act('change-due-dates', { dueDatesFrequency: 'monthly', specificDays: [28] }),
  paymentPlanSetUp: act('custom-payment-plans', { numberOfPeriods: 3, amount: 150, isExtendLoanDuration: true }),
  loanReaged: async (api) => {
    await setClock(api, '2026-01-01T17:00:00Z');
    const path = await aLine(api, { minPaymentCalculation: { percentageOfPrincipal: 0, minAmount: 100 } });
    const [, , personId = ''] = path.split('/');
    await canBeWrittenTo(api, personId);
    await api.made(`${await aDraw(api, path)}/purchases`, { amount: 2000, status: 'settled' });
    await setClock(api, '2026-11-28T17:00:00Z');
    await api.made(`${path}/transactions`, { type: 'oneTime', isExternal: true, amount: 400 });
    await api.made(`${path}/re-age`, {});
    return personId;
  },
  hardshipCanceled: async (api) => {
    const loan = await aReadersLoan(api);
    const { id } = await api.made(`${loan.path}/defer`, { dueDates: ['2026-02-01'], sendNotice: false });
    await api.made(`${loan.path}/hardships/${id}/cancel`, {});
    return loan.personId;
  },
  militaryBenefitsGranted: aCap(null),
  militaryBenefitsEnded: async (api) => {
    const personId = await aCap(null)(api);
    const [{ id }] = (await api.get(`/people/${personId}/loans`)).body.data;
    const caps = `/people/${personId}/loans/${id}/scra-caps`;
    const [cap] = (await api.get(caps)).body.data;
    assert.equal((await api.put(`${caps}/${cap.id}`, { endDate: '2027-06-01' })).status, 200);
    return personId;
  },
  settlementOffered: aSettlement(async () => {}),
  settlementAccepted: aSettlement((api, _, path) => api.made(`${path}/accept`, {})),
  settlementCanceled: aSettlement((api, _, path) => api.made(`${path}/cancel`, { cancelReason: 'it was an error' })),
  settlementExpired: aSettlement((api) => moveClock(api, '2026-03-05T17:00:00Z')),
  settlementKept: aSettlement(async (api, loan, path) => {
    await api.made(`${path}/accept`, {});
    await loan.pay(1000, { enablePrepayments: true });
    await moveClock(api, '2026-03-05T17:00:00Z');
  }),
  settlementBroken: aSettlement(async (api, _, path) => {
    await api.made(`${path}/accept`, {});
    await moveClock(api, '2026-03-05T17:00:00Z');
  }),
  promiseToPayMade: aPromise(async () => {}),
  promiseToPayCanceled: aPromise((api, _, path) => api.made(`${path}/cancel`, { cancelReason: 'it was an error' })),
  promiseToPayBroken: aPromise((api) => moveClock(api, '2026-01-20T17:00:00Z')),
  promiseToPayKept: aPromise(async (api, loan) => {
    await loan.pay(200, { enablePrepayments: true });
    await moveClock(api, '2026-01-20T17:00:00Z');
  }),
  ceaseCommunicationAcknowledgement: ofCase({ caseType: 'ceaseCommunication' }),
  ceaseCommunicationRefuseToPay: ofCase({ caseType: 'ceaseCommunication', fields: { ceaseReason: 'refuseToPay' } }),
  creditDisputeReceived: ofCase({ caseType: 'creditBureauDispute', receivedDate: '2026-01-01' }),
  creditDisputeResolved: ofCase(
    { caseType: 'creditBureauDispute', fields: { responseOutcome: 'modified' } },
    ...ended('resolved'),
  ),
  identityTheftValidated: ofCase({ caseType: 'identityTheft' }, ...ended('approved')),
  identityTheftNotValidated: ofCase({ caseType: 'identityTheft' }, ...ended('rejected')),
  disputeOfDebtConfirmed: ofCase({ caseType: 'disputeOfDebt' }, ...ended('rejected')),
  disputeOfDebtUnableToConfirm: ofCase({ caseType: 'disputeOfDebt' }, ...ended('approved')),
  disputeOfDebtUnableToResolve: ofCase({ caseType: 'disputeOfDebt' }, ...ended('unresolved')),
};

/** The letter is for whom the collector may not write an email. */
const byLetter = (subject: string): boolean =>
  subject === 'collectionAgencyAssigned' || subject.startsWith('debtValidationNotice');

describe('a notice of the system', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-01-01T17:00:00Z');
  });

  for (const [subject, story] of Object.entries(stories)) {
    test(`${subject} reaches the mailbox`, async () => {
      const own = (await aCompany()).test;
      const personId = await story(own);
      const [message] = await mailOf(own, personId, subject);
      assert.equal(message.channel, byLetter(subject) ? 'mail' : 'email');
    });
  }

  test('has a story here, each that is in the table', () => {
    assert.deepEqual(Object.keys(stories).toSorted(), noticeSubjects.toSorted());
  });

  test('is not sent where the company has switched it off, or whoever acts says so', async () => {
    const own = (await aCompany()).test;
    const off = await own.put('/system-notices/paymentReceived', { isEnabled: false });
    assert.deepEqual([off.status, off.body.data?.isEnabled], [200, false], JSON.stringify(off.body));
    const loan = await aReadersLoan(own);
    await loan.pay(50);
    await own.made(`${loan.path}/settlements`, { amount: 1000, sendNotice: false });
    await own.made(`${loan.path}/accelerate`, { sendNotice: false });
    const again = await aReadersLoan(own);
    await own.made(`${again.path}/accelerate`, {});
    await mailOf(own, again.personId, 'loanAccelerated');
    for (const subject of ['paymentReceived', 'settlementOffered', 'loanAccelerated']) {
      assert.deepEqual(await writtenTo(own, loan.personId, subject), [], subject);
    }
    const silent = await aCap(null, { sendNotice: false })(own);
    const told = await aCap(null, { sendNotice: true })(own);
    await mailOf(own, told, 'militaryBenefitsGranted');
    assert.deepEqual(await writtenTo(own, silent, 'militaryBenefitsGranted'), []);
  });

  test('is sent later, or not at all, for loans of one type', async () => {
    const own = (await aCompany()).test;
    const [later, never, atOnce] = [await aReadersLoan(own), await aReadersLoan(own), await aReadersLoan(own)];
    const typeOf = async (loan: RoundLoan): Promise<string> => (await loan.read()).loanTypeId;
    const loanTypes = [
      { loanTypeId: await typeOf(later), delayHours: 48 },
      { loanTypeId: await typeOf(never), isEnabled: false },
    ];
    assert.equal((await own.put('/system-notices/paymentReceived', { loanTypes })).status, 200);
    for (const loan of [later, never, atOnce]) await loan.pay(50);
    // Events are taken in their order: the last one has its message, so the others were looked at.
    await mailOf(own, atOnce.personId, 'paymentReceived');
    for (const loan of [later, never]) assert.deepEqual(await writtenTo(own, loan.personId, 'paymentReceived'), []);
    await moveClock(own, '2026-01-03T18:00:00Z');
    await mailOf(own, later.personId, 'paymentReceived');
    assert.deepEqual(await writtenTo(own, never.personId, 'paymentReceived'), []);
  });

  // A follower that was killed after its rows were committed takes the same events again.
  test('whose event is taken again is sent once', async () => {
    const own = (await aCompany()).test;
    const { db, rows } = house().service.database.unscoped('test');
    const loan = await aReadersLoan(own);
    const [place] = await rows(db.selectFrom('event_places').select('last_sequence').where('name', '=', 'notices'));
    await loan.pay(50);
    await mailOf(own, loan.personId, 'paymentReceived');
    await rows(
      db
        .updateTable('event_places')
        .set({ last_sequence: place?.last_sequence ?? 0 })
        .where('name', '=', 'notices'),
    );
    const later = await aReadersLoan(own);
    await later.pay(50);
    await mailOf(own, later.personId, 'paymentReceived');
    assert.equal((await writtenTo(own, loan.personId, 'paymentReceived')).length, 1);
  });

  test('that the law asks for cannot be switched off', async () => {
    const answer = await api.put('/system-notices/autopayAmountChanged', { isEnabled: false });
    assert.deepEqual([answer.status, answer.body.data.path], [400, 'isEnabled']);
  });
});
