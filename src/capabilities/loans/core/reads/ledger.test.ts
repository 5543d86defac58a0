// The books of a loan over HTTP, as they were posted.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Answer, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life, type LifeOptions } from '../../../../../tests/support/loan-life.ts';
import { ids, refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { walkBackwards, walkForwards } from '../../../../../tests/support/walk.ts';

const ofTheYear: LifeOptions = { start: '2027-01-20T15:00:00Z' };

describe('the ledger of a loan', () => {
  const { aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const at = (life: Life, date: string) => setClock(life.api, `${date}T15:00:00Z`);
  const ledger = async (life: Life, query = ''): Promise<Answer['body']> => {
    const answer = await life.api.get(`${life.path}/ledger${query}`);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  const lines = async (life: Life, query = ''): Promise<string[]> =>
    (await ledger(life, `?sortBy=number&limit=100${query}`)).data.map(
      (posting: Answer['body']) => `${posting.effectiveDate} ${posting.cause} ${posting.account} ${posting.amount}`,
    );

  /** Activation, the first due date and its payment: nine postings. */
  async function paidOnce(): Promise<Life> {
    const life = await aLife(company, ofTheYear);
    await at(life, '2027-02-15');
    await life.pay(432.2);
    return life;
  }

  /** The payment of February was found on March 1st; until then it was overdue in the books. */
  async function foundLate(): Promise<Life> {
    const life = await aLife(company, ofTheYear);
    await at(life, '2027-02-20');
    await life.act('refresh');
    await at(life, '2027-03-01');
    await life.pay(432.2, { effectiveDate: '2027-02-15' });
    return life;
  }

  test('shows every posting with its id, days, account, cause and amount, debits above zero', async () => {
    const life = await paidOnce();
    const { data, total } = await ledger(life, '?sortBy=number&limit=2');
    assert.equal(total, 9);
    const cause = `activation:${life.id}`;
    const of = {
      object: 'posting',
      drawId: null,
      effectiveDate: '2027-01-20',
      postedAt: '2027-01-20T15:00:00.000000+00:00',
      cause,
    };
    assert.deepEqual(data, [
      { id: `${life.id}-1`, ...of, number: 1, account: 'clearing', amount: -4800 },
      { id: `${life.id}-2`, ...of, number: 2, account: 'principal.notDue', amount: 4800 },
    ]);
    const payment = (await lines(life))
      .filter((line) => line.includes(' payment:'))
      .map((line) => line.split(' ').slice(2));
    assert.deepEqual(payment, [
      ['clearing', '432.2'],
      ['interest.due', '-51.25'],
      ['principal.due', '-380.95'],
    ]);
  });

  test('is a list like any other: newest first, or in another order, page by page', async () => {
    const life = await paidOnce();
    const numbered = (numbers: number[]) => numbers.map((number) => `${life.id}-${number}`);
    const path = `${life.path}/ledger?limit=4`;
    const newestFirst = numbered([9, 8, 7, 6, 5, 4, 3, 2, 1]);
    assert.deepEqual((await walkForwards(life.api, path)).flat(), newestFirst);
    assert.deepEqual((await walkBackwards(life.api, path, `${life.id}-1`)).flat(), newestFirst.slice(0, -1));
    assert.deepEqual((await walkForwards(life.api, `${path}&sortBy=number`)).flat(), newestFirst.toReversed());
    const byDay = (await walkForwards(life.api, `${path}&sortBy=effectiveDate`)).flat();
    assert.deepEqual(byDay, newestFirst.toReversed(), 'within a day as they were posted');
    const byPosting = (await walkForwards(life.api, `${path}&sortBy=-postedAt`)).flat();
    assert.deepEqual(byPosting, newestFirst);
  });

  test('adds up to zero, and for one account to its balance', async () => {
    const life = await paidOnce();
    const totals = async (query: string) => (await ledger(life, `?limit=1${query}`)).totals;
    assert.deepEqual(await totals(''), { debitAmount: 5664.4, creditAmount: -5664.4, sumAmount: 0 });
    assert.deepEqual(await totals('&account=principal.notDue'), {
      debitAmount: 4800,
      creditAmount: -380.95,
      sumAmount: 4419.05,
    });
    assert.deepEqual(await totals('&account=nothing'), { debitAmount: 0, creditAmount: 0, sumAmount: 0 });
    assert.deepEqual(await totals('&cause=due:1'), { debitAmount: 432.2, creditAmount: -432.2, sumAmount: 0 });
  });

  test('is filtered by effective days, which are both included', async () => {
    const life = await paidOnce();
    const count = async (query: string) => (await ledger(life, `?${query}`)).total;
    assert.equal(await count('fromEffectiveDate=2027-01-20&toEffectiveDate=2027-01-20'), 2);
    assert.equal(await count('fromEffectiveDate=2027-01-21'), 7);
    assert.equal(await count('toEffectiveDate=2027-02-14'), 2);
    assert.equal(await count('fromEffectiveDate=2027-02-15&account=interest.due'), 2);
  });

  test('is never changed: what comes to light later is posted then, effective on its day', async () => {
    const life = await foundLate();
    const before = await lines(life, '&knownAt=2027-03-01T14:59:59Z');
    const after = await lines(life);
    assert.deepEqual(after.slice(0, before.length), before);
    const late = after.slice(before.length).map((line) => line.replace(/payment:\S+/, 'payment:1'));
    assert.deepEqual(late.toSorted(), [
      '2027-02-15 payment:1 clearing 432.2',
      '2027-02-15 payment:1 interest.due -51.25',
      '2027-02-15 payment:1 principal.due -380.95',
      '2027-02-16 overdue:1 interest.due 51.25',
      '2027-02-16 overdue:1 interest.overdue -51.25',
      '2027-02-16 overdue:1 principal.due 380.95',
      '2027-02-16 overdue:1 principal.overdue -380.95',
    ]);
    const { data, totals } = await ledger(life, '?account=interest.overdue');
    assert.deepEqual(
      data.map(({ postedAt }: { postedAt: string }) => postedAt.slice(0, 10)),
      ['2027-03-01', '2027-02-20'],
    );
    assert.equal(totals.sumAmount, 0);
  });

  test('as it was known at a moment agrees with the balances of then', async () => {
    const life = await foundLate();
    const known = 'knownAt=2027-02-20T15:00:00Z';
    const { totals } = await ledger(life, `?account=principal.overdue&${known}`);
    const { overdueBalances } = await life.read(`/balances?${known}`);
    assert.equal(totals.sumAmount, 380.95);
    assert.equal(overdueBalances.overduePrincipalAmount, 380.95);
    assert.equal((await ledger(life, '?knownAt=2027-01-20T14:59:59Z')).total, 0);
  });

  test('holds what was posted: what time has brought since is computed in the balances, and posted with the next work', async () => {
    const life = await paidOnce();
    await at(life, '2027-03-20');
    assert.equal((await ledger(life)).total, 9);
    assert.equal((await life.read('/balances')).overdueBalances.overdueTotalAmount, 432.2);
    await life.act('refresh');
    const { totals } = await ledger(life, '?account=principal.overdue');
    assert.equal(totals.sumAmount, 381.39);
  });

  test('is empty for a loan that is not active', async () => {
    const { data, total, totals } = await ledger(await aLife(company, { ...ofTheYear, activate: false }));
    assert.deepEqual([data, total, totals], [[], 0, { debitAmount: 0, creditAmount: 0, sumAmount: 0 }]);
  });

  test('knows only its own postings as places to go on', async () => {
    const [life, other] = [await paidOnce(), await paidOnce()];
    const { api, path } = life;
    const strange = [
      ids((await api.get(`${other.path}/ledger`)) as Answer)[0],
      `${life.id}-10`,
      `${life.id}-0`,
      `${life.id}-x`,
      life.id,
    ];
    for (const id of strange) {
      refusedAt(await api.get(`${path}/ledger?startingAfter=${id}`), 'startingAfter', 'UnknownCursor');
      refusedAt(await api.get(`${path}/ledger?endingBefore=${id}`), 'endingBefore', 'UnknownCursor');
    }
    refusedAt(await api.get(`${path}/ledger?sortBy=account`), 'sortBy');
    refusedAt(await api.get(`${path}/ledger?fromEffectiveDate=soon`), 'fromEffectiveDate');
  });
});
