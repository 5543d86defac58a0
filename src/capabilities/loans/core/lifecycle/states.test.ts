// Every pair of a loan's status and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { type Answer, aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { agreement } from '../../../../../tests/support/loan-life.ts';
import { walkStates } from '../../../../../tests/support/walk-states.ts';
import { loanStates } from '../loan/states.ts';

interface Loan {
  readonly id: string;
  readonly path: string;
}

const takenOver = {
  startDate: '2026-01-15',
  migrationDate: '2026-01-20',
  balances: { principalAmount: 4800, accruedInterestAmount: 0 },
};
const period = { startDate: '2026-01-01', endDate: '2026-01-14', dueDate: '2026-01-15' };

const cover = { kind: 'gapWaiver', provider: 'An insurer', amount: 10, charged: 'apart', startDate: '2026-01-20' };

for (const [name, type, given] of [
  ['a loan whose type takes money after a charge-off', {}, ['takesMoneyAfterChargeOff']],
  [
    'a loan whose type accrues after a charge-off',
    { delinquency: { paymentAllowedWhenChargedOff: false, accrualAfterChargeOff: true } },
    ['accruesAfterChargeOff'],
  ],
] as const) {
  describe(name, () => {
    const { aCompany } = useHouse({ works: false });
    let api: Client;
    let personId: string;
    let instrumentId: string;
    let loanTypeId: string;
    before(async () => {
      api = (await aCompany()).test;
      await api.made('/test-clock', { now: '2026-01-20T15:00:00Z' });
      personId = (await api.made('/people', aPerson())).id;
      const till = { instrumentType: 'paymentNetwork', paymentNetworkName: 'Till', isExternal: true };
      instrumentId = (await api.made(`/people/${personId}/payment-instruments`, till))[0].id;
      loanTypeId = (await api.made('/loan-types', { name: 'Of a story', ...type })).id;
    });

    const post =
      (verb: string, body: object = {}) =>
      (loan: Loan) =>
        api.post(`${loan.path}/${verb}`, body);
    const put = (body: object) => (loan: Loan) => api.put(loan.path, body);
    const pay = (amount: number) => (loan: Loan) =>
      api.post(`${loan.path}/transactions`, { ...external(), type: 'oneTime', allowOverpayment: true, amount });
    const external = () => ({ isExternal: true, paymentInstrumentId: instrumentId });
    const declineReason = { type: 'applicant', reason: 'asked to' };

    const ways: Record<string, readonly ((loan: Loan) => Promise<Answer>)[]> = {
      canceled: [post('cancel')],
      active: [post('activate'), pay(10)],
      frozen: [post('activate'), post('freeze')],
      accelerated: [post('activate'), post('accelerate')],
      chargedOff: [post('activate'), post('charge-off', { chargedOffReason: 'bankruptcy' })],
      paidOff: [post('activate'), pay(4900)],
    };
    async function make(state: string): Promise<Loan> {
      const status = state in ways ? 'originated' : state;
      const body = { loanTypeId, status, atOrigination: agreement };
      const { id } = await api.made(`/people/${personId}/loans`, body);
      const loan = { id, path: `/people/${personId}/loans/${id}` };
      for (const step of ways[state] ?? []) {
        const answer = await step(loan);
        assert.ok(answer.status < 300, JSON.stringify(answer.body));
      }
      return loan;
    }

    walkStates<Loan>({
      table: loanStates,
      given,
      later: {
        reimburse: 'AmountExceedsCredit',
        changeFee: 'NotFound',
        cancelFee: 'NotFound',
        plan: 'NotFound',
        close: 'LoanOwesSomething',
        advance: 'LoanTakesNoAdvances',
        assignAgency: 'NotFound',
        changeOwner: 'NotFound',
        changePeople: 'NotFound',
      },
      elsewhere: {
        addPromo: 'core/promos/promos.test.ts',
        draft: 'lifecycle.test.ts',
        changeLimit: 'lines/draws/line.test.ts',
        freezeDraws: 'lines/draws/line.test.ts',
        payDown: 'money/collecting/down-payments.test.ts',
        relieve: 'tests/tools, tools/hardship/states.test.ts',
        capInterest: 'tests/tools, tools/scra/states.test.ts',
        suspendLateFees: 'tests/tools, tools/late-fee-suspensions/states.test.ts',
      },
      make,
      read: async ({ path }) => (await api.get(path)).body.data.status,
      ask: {
        originate: put({ status: 'originated', declineReason }),
        decline: put({ status: 'declined', declineReason }),
        changeAgreement: put({ atOrigination: { duration: 24 } }),
        dateOrigination: put({ timestamps: { originatedAt: '2026-01-02T12:00:00Z' } }),
        cancel: post('cancel'),
        addPast: post('migration/past-periods', { periods: [period] }),
        activate: post('activate'),
        takeOver: post('migration/activate', takenOver),
        freeze: post('freeze'),
        unfreeze: post('unfreeze'),
        accelerate: post('accelerate'),
        reverseAcceleration: post('reverse-accelerate'),
        chargeOff: post('charge-off', { chargedOffReason: 'bankruptcy' }),
        reverseChargeOff: post('reverse-charge-off'),
        pay: pay(1),
        reimburse: (loan) => post('reimburse', { ...external(), reimbursementAmount: 1 })(loan),
        refund: post('refunds-v2', { refundAmount: 1, atFaultParty: 'other' }),
        assignAgency: post('collection-agency', { collectionAgencyId: 'CL-AAAA-AAAA' }),
        changeOwner: post('investors', { investors: [{ investorId: 'IR-AAAA-AAAA', share: 1 }] }),
        changePeople: post('people', { personId: 'BO-AAAA-AAAA', loanRelationType: 'guarantor' }),
        sell: post('services', cover),
        advance: post('advances', { amount: 1 }),
        plan: post('autopay', { amountType: 'dueAmount', paymentInstrumentId: 'PT-AAAA-AAAA' }),
        settle: post('settlements', { amount: 1 }),
        promise: post('promise-to-pay-plans', { amount: 1 }),
        addRate: post('rates', { interestRate: { annualRate: 0.1 } }),
        addFee: post('fees', { apiName: 'lateFee', amount: 1 }),
        changeFee: ({ path }) => api.put(`${path}/fees/LF-AAAA-AAAA`, { amount: 1 }),
        cancelFee: post('fees/FE-AAAA-AAAA/cancel'),
        refresh: post('refresh'),
        close: post('close'),
      },
      refused({ status, body }, { thing, state, verb, allowed, step }) {
        const found = [status, body.errorType];
        const words = state.replace('chargedOff', 'charged off').replace('paidOff', 'paid off');
        const pair = `${state} ${verb}: ${JSON.stringify(body)}`;
        if (step === undefined || step.rule.refuse === undefined) {
          assert.deepEqual(found, [409, 'LoanStatusForbids'], pair);
          assert.equal(body.message, `A loan that is ${words} cannot be ${loanStates.verbs[verb as 'pay']}.`);
          // A condition is looked up only if it decides for the loan's status.
          const inAnyCase = allowed.filter(
            (status) => status !== 'chargedOff' || !['pay', 'settle', 'promise', 'addRate'].includes(verb),
          );
          const isWhole = body.data.allowed.length === allowed.length;
          assert.deepEqual(body.data, { status: state, allowed: isWhole ? allowed : inAnyCase }, pair);
        } else if (verb === 'changeAgreement' || verb === 'dateOrigination') {
          const path = verb === 'changeAgreement' ? 'atOrigination' : 'timestamps.originatedAt';
          assert.deepEqual([...found, body.data.path], [400, 'InvalidRequest', path], pair);
          assert.match(body.message, new RegExp(`the loan is ${words}$`));
        } else if (verb === 'addPast') {
          assert.deepEqual(found, [409, 'LoanHasNoPast'], pair);
        } else {
          assert.deepEqual(found, [400, 'LoanAlreadyActive'], pair);
          assert.equal(body.message, `${thing.id} has been activated already; it is ${words}.`);
        }
      },
    });
  });
}
