// Payments of several borrowers that are posted at once share commits. Each has the answer, the books, the events and the
// audit that it has alone.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { type Answer, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { recordedDuring } from '../../../../../tests/support/recorded-statements.ts';
import { aRoundLoan, type RoundLoan } from '../../../../../tests/support/round-loan.ts';

describe('payments of several borrowers at once', () => {
  const { house, aCompany } = useHouse({ works: false, lockWaitMs: 60_000 });
  let api: Client;
  let loans: readonly RoundLoan[];
  before(async () => {
    api = (await aCompany()).test;
    loans = await someLoans(api);
  });

  async function someLoans(client: Client, many = 6): Promise<RoundLoan[]> {
    const made: RoundLoan[] = [];
    for (let i = 0; i < many; i++) made.push(await aRoundLoan(client));
    return made;
  }

  type Pay = (loan: RoundLoan, i: number) => Promise<Answer>;
  const paying: Pay = (loan, i) => loan.tryToPay(10 + i);

  /** All at once, and in how many commits. */
  async function atOnce(some: readonly RoundLoan[], pay: Pay = paying) {
    let answers: Answer[] = [];
    const sent = await recordedDuring(async () => {
      answers = await Promise.all(some.map(pay));
    });
    return { answers, commits: sent.filter(({ text }) => text === 'commit').length };
  }
  const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status);
  const transactionsOf = async (loan: RoundLoan) => (await loan.api.get(`${loan.path}/transactions`)).body.data;

  test('take fewer commits than payments, and each has its own answer', async () => {
    const made = loans.map((): string[] => []);
    await eventually('some wait while others are committed, and share the next commit', async () => {
      const { answers, commits } = await atOnce(loans);
      assert.deepEqual(statusesOf(answers), Array(6).fill(201));
      for (const [i, loan] of loans.entries()) {
        const { id, loanId, actualAmount } = (answers[i] as Answer).body.data;
        assert.deepEqual([loanId, actualAmount], [loan.id, 10 + i]);
        made[i]?.unshift(id);
      }
      return commits < 6;
    });
    for (const [i, loan] of loans.entries()) {
      const ids = (await transactionsOf(loan)).map((one: { id: string }) => one.id);
      assert.deepEqual(ids, made[i]);
    }
  });

  test('leave the same books and the same events in the same order as one after the other', async () => {
    const [one, other] = [(await aCompany()).test, (await aCompany()).test];
    const [together, apart] = [await someLoans(one, 4), await someLoans(other, 4)];
    for (let round = 0; round < 3; round++) {
      await atOnce(together, (loan, i) => loan.tryToPay(100 * round + i + 1));
      for (const [i, loan] of apart.entries()) await loan.tryToPay(100 * round + i + 1);
    }
    const told = async (loan: RoundLoan) => {
      const { body } = await loan.api.get(`/people/${loan.personId}/events?limit=100`);
      return body.data.map((event: { eventType: string }) => event.eventType);
    };
    for (const [i, loan] of together.entries()) {
      const same = apart[i] as RoundLoan;
      assert.deepEqual(await told(loan), await told(same));
      const amounts = async (of: RoundLoan) =>
        (await transactionsOf(of)).map((row: Record<string, unknown>) => [row.actualAmount, row.paidPrincipalAmount]);
      assert.deepEqual(await amounts(loan), await amounts(same));
      assert.equal(await loan.owed(), await same.owed());
    }
    await booksAgree(house(), one, 3);
    await booksAgree(house(), other, 3);
  });

  test('answer for themselves: one that is refused, by whatever name its loan is called, harms no other', async () => {
    const pay: Pay = (loan, i) => {
      if (i === 1) return loan.tryToPay(1_000_000);
      if (i === 2) return loan.tryToPay(-1);
      if (i === 3) return api.post(`/people/${loan.personId}/loans/LO-AAAA-AAAA/transactions`, payment(5));
      return loan.tryToPay(5);
    };
    const { answers } = await atOnce(loans, pay);
    assert.deepEqual(statusesOf(answers), [201, 400, 400, 404, 201, 201]);
    assert.equal(answers[1]?.body.errorType, 'AmountExceedsOutstanding');
  });

  test('whose external id is taken are refused, and the others stay', async () => {
    await loans[0]?.pay(5, { externalId: 'is taken' });
    const { answers } = await atOnce(loans, (loan, i) =>
      loan.tryToPay(5, { externalId: i === 2 ? 'is taken' : undefined }),
    );
    assert.deepEqual(statusesOf(answers), [201, 201, 409, 201, 201, 201]);
    assert.equal(answers[2]?.body.errorType, 'DuplicateExternalId');
  });

  test('do not wait for a loan that somebody holds', async () => {
    const held = loans[1] as RoundLoan;
    const holder = await house().service.database.pools.test.connect();
    let heldAnswer: Promise<Answer> | undefined;
    try {
      await holder.query('begin');
      await holder.query('select 1 from loans where person_id = $1 and id = $2 for update', [held.personId, held.id]);
      const first = loans[0]?.tryToPay(5);
      heldAnswer = held.tryToPay(5);
      const others = await Promise.all([first, ...loans.slice(2).map((loan) => loan.tryToPay(5))]);
      assert.deepEqual(statusesOf(others as Answer[]), Array(5).fill(201));
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    assert.equal((await heldAnswer)?.status, 201);
  });

  test('with an idempotency key each are done once, also where the same key comes twice at once', async () => {
    const keys = loans.map(() => ({ 'idempotency-key': randomUUID() }));
    const keyed: Pay = (loan, i) => api.post(`${loan.path}/transactions`, payment(7), keys[i]);
    const before = (await transactionsOf(loans[0] as RoundLoan)).length;
    const both = await Promise.all([atOnce(loans, keyed), atOnce(loans, keyed)]);
    for (const i of loans.keys()) {
      const [first, second] = both.map(({ answers }) => answers[i] as Answer) as [Answer, Answer];
      // The second came while the first was under way, or after it.
      if (second.status === 201) assert.deepEqual(second.body, first.body);
      else assert.equal(second.body.errorType, 'IdempotencyKeyInUse');
    }
    const again = await atOnce(loans, keyed);
    assert.deepEqual(statusesOf(again.answers), Array(6).fill(201));
    for (const { headers } of again.answers) assert.equal(headers['idempotent-replayed'], 'true');
    assert.equal((await transactionsOf(loans[0] as RoundLoan)).length, before + 1);
  });

  test('of one loan called by two names are both done', async () => {
    const [loan] = loans as [RoundLoan];
    await api.put(`/people/${loan.personId}`, { externalId: 'has two names' });
    const names = [loan.personId, 'ext-has two names', loan.personId];
    const answers = await Promise.all(
      names.map((name) => api.post(`/people/${encodeURIComponent(name)}/loans/${loan.id}/transactions`, payment(3))),
    );
    assert.deepEqual(statusesOf(answers), [201, 201, 201]);
    await booksAgree(house(), api, 5);
  });

  test('are told to the audit and to listeners, each by itself', async () => {
    const { answers } = await atOnce(loans);
    await house().service.orderEvents('test');
    for (const [i, loan] of loans.entries()) {
      const { id } = (answers[i] as Answer).body.data;
      const events = await eventually('its events have their places', async () => {
        const { body } = await api.get(`/events?transactionId=${id}&limit=100`);
        return body.data.length > 0 && body.data;
      });
      const requests = new Set(events.map((event: { requestId: string }) => event.requestId));
      assert.deepEqual([...requests], [answers[i]?.headers['x-request-id'] ?? [...requests][0]]);
      assert.ok(events.every((event: { personId?: string }) => (event.personId ?? loan.personId) === loan.personId));
    }
  });
});

const payment = (amount: number) => ({ type: 'oneTime', isExternal: true, amount });
