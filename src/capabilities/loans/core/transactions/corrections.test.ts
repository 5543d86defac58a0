// Transactions are corrected over HTTP: they succeed, fail, come back, are moved to another day. Numbers are worked out
// by hand on a loan that earns 1.00 a day (tests/support/round-loan.ts). Resource shapes 3.10.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Answer, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { aRoundLoan, type RoundLoan, splitOf } from '../../../../../tests/support/round-loan.ts';
import { told, typesOf } from '../../../../../tests/support/told.ts';

const refused = ({ status, body }: Answer) => [status, body.errorType];
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).toSorted();

const runningLoan = {
  loanTypeId: 'ext-installment',
  status: 'originated',
  atOrigination: {
    amountFinanced: 6000,
    interestRates: [{ rate: 0.12 }],
    paymentFrequency: 'monthly',
    specificDays: [15],
    duration: 12,
  },
};

describe('a recorded transaction', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const read = (loan: RoundLoan, { id }: Shown): Promise<Shown> => loan.read(`/transactions/${id}`);
  const balances = (loan: RoundLoan): Promise<Shown> => loan.read('/balances');
  /** The keys of the stored obligations, from which their ids follow: they must not change. */
  async function obligationKeys(loan: RoundLoan): Promise<string[]> {
    const { rows } = await house().service.database.pools.test.query(
      'select key from loan_obligations where loan_id = $1 and deleted_at is null order by key',
      [loan.id],
    );
    return rows.map(({ key }: { key: string }) => key);
  }

  describe('moves from pending', () => {
    test('to succeeded: it keeps its split, and nothing is told of the books', async () => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-02-01');
      const payment = await loan.pay(500, { status: 'pending' });
      await loan.at('2026-02-03');
      const answer = await loan.change(payment, { status: 'succeeded', metaData: { cleared: true } });
      assert.equal(answer.status, 200);
      const { status, timestamps } = answer.body.data;
      assert.deepEqual([status, splitOf(answer.body.data)], ['succeeded', [469, 31, 0, 0]]);
      assert.equal(timestamps.succeededAt, '2026-02-03T17:00:00.000000+00:00');
      assert.equal(timestamps.pendingAt, payment.timestamps.pendingAt);
      assert.equal(timestamps.appliedAt, payment.timestamps.appliedAt);
      const events = typesOf(await told(house(), api, `transactionId=${payment.id}`));
      assert.deepEqual(events, ['payment.initiated', 'payment.applied', 'payment.succeeded']);
      assert.equal((await loan.change(payment, { status: 'succeeded' })).status, 200, 'once more changes nothing');
      assert.deepEqual(refused(await loan.change(payment, { status: 'pending' })), [409, 'TransactionStatusForbids']);
    });

    test('to failed after three days: it is undone, and the fee for it is booked', async () => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-02-01');
      const payment = await loan.pay(500, { status: 'pending' });
      await loan.at('2026-02-04');
      const answer = await loan.change(payment, { status: 'failed', failureReason: 'R01' });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      const failed = answer.body.data;
      assert.deepEqual([failed.status, failed.failureReason, splitOf(failed)], ['failed', 'R01', [0, 0, 0, 0]]);
      assert.equal(failed.timestamps.failedAt, '2026-02-04T17:00:00.000000+00:00');
      assert.equal(failed.timestamps.appliedAt, null);
      // 3,650.00 and 31.00, three days at 1.00, and the fee of 20.00.
      assert.equal(await loan.owed(), 3704);
      assert.equal((await balances(loan)).overdueBalances.overdueTotalAmount, 500);
      const events = typesOf(await told(house(), api, `transactionId=${payment.id}&includeDeleted=false`));
      assert.deepEqual(events, ['payment.initiated', 'payment.failed'], 'payment.applied is taken back');
      await loan.at('2026-02-05');
      for (const same of [{ status: 'failed' }, { status: 'failed', failureReason: 'R01' }]) {
        const again = await loan.change(payment, same);
        assert.deepEqual([again.status, again.body.data], [200, failed], 'it answers as it is');
      }
      assert.equal(await loan.owed(), 3705, 'one more day, and no second fee');
      assert.deepEqual(typesOf(await told(house(), api, `transactionId=${payment.id}&includeDeleted=false`)), events);
      const back = await loan.change(payment, { status: 'succeeded' });
      assert.deepEqual(refused(back), [409, 'TransactionStatusForbids']);
    });

    test('to failed at once brings the same as told in two steps', async () => {
      const owed = async (isAtOnce: boolean): Promise<unknown> => {
        const loan = await aRoundLoan(api);
        await loan.at('2026-02-04');
        const payment = await loan.pay(500, { status: isAtOnce ? 'failed' : 'pending' });
        const failed = isAtOnce ? payment : (await loan.change(payment, { status: 'failed' })).body.data;
        assert.deepEqual([failed.status, splitOf(failed)], ['failed', [0, 0, 0, 0]]);
        return loan.owed();
      };
      assert.deepEqual([await owed(true), await owed(false)], [3704, 3704]);
    });

    test('to no other amount: one that is sent is refused by name, unless it is the one that it has', async () => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-02-01');
      for (const status of ['pending', 'succeeded']) {
        const payment = await loan.pay(50, { status });
        for (const field of ['actualAmount', 'scheduledAmount', 'amount']) {
          refusedAt(await loan.change(payment, { status: 'succeeded', [field]: 60 }), field);
        }
        const { actualAmount, scheduledAmount } = payment;
        const answer = await loan.change(payment, { status: 'succeeded', actualAmount, scheduledAmount });
        assert.deepEqual([answer.status, answer.body.data.status], [200, 'succeeded']);
      }
    });

    test('to canceled: it was never there, and costs nothing', async () => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-02-01');
      const payment = await loan.pay(500);
      await loan.at('2026-02-04');
      const { data } = (await loan.change(payment, { status: 'canceled' })).body;
      assert.deepEqual([data.status, data.cancelReason], ['canceled', 'canceledByUser']);
      assert.equal(await loan.owed(), 3684);
    });
  });

  test('that comes back makes a loan owe again that it had paid off', async () => {
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-01');
    const payment = await loan.pay(3681);
    assert.equal((await loan.read()).status, 'paidOff');
    await loan.at('2026-02-04');
    assert.equal((await loan.change(payment, { status: 'failed' })).status, 200);
    assert.deepEqual([(await loan.read()).status, await loan.owed()], ['active', 3704]);
  });

  test('that comes back leaves what it had paid to those after it', async () => {
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-01');
    const first = await loan.pay(500);
    await loan.at('2026-03-01');
    const second = await loan.pay(500);
    // February: 28 days on 3,181.00 at 0.871…
    assert.deepEqual(splitOf(second), [475.6, 24.4, 0, 0]);
    assert.equal((await loan.change(first, { status: 'failed' })).status, 200);
    assert.deepEqual(splitOf(await read(loan, second)), [469, 31, 0, 0]);
  });

  test('fails once, however many say so at once', async () => {
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-01');
    const payment = await loan.pay(500, { status: 'pending' });
    const moves = [{ status: 'failed' }, { status: 'failed' }, { status: 'failed' }, { status: 'succeeded' }];
    const answers = await Promise.all(moves.map((body) => loan.change(payment, body)));
    assert.deepEqual(statuses(answers.slice(0, 3)), [200, 200, 200]);
    assert.equal((await read(loan, payment)).status, 'failed');
    // The fee was charged only once.
    assert.equal(await loan.owed(), 3701);
  });

  test('that fails while it is said to have succeeded has failed in the end', async () => {
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-01');
    for (let i = 0; i < 12; i++) {
      const payment = await loan.pay(10, { status: 'pending' });
      const [failed] = await Promise.all(['failed', 'succeeded'].map((status) => loan.change(payment, { status })));
      assert.equal(failed?.status, 200);
      const { status, timestamps } = await read(loan, payment);
      assert.deepEqual([status, timestamps.appliedAt], ['failed', null]);
    }
  });

  test('gets, changes and gives up its external id and its metadata', async () => {
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-01');
    const payment = await loan.pay(10, { externalId: 'first' });
    const other = await loan.pay(10, { externalId: 'second' });
    const taken = await loan.change(payment, { externalId: 'second' });
    assert.deepEqual(refused(taken), [409, 'DuplicateExternalId']);
    assert.equal((await loan.change(other, { externalId: null })).body.data.externalId, null);
    const changed = await api.call('PUT', `${loan.path}/transactions/ext-first`, {
      body: { externalId: 'second', metaData: { a: 1 } },
      headers: { 'api-version': '2025-03-26' },
    });
    assert.deepEqual([changed.body.data.externalId, changed.body.data.metaData], ['second', { a: 1 }]);
    assert.equal((await loan.read('/transactions/ext-second')).id, payment.id);
    refusedAt(await loan.change(payment, { failureReason: 'R01' }), 'failureReason');
    refusedAt(await loan.change(payment, { cancelReason: 'x' }), 'cancelReason');
  });

  describe('is moved to another day', () => {
    test('before its deadline: the late fee goes, ids of obligations stay; as its preview said, to the cent', async () => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-02-10');
      const payment = await loan.pay(500);
      // 3,181.00, nine days at 1.00, and the late fee of 15.00.
      assert.equal(await loan.owed(), 3205);
      const was = await obligationKeys(loan);
      const body = { effectiveDate: '2026-02-01' };
      const preview = await loan.act(payment, 'backdate', { ...body, previewMode: true });
      assert.equal(preview.status, 201, JSON.stringify(preview.body));
      const { difference } = preview.body.data;
      assert.equal(difference.outstandingAmount.before, 3205);
      // Nine days on 3,181.00 at 0.871…: 7.84.
      assert.equal(difference.outstandingAmount.after, 3188.84);
      assert.deepEqual(
        difference.fees.map(({ type, amount }: Shown) => [type, amount]),
        [['lateFee', { before: 15, after: 0 }]],
      );
      assert.equal(await loan.owed(), 3205, 'nothing is done');
      assert.equal((await read(loan, payment)).timestamps.effectiveDate, '2026-02-10');

      const moved = (await loan.act(payment, 'backdate', body)).body.data;
      assert.equal(moved.difference, null);
      assert.deepEqual(splitOf(moved), [469, 31, 0, 0]);
      assert.deepEqual(
        [moved.timestamps.effectiveDate, moved.timestamps.originalEffectiveDate],
        ['2026-02-01', '2026-02-10'],
      );
      assert.equal(await loan.owed(), difference.outstandingAmount.after);
      assert.deepEqual(await obligationKeys(loan), was);
      const { difference: _, ...stored } = moved;
      assert.deepEqual(await read(loan, payment), stored);
    });

    test('again, and back to where it was', async () => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-02-10');
      const payment = await loan.pay(500);
      const before = await loan.owed();
      for (const effectiveDate of ['2026-01-11', '2026-02-03', '2026-02-10']) {
        const answer = await loan.act(payment, 'backdate', { effectiveDate });
        assert.deepEqual([answer.status, answer.body.data?.timestamps.effectiveDate], [201, effectiveDate]);
      }
      assert.equal(await loan.owed(), before);
      const same = await loan.act(payment, 'backdate', { effectiveDate: '2026-02-10' });
      assert.deepEqual(refused(same), [409, 'NothingToDo']);
      assert.equal((await loan.change(payment, { status: 'failed' })).status, 200, 'what it is now can fail');
      // 3,681.00, nine days at 1.00, late fee and returned-item fee.
      assert.equal(await loan.owed(), 3725);
    });

    test('a service credit too, and what was paid beyond what is owed then is credit of the borrower', async () => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-02-11');
      const credit = await loan.credit(1000, { component: 'principal' });
      await loan.pay(await loan.owed());
      assert.equal((await loan.read()).status, 'paidOff');
      const moved = (await loan.act(credit, 'backdate', { effectiveDate: '2026-01-01' })).body.data;
      assert.deepEqual(splitOf(moved), [1000, 0, 0, 0]);
      assert.equal((await loan.read()).status, 'paidOff');
      // Paid 3,706.00 less 1,000.00. Owed from January on 2,650.00 at 0.726…: 22.50, 7.26, and the late fee of 15.00.
      assert.equal((await balances(loan)).paidBalances.paidOverAmount, 11.24);
    });

    test('from the activation to today, and only once it has succeeded', async () => {
      const loan = await aRoundLoan(api);
      await loan.at('2026-02-10');
      const pending = await loan.pay(100, { status: 'pending' });
      const forbidden = await loan.act(pending, 'backdate', { effectiveDate: '2026-02-01' });
      assert.deepEqual(refused(forbidden), [409, 'TransactionStatusForbids']);
      assert.deepEqual(forbidden.body.data.allowed, ['succeeded']);
      const payment = await loan.pay(100);
      for (const effectiveDate of ['2025-12-31', '2026-02-11']) {
        refusedAt(await loan.act(payment, 'backdate', { effectiveDate }), 'effectiveDate');
      }
      refusedAt(await loan.act(payment, 'backdate', {}), 'effectiveDate');
      const inCase = { effectiveDate: '2026-02-01', caseId: 'CS-AAAA-AAAA' };
      assert.deepEqual(refused(await loan.act(payment, 'backdate', inCase)), [404, 'NotFound']);
      assert.equal((await loan.act({ id: 'TX-AAAA-AAAA' }, 'backdate', inCase)).status, 404);
    });

    test('gives the same books as one that was recorded on that day', async () => {
      const books = async (isMoved: boolean): Promise<unknown> => {
        const loan = await aRoundLoan(api);
        await loan.at(isMoved ? '2026-04-20' : '2026-02-03');
        const payment = await loan.pay(700);
        await loan.at('2026-04-20');
        if (isMoved) await loan.act(payment, 'backdate', { effectiveDate: '2026-02-03' });
        else await api.made(`${loan.path}/refresh`, {});
        const { calculatedAt: _, ...rest } = await balances(loan);
        return [rest, splitOf(await read(loan, payment)), (await obligationKeys(loan)).length];
      };
      assert.deepEqual(await books(true), await books(false));
    });
  });

  test('is not reversed where it is a payment: its status is to be changed', async () => {
    const loan = await aRoundLoan(api);
    await loan.at('2026-02-01');
    const answer = await loan.act(await loan.pay(10), 'reverse');
    refusedAt(answer, 'transactionId', 'TransactionTypeForbids');
    assert.match(answer.body.message, /change its status/);
  });

  test('of the time before its loan was taken over is there for the record only', async () => {
    const loan = await aRoundLoan(api);
    const path = `/people/${loan.personId}/loans/${(await api.made(`/people/${loan.personId}/loans`, runningLoan)).id}`;
    const past = { amount: 600, effectiveDate: '2025-10-20' };
    const { id } = await api.made(`${path}/migration/past-transaction`, past);
    const one = `${path}/transactions/${id}`;
    assert.deepEqual(refused(await api.put(one, { status: 'failed' })), [409, 'TransactionReadOnly']);
    const moved = await api.post(`${one}/backdate`, { effectiveDate: '2025-10-21' });
    assert.deepEqual(refused(moved), [409, 'TransactionReadOnly']);
    assert.equal((await api.put(one, { externalId: 'past-1' })).body.data.externalId, 'past-1');
    assert.equal((await api.get(`${path}/transactions/ext-past-1`)).body.data.actualAmount, 600);
  });

  test('leaves books that are what the timelines make of them, to the cent', async () => {
    await booksAgree(house(), api, 12);
  });
});
