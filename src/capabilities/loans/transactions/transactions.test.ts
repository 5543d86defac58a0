// Payments from outside and service credits over HTTP: how they are divided, what is refused, how they are found. All
// numbers are worked out by hand on a loan that earns 1.00 a day (tests/support/round-loan.ts). Resource shapes 3.10.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Answer, type Client, type Company, useHouse } from '../../../../tests/support/house.ts';
import { ids, refusedAt } from '../../../../tests/support/refusals.ts';
import { aRoundLoan, type RoundLoan, splitOf } from '../../../../tests/support/round-loan.ts';
import { told, typesOf } from '../../../../tests/support/told.ts';
import { loanKeys } from '../verify/stored-loan.ts';
import { verifyLoans } from '../verify/verify-loans.ts';

const refused = ({ status, body }: Answer) => [status, body.errorType];

const smallLoan = {
  loanTypeId: 'ext-installment',
  status: 'originated',
  atOrigination: {
    amountFinanced: 100,
    interestRates: [{ rate: 0.1 }],
    paymentFrequency: 'monthly',
    specificDays: [1],
    duration: 3,
  },
};

describe('a transaction', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  let api: Client;
  before(async () => {
    company = await aCompany();
    api = company.test;
  });

  async function anInstrument({ personId }: RoundLoan, more: object = {}): Promise<string> {
    const [made] = await api.made(`/people/${personId}/payment-instruments`, {
      instrumentType: 'bankAccount',
      isExternal: true,
      accountNumberLastFour: '4321',
      ...more,
    });
    return made.id;
  }

  describe('is divided', () => {
    test('over what is due: interest, then principal', async () => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-02-01');
      // January: 31 days at 1.00.
      assert.deepEqual(splitOf(await loan.pay(500)), [469, 31, 0, 0]);
      assert.equal(await loan.owed(), 3181);
    });

    test('fees before interest before principal, the oldest obligation first', async () => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-03-02');
      // February: 31.00 and 469.00. March: the late fee of February 15.00, and 5.00 of its 28.00 interest.
      assert.deepEqual(splitOf(await loan.pay(520)), [469, 36, 15, 0]);
      // 3,181.00 principal, 23.00 of the interest of March, 1.00 of the first of March.
      assert.equal(await loan.owed(), 3205);
    });

    test('before anything is due: interest so far, then principal', async () => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-01-11');
      assert.deepEqual(splitOf(await loan.pay(100)), [90, 10, 0, 0]);
    });

    test('ahead, when it asks to count toward the next instalments', async () => {
      const due = async (enablePrepayments: boolean): Promise<number> => {
        const loan = await aRoundLoan(api);
        await loan.at('2026-01-11');
        const payment = await loan.pay(100, { enablePrepayments });
        assert.equal(payment.enablePrepayments, enablePrepayments);
        await loan.at('2026-02-01');
        return (await loan.read('/balances')).dueBalances.dueTotalAmount;
      };
      assert.deepEqual([await due(true), await due(false)], [400, 500]);
    });

    test('in the order in which the money of a day came', async () => {
      const loan = await aRoundLoan(api);
      const made = [];
      for (const hour of ['14', '15', '16', '17', '18', '19']) {
        await loan.at(`2026-02-01T${hour}:00:00Z`);
        made.push(await loan.pay(10));
      }
      const splits = [];
      for (const { id } of made) splits.push(splitOf(await loan.read(`/transactions/${id}`)).slice(0, 2));
      assert.deepEqual(splits, [
        [0, 10],
        [0, 10],
        [0, 10],
        [9, 1],
        [10, 0],
        [10, 0],
      ]);
    });

    test('as of its own day, when the money came earlier', async () => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-02-10');
      const payment = await loan.pay(500, { effectiveDate: '2026-02-01' });
      assert.deepEqual(splitOf(payment), [469, 31, 0, 0]);
      assert.equal(payment.timestamps.effectiveDate, '2026-02-01');
      // No late fee, and nine days on 3,181.00: 7.84.
      assert.equal(await loan.owed(), 3188.84);
    });

    test('tomorrow, when it comes after the cut-off', async () => {
      const loan = await aRoundLoan(api, { type: { cutOffTime: '17:00:00' } });
      await loan.at('2026-02-01T23:30:00Z');
      const payment = await loan.pay(500);
      assert.deepEqual(
        [payment.timestamps.effectiveDate, payment.timestamps.appliedAt, splitOf(payment)],
        ['2026-02-02', null, [0, 0, 0, 0]],
      );
      assert.equal(await loan.owed(), 3681);
      await loan.at('2026-02-02');
      await api.made(`${loan.path}/refresh`, {});
      const applied = await loan.read(`/transactions/${payment.id}`);
      assert.deepEqual(splitOf(applied), [469, 31, 0, 0]);
      assert.match(applied.timestamps.appliedAt, /^2026-02-02T17:00/);
      await loan.at('2026-02-02T23:30:00Z');
      const tooMuch = await loan.tryToPay(4000);
      refusedAt(tooMuch, 'amount', 'AmountExceedsOutstanding');
      // Two days on 3,181.00, at 0.871…: those of the 1st, which was at 1.00, and of the 2nd.
      assert.equal(tooMuch.body.data.expected, 'at most 3182.87');
    });
  });

  describe('shows', () => {
    test('everything that clients know, null where it has not come', async () => {
      const loan = await aRoundLoan(api);
      const instrument = await anInstrument(loan, { externalId: 'acct-1' });
      await loan.at('2026-02-01');
      const payment = await loan.pay(110, {
        isExternal: undefined,
        paymentInstrumentId: 'ext-acct-1',
        externalId: 'wire-1',
        status: 'pending',
        metaData: { batch: 7 },
      });
      const { timestamps, paymentDetails, createdBy, difference, ...shown } = payment;
      assert.equal(difference, null);
      assert.deepEqual(
        [shown.status, shown.isExternal, shown.transactionType, shown.loanId, shown.mainBorrowerId, shown.companyId],
        ['pending', true, 'payment', loan.id, loan.personId, company.id],
      );
      assert.deepEqual([shown.scheduledAmount, shown.actualAmount, splitOf(shown)], [110, 110, [79, 31, 0, 0]]);
      assert.deepEqual(paymentDetails, {
        type: 'ach',
        reason: 'oneTimePayment',
        fromInstrumentId: instrument,
        fromInstrument: {
          instrumentType: 'bankAccount',
          accountNumberLastFour: '4321',
          routingNumber: null,
          paymentNetworkName: null,
        },
        toInstrumentId: null,
        toInstrument: null,
      });
      const keys = (await api.get('/keys')).body.data;
      assert.deepEqual(createdBy, { id: keys[0].id, name: keys[0].name });
      const now = '2026-02-01T17:00:00.000000+00:00';
      assert.deepEqual(timestamps, {
        effectiveDate: '2026-02-01',
        originalEffectiveDate: '2026-02-01',
        scheduledDate: null,
        displayDate: '2026-02-01',
        createdAt: now,
        updatedAt: null,
        deletedAt: null,
        initiatedAt: now,
        pendingAt: now,
        succeededAt: null,
        failedAt: null,
        canceledAt: null,
        inDisputeAt: null,
        chargebackAt: null,
        appliedAt: now,
      });
      const { difference: _, metaData, ...older } = payment;
      assert.deepEqual(metaData, undefined, 'metaData is shown from 2025-03-26 on');
      assert.deepEqual(await loan.read(`/transactions/${payment.id}`), older);
      assert.deepEqual(await loan.read('/transactions/ext-wire-1'), older);
      const newer = await api.call('GET', `${loan.path}/transactions/ext-wire-1`, {
        headers: { 'api-version': '2025-03-26' },
      });
      assert.deepEqual(newer.body.data, { ...older, metaData: { batch: 7 } });
    });

    test('how it was paid: as the instrument has it, or as it is said', async () => {
      const loan = await aRoundLoan(api);
      const typeOf = async (instrument: object | undefined, more: object = {}): Promise<string | null> => {
        const paymentInstrumentId = instrument && (await anInstrument(loan, instrument));
        return (await loan.pay(1, { paymentInstrumentId, ...more })).paymentDetails.type;
      };
      const card = { instrumentType: 'card', accountNumberLastFour: '1111', cardType: 'credit' };
      assert.equal(await typeOf(card), 'creditCard');
      const network = {
        instrumentType: 'paymentNetwork',
        paymentNetworkName: 'Till',
        accountNumberLastFour: undefined,
      };
      assert.equal(await typeOf(network), 'paymentNetwork');
      assert.equal(await typeOf(undefined), null);
      assert.equal(await typeOf(undefined, { paymentDetails: { type: 'cash' } }), 'cash');
    });

    test('a service credit with its reason, on the component that it names', async () => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-02-01');
      const credit = await loan.credit(20, {
        serviceCreditsDetails: { reason: 'goodwill', sponsor: 'loanServicer' },
        component: 'principal',
      });
      assert.deepEqual(
        [credit.transactionType, credit.status, credit.isExternal, splitOf(credit), credit.serviceCreditDetails],
        [
          'serviceCredit',
          'succeeded',
          false,
          [20, 0, 0, 0],
          { type: null, sponsor: 'loanServicer', reason: 'goodwill' },
        ],
      );
      assert.equal((await loan.read('/balances')).paidBalances.paidCreditsAmount, 20);
    });

    test('a service credit at its time of day: before or after what else happens then', async () => {
      const interest = async (hour: number): Promise<number> => {
        const loan = await aRoundLoan(api);
        await loan.at('2026-02-01');
        await loan.pay(100);
        const effectiveTimeOfDay = { hour, minute: 30, second: 0 };
        return splitOf(await loan.credit(31, { effectiveTimeOfDay, effectiveDate: '2026-02-01' }))[1] as number;
      };
      assert.deepEqual([await interest(8), await interest(20)], [31, 0]);
    });
  });

  describe('is listed', () => {
    test('by status, instrument, kind and day, in pages', async () => {
      const loan = await aRoundLoan(api);
      const instrument = await anInstrument(loan, { externalId: 'acct-2' });
      await loan.at('2026-02-01');
      const first = (await loan.pay(10, { effectiveDate: '2026-01-10', status: 'pending' })).id;
      const second = (await loan.pay(20, { paymentInstrumentId: instrument })).id;
      const third = (await loan.credit(5)).id;
      const listed = async (query: string): Promise<string[]> =>
        ids(await api.get(`${loan.path}/transactions?${query}`));
      assert.deepEqual(await listed(''), [third, second, first]);
      assert.deepEqual(await listed('status=pending'), [first]);
      assert.deepEqual(await listed('status=pending,succeeded'), [third, second, first]);
      assert.deepEqual(await listed(`paymentInstrumentId=${instrument}`), [second]);
      assert.deepEqual(await listed('paymentInstrumentId=ext-acct-2'), [second]);
      assert.deepEqual(await listed('isExternal=true'), [second, first]);
      assert.deepEqual(await listed('isVirtual=true'), []);
      assert.deepEqual(await listed('isVirtual=false&toEffectiveDate=2026-01-31'), [first]);
      assert.deepEqual(await listed('fromEffectiveDate=2026-02-01'), [third, second]);
      assert.deepEqual(await listed('sortBy=amount'), [third, first, second]);
      const page = (await api.get(`${loan.path}/transactions?limit=2`)).body;
      assert.deepEqual([page.total, page.count], [3, 2]);
      assert.deepEqual(ids(await api.get(page.nextUrl)), [first]);
      const { id: sibling } = await api.made(`/people/${loan.personId}/loans`, smallLoan);
      assert.deepEqual(ids(await api.get(`/people/${loan.personId}/loans/${sibling}/transactions`)), []);
      assert.equal((await api.get(`/people/${loan.personId}/loans/${sibling}/transactions/${first}`)).status, 404);
      const other = await aRoundLoan(api, { start: '2026-02-01' });
      assert.deepEqual(ids(await api.get(`${other.path}/transactions`)), []);
      assert.equal((await api.get(`${other.path}/transactions/${first}`)).status, 404);
      assert.equal((await api.get(`/people/${loan.personId}/loans/${other.id}/transactions`)).status, 404);
      assert.equal((await api.get(`${loan.path}/transactions?paymentInstrumentId=ext-nobody`)).status, 404);
    });
  });

  describe('is refused', () => {
    let loan: RoundLoan;
    before(async () => {
      loan = await aRoundLoan(api);
      await loan.at('2026-02-01');
    });

    test('where the service itself would have to move the money', async () => {
      const own = await anInstrument(loan, {
        isExternal: false,
        accountNumber: '000123456789',
        accountNumberLastFour: undefined,
        routingNumber: '021000021',
        accountType: 'checking',
        accountHolderType: 'personal',
        accountHolderName: 'Ada Lovelace',
      });
      const conflict = [409, 'PaymentProcessorNotConfigured'];
      for (const paymentInstrumentId of [own, undefined]) {
        for (const isExternal of [false, undefined]) {
          assert.deepEqual(refused(await loan.tryToPay(10, { paymentInstrumentId, isExternal })), conflict);
        }
      }
      const outside = await loan.pay(10, { paymentInstrumentId: own });
      assert.deepEqual([outside.isExternal, outside.paymentDetails.fromInstrumentId], [true, own]);
      const reimbursement = await api.post(`${loan.path}/reimburse`, {
        reimbursementAmount: 1,
        paymentInstrumentId: own,
      });
      assert.deepEqual(refused(reimbursement), conflict);
    });

    test('by the field that is wrong', async () => {
      refusedAt(await loan.tryToPay(0), 'amount');
      refusedAt(await loan.tryToPay(-5), 'amount');
      refusedAt(await loan.tryToPay(1.005), 'amount');
      refusedAt(await loan.tryToPay(10, { effectiveDate: '2025-12-31' }), 'effectiveDate');
      refusedAt(await loan.tryToPay(10, { effectiveDate: '2026-02-02' }), 'effectiveDate');
      refusedAt(await loan.tryToPay(10, { scheduledDate: '2026-02-01' }), 'scheduledDate');
      refusedAt(await loan.tryToPay(10, { drawId: 'LN-AAAA-AAAA' }), 'drawId');
      refusedAt(await loan.tryToPay(10, { failureReason: 'R01' }), 'failureReason');
      refusedAt(await loan.tryToPay(10, { status: 'scheduled' }), 'status');
      refusedAt(await loan.tryToPay(10, { component: 'fees' }), 'component');
      refusedAt(await loan.tryToPay(10, { externalId: 'x'.repeat(51) }), 'externalId');
      refusedAt(await loan.tryToPay(10, { type: 'downPayment' }), 'type');
      refusedAt(await loan.tryToPay(10, { type: 'serviceCredit' }), 'isExternal');
      const transactions = `${loan.path}/transactions`;
      refusedAt(await api.post(transactions, { type: 'serviceCredit', amount: 1, status: 'pending' }), 'status');
      const badTime = { type: 'serviceCredit', amount: 1, effectiveTimeOfDay: { hour: 24 } };
      refusedAt(await api.post(transactions, badTime), 'effectiveTimeOfDay.hour');
      assert.deepEqual(refused(await loan.tryToPay(10, { caseId: 'CS-AAAA-AAAA' })), [404, 'NotFound']);
      const nobody = await loan.tryToPay(10, { paymentInstrumentId: 'PT-AAAA-AAAA' });
      assert.deepEqual([...refused(nobody), nobody.body.data.path], [404, 'NotFound', 'paymentInstrumentId']);
    });

    test('when its external id is taken, also once the loan is paid off', async () => {
      const own = await aRoundLoan(api);
      await own.at('2026-02-01');
      await own.pay(3681, { externalId: 'the last one' });
      const again = await own.tryToPay(3681, { externalId: 'the last one' });
      assert.deepEqual([...refused(again), again.body.data.path], [409, 'DuplicateExternalId', 'externalId']);
      assert.match(again.body.message, /^Duplicate external ID/);
      refusedAt(await own.tryToPay(3681, { externalId: 'another' }), 'amount', 'AmountExceedsOutstanding');
    });

    test('for more than is owed, unless it may become credit of the borrower', async () => {
      const own = await aRoundLoan(api);
      await own.at('2026-02-01');
      const answer = await own.tryToPay(3700);
      refusedAt(answer, 'amount', 'AmountExceedsOutstanding');
      assert.equal(answer.body.data.expected, 'at most 3681.00');
      const earlier = await own.tryToPay(3700, { effectiveDate: '2026-01-11' });
      assert.equal(earlier.body.data.expected, 'at most 3660.00');
      assert.deepEqual(ids(await api.get(`${own.path}/transactions`)), [], 'nothing of it is kept');
      assert.deepEqual(splitOf(await own.pay(3700, { allowOverpayment: true })), [3650, 31, 0, 19]);
      assert.equal((await own.read()).status, 'paidOff');
    });

    test('for more than the component owes, while nothing else is due that it could pay', async () => {
      const own = await aRoundLoan(api);
      await own.at('2026-01-11');
      const onFees = await own.tryToPay(5, { type: 'serviceCredit', isExternal: undefined, component: 'fees' });
      refusedAt(onFees, 'amount', 'AmountExceedsOutstanding');
      assert.equal(onFees.body.data.expected, 'nothing: nothing is owed');
    });

    test('for more than is owed once what is owed to the borrower is taken off', async () => {
      const own = await aRoundLoan(api);
      await own.at('2026-01-11');
      await own.credit(5, { component: 'fees', allowOverpayment: true });
      assert.equal((await own.tryToPay(3660)).body.data.expected, 'at most 3655.00');
      assert.deepEqual(splitOf(await own.pay(3655)), [3645, 10, 0, 0]);
      assert.equal((await own.read()).status, 'paidOff');
    });

    test('when it came earlier, and what was paid since leaves nothing for it', async () => {
      const own = await aRoundLoan(api);
      await own.at('2026-02-01');
      await own.pay(3681);
      const late = await own.tryToPay(100, { effectiveDate: '2026-01-11' });
      refusedAt(late, 'amount', 'AmountExceedsOutstanding');
    });

    test('in a status in which no money is taken', async () => {
      const { id } = await api.made(`/people/${loan.personId}/loans`, smallLoan);
      const body = { type: 'oneTime', amount: 1, isExternal: true };
      const answer = await api.post(`/people/${loan.personId}/loans/${id}/transactions`, body);
      assert.deepEqual(refused(answer), [409, 'LoanStatusForbids']);
      const chargedOff = async (paymentAllowedWhenChargedOff: boolean): Promise<Answer> => {
        const own = await aRoundLoan(api, { type: { delinquency: { paymentAllowedWhenChargedOff } as never } });
        await own.at('2026-02-01');
        await api.made(`${own.path}/charge-off`, { chargedOffReason: 'age' });
        await own.at('2026-02-02');
        return own.tryToPay(50);
      };
      assert.deepEqual(refused(await chargedOff(false)), [409, 'LoanStatusForbids']);
      const recovery = await chargedOff(true);
      assert.deepEqual([recovery.status, splitOf(recovery.body.data)], [201, [50, 0, 0, 0]]);
    });

    test('without the permission of its kind', async () => {
      const withKey = async (permissions: string[]): Promise<Client> => {
        const { key } = await api.made('/keys', { name: 'narrow', permissions });
        return house().client(key, api.realm);
      };
      const payer = await withKey(['transaction:create', 'transaction:create.onetimepayment']);
      const creditor = await withKey(['transaction:create', 'transaction:create.servicecredit']);
      const payment = { type: 'oneTime', amount: 1, isExternal: true };
      const credit = { type: 'serviceCredit', amount: 1 };
      const transactions = `${loan.path}/transactions`;
      const statuses = [];
      for (const client of [payer, creditor]) {
        for (const body of [payment, credit]) statuses.push((await client.post(transactions, body)).status);
      }
      assert.deepEqual(statuses, [201, 403, 403, 201]);
      const { body } = await payer.post(transactions, credit);
      assert.equal(body.data.permission, 'transaction:create.servicecredit');
    });
  });

  test('is taken while a loan is frozen, and told when it is recorded and applied', async () => {
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-01');
    await api.made(`${loan.path}/freeze`, {});
    const payment = await loan.pay(500);
    assert.deepEqual(splitOf(payment), [469, 31, 0, 0]);
    const events = await told(house(), api, `transactionId=${payment.id}`);
    assert.deepEqual(typesOf(events), ['payment.initiated', 'payment.succeeded', 'payment.applied']);
    const [initiated] = events;
    assert.deepEqual(
      [initiated.amount, initiated.currency, initiated.isExternal, initiated.loanId, initiated.transactionStatus],
      [500, 'USD', true, loan.id, 'succeeded'],
    );
  });

  test('is previewed: the split and the difference, and nothing is kept', async () => {
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-01');
    await api.made(`${loan.path}/refresh`, {});
    const preview = await loan.pay(500, { previewMode: true });
    assert.deepEqual(splitOf(preview), [469, 31, 0, 0]);
    assert.deepEqual(preview.difference.outstandingAmount, { before: 3681, after: 3181 });
    assert.deepEqual(ids(await api.get(`${loan.path}/transactions`)), []);
    assert.equal(await loan.owed(), 3681);
  });

  test('of 50 clients at once comes once each, repeats included', async () => {
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-01');
    const pay = async (n: number): Promise<Answer> => {
      for (;;) {
        const body = { type: 'oneTime', amount: 1, isExternal: true, externalId: `at-once-${n % 50}` };
        const answer = await api.post(`${loan.path}/transactions`, body, { 'idempotency-key': `once ${n % 50}` });
        const isToRepeat = answer.status === 423 || answer.body.errorType === 'IdempotencyKeyInUse';
        if (!isToRepeat) return answer;
      }
    };
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => pay(n)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
    assert.equal(new Set(answers.map(({ body }) => body.data.id)).size, 50);
    assert.equal((await api.get(`${loan.path}/transactions`)).body.total, 50);
    assert.equal(await loan.owed(), 3631);
    const splits = (await api.get(`${loan.path}/transactions?limit=100`)).body.data.map(splitOf);
    const sum = (i: number): number => splits.reduce((all: number, split: number[]) => all + (split[i] as number), 0);
    assert.deepEqual([sum(0), sum(1)], [19, 31]);
  });

  test('leaves books that are what the timelines make of them, to the cent', async () => {
    const reader = house().service.database.reader(api.realm);
    let loans = 0;
    for await (const keys of loanKeys(reader)) {
      for (const { loanId, findings } of await verifyLoans(reader, keys)) {
        assert.deepEqual(findings, [], loanId);
        loans += 1;
      }
    }
    assert.ok(loans > 15, `${loans} loans`);
  });
});
