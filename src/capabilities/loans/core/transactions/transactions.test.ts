// Payments from outside and service credits over HTTP: how they are shown, listed, previewed and told. All numbers are
// worked out by hand on a loan that earns 1.00 a day (tests/support/round-loan.ts). Resource shapes 3.10.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Answer, type Client, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { payingAccount } from '../../../../../tests/support/paying-account.ts';
import { ids } from '../../../../../tests/support/refusals.ts';
import { aRoundLoan, smallLoan, splitOf } from '../../../../../tests/support/round-loan.ts';
import { told, typesOf } from '../../../../../tests/support/told.ts';

describe('a transaction', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  let api: Client;
  before(async () => {
    company = await aCompany();
    api = company.test;
  });

  describe('shows', () => {
    test('everything that clients know, null where it has not come', async () => {
      const loan = await aRoundLoan(api);
      const instrument = await payingAccount(loan, { externalId: 'acct-1' });
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
        scheduledDate: '2026-02-01',
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
        const paymentInstrumentId = instrument && (await payingAccount(loan, instrument));
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
  });

  describe('is listed', () => {
    test('by status, instrument, kind and day, in pages', async () => {
      const loan = await aRoundLoan(api);
      const instrument = await payingAccount(loan, { externalId: 'acct-2' });
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
      assert.deepEqual(await listed('paymentInstrumentId=ext-nobody'), []);
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
    await booksAgree(house(), api, 7);
  });
});
