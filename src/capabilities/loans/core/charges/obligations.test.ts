// What came due and what comes due next. Interest is worked by hand: 14.99 % on 4,800.00 for the 26 days to 15 February
// is 51.2534…, cut to 51.25; of each payment of 432.20 the rest is principal.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { aPerson, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLine } from '../../../../../tests/support/line-life.ts';
import { agreement, aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { wholeLoan } from '../lifecycle/figured-loan.ts';
import { obligationsOfFigured, obligationsOfHeld } from './obligations.ts';
import { obligationsLoan } from './obligations-loan.ts';

const on = (date: string): string => `${date}T15:00:00Z`;
const late = { fees: { late: { graceDays: 10, flatAmount: 25 } } };

describe('obligations', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const at = (life: Life, date: string) => setClock(life.api, on(date));
  const listed = async (life: Life, query = ''): Promise<Shown[]> =>
    (await life.read(`/obligations${query}`)).obligations;
  const brief = (one: Shown) => [one.dueDate, one.obligationAmount, one.remainingAmount, one.isOpen];

  test('that of the running period is open, and is the same one once it has come due', async () => {
    const life = await aLife(company);
    const [running, ...more] = await listed(life);
    assert.deepEqual(more, []);
    assert.deepEqual(brief(running), ['2026-02-15', 432.2, 432.2, true]);
    const { activatedAt, createdAt } = (await life.read()).timestamps;
    assert.equal(running.createdAt, activatedAt, 'not at the midnight before, when there was no loan');
    assert.equal(createdAt, activatedAt);
    assert.deepEqual([running.gracePeriod, running.loanGracePeriod, running.migration], [[], null, null]);
    const [period] = await life.read('/periods');
    assert.equal(running.periodId, period.id);
    await at(life, '2026-02-15');
    const [due, next] = await listed(life);
    assert.deepEqual([due.id, due.periodId], [running.id, running.periodId]);
    assert.deepEqual(brief(due), ['2026-02-15', 432.2, 432.2, false]);
    assert.deepEqual(brief(next), ['2026-03-15', 432.2, 432.2, true]);
    assert.deepEqual([due.createdAt, next.createdAt], [running.createdAt, '2026-02-15T05:00:00.000000+00:00']);
    await life.act('refresh');
    const stored = await listed(life);
    assert.deepEqual([stored[0].createdAt, stored[1].createdAt], [due.createdAt, next.createdAt], 'once it is stored');
    assert.deepEqual(await life.read(`/obligations/${due.id}`), due);
    const { isOverdue, overdueAmount, daysOverdue, isLocked } = await life.read('/obligations');
    assert.deepEqual([isOverdue, overdueAmount, daysOverdue, isLocked], [false, 0, 0, false]);
  });

  test('are read with the figures of the loan, and no fact is read', async () => {
    const life = await aLife(company);
    await at(life, '2026-02-20');
    await life.pay(432.2);
    await at(life, '2026-03-01');
    const reader = house().service.database.reader(life.api.realm);
    const { subject } = await obligationsLoan.find(reader, life.id, false, { personId: life.personId });
    const no = (): never => assert.fail('the loan is read whole');
    const find = obligationsOfFigured({ ...reader, row: no, together: no }, subject, on('2026-03-01') as never);
    const { found } = await find({ knownAt: undefined });
    assert.deepEqual([found?.next?.amount, found?.kept.length], [43_220, 1]);
  });

  /** The obligations as the figures and the state have them, and as all facts have them. */
  async function bothWays({ api, id, personId }: Pick<Life, 'api' | 'id' | 'personId'>, now: string) {
    const reader = house().service.database.reader(api.realm);
    const { subject } = await obligationsLoan.find(reader, id, false, { personId });
    const no = (): never => assert.fail('the loan is read whole');
    const asked = { knownAt: undefined };
    const [byFigures, byFacts] = await Promise.all([
      obligationsOfFigured({ ...reader, row: no, together: no }, subject, now as never)(asked),
      obligationsOfHeld(reader, await wholeLoan(reader, subject), now as never)(asked),
    ]);
    return [byFigures, byFacts].map(({ found }) => ({ next: found?.next, overdue: found?.overdue, kept: found?.kept }));
  }

  test('of a line, and of a loan that is late, need no fact either: the next one is computed from the state', async () => {
    const line = await aLine(house(), company.test);
    const draw = await line.draw('2027-01-01', '0.1825');
    await line.buy('2027-01-01', draw, 1000);
    await line.at('2027-02-01');
    await line.act('refresh');
    for (const date of ['2027-02-01', '2027-02-09', '2027-02-24']) {
      await line.at(date);
      const [byFigures, byFacts] = await bothWays(line, `${date}T17:00:00.000000+00:00`);
      assert.deepEqual(byFigures, byFacts, date);
      assert.equal(byFacts?.kept?.length, 1);
    }
    const life = await aLife(company);
    await at(life, '2026-02-18');
    await life.act('refresh');
    await at(life, '2026-02-25');
    const [byFigures, byFacts] = await bothWays(life, '2026-02-25T15:00:00.000000+00:00');
    assert.deepEqual(byFigures, byFacts);
    assert.equal(byFacts?.overdue?.days, 10);
  });

  test('is overdue from the day after, whoever has worked the books or not', async () => {
    const life = await aLife(company);
    await at(life, '2026-02-18');
    const { isOverdue, overdueAmount, daysOverdue, obligations } = await life.read('/obligations');
    assert.deepEqual([isOverdue, overdueAmount, daysOverdue], [true, 432.2, 3]);
    assert.deepEqual([obligations[0].isOverdue, obligations[0].isFulfilled], [true, false]);
  });

  test('what a read computes is what a refresh stores, ids included', async () => {
    const life = await aLife(company, { type: late });
    const steps: [string, number | null][] = [
      ['2026-02-15', 100],
      ['2026-02-16', null],
      ['2026-02-26', null],
      ['2026-03-20', 500],
      ['2026-05-16', null],
      ['2026-08-30', 900],
      ['2027-02-01', null],
    ];
    for (const [date, pays] of steps) {
      await at(life, date);
      const shown = async () => {
        const paths = [
          '/obligations',
          '/expected-payments',
          '/periods',
          '/fees',
          '/rates',
          '/obligations?status=overdue',
        ];
        return Promise.all(paths.map((path) => life.read(path)));
      };
      const computed = await shown();
      await life.act('refresh');
      assert.deepEqual(await shown(), computed, date);
      if (pays !== null) await life.pay(pays);
    }
  });

  test('says how it was fulfilled', async () => {
    const life = await aLife(company);
    await at(life, '2026-02-15');
    await life.pay(200);
    await life.act('transactions', {
      type: 'serviceCredit',
      amount: 30,
      serviceCreditsDetails: { reason: 'goodwill', sponsor: 'loanServicer' },
    });
    const [due] = await listed(life);
    assert.deepEqual(
      [due.paymentsAmount, due.serviceCreditsAmount, due.overpaymentsAmount, due.fulfilledAmount, due.remainingAmount],
      [200, 30, 0, 230, 202.2],
    );
    await life.pay(202.2);
    const [paid] = await listed(life);
    assert.deepEqual([paid.isFulfilled, paid.remainingAmount, paid.paymentsAmount], [true, 0, 402.2]);
    assert.deepEqual(await listed(life, '?status=unfulfilled&isOpen=false'), []);
  });

  test('what is paid ahead counts before and after it comes due', async () => {
    const life = await aLife(company);
    await at(life, '2026-02-01');
    await life.pay(100);
    const [running] = await listed(life);
    assert.deepEqual(
      [running.obligationAmount, running.overpaymentsAmount, running.fulfilledAmount, running.remainingAmount],
      [432.2, 100, 100, 332.2],
    );
    await at(life, '2026-02-15');
    const [due] = await listed(life);
    assert.deepEqual(
      [due.isOpen, due.obligationAmount, due.overpaymentsAmount, due.remainingAmount],
      [false, 432.2, 100, 332.2],
    );
    await life.pay(332.2);
    // Two complete instalments ahead and 35.60 of a third.
    await life.pay(900);
    const [, march] = await listed(life);
    assert.deepEqual([march.isOpen, march.isFulfilled, march.overpaymentsAmount], [true, true, 432.2]);
    await at(life, '2026-04-15');
    const shown = (await listed(life)).map((one) => [...brief(one), one.overpaymentsAmount]);
    assert.deepEqual(shown.slice(1), [
      ['2026-03-15', 432.2, 0, false, 432.2],
      ['2026-04-15', 432.2, 0, false, 432.2],
      ['2026-05-15', 432.2, 396.6, true, 35.6],
    ]);
  });

  test('are found by period, status and date', async () => {
    const life = await aLife(company);
    await at(life, '2026-03-20');
    await life.pay(432.2);
    const all = await listed(life);
    const days = async (query: string) => (await listed(life, query)).map(({ dueDate }) => dueDate);
    assert.deepEqual(await days(''), ['2026-02-15', '2026-03-15', '2026-04-15']);
    assert.deepEqual(await days(`?periodId=${all[1].periodId}`), ['2026-03-15']);
    assert.deepEqual(await days('?status=overdue'), ['2026-03-15']);
    assert.deepEqual(await days('?status=unfulfilled'), ['2026-03-15', '2026-04-15']);
    assert.deepEqual(await days('?dueDate=2026-02-15'), ['2026-02-15']);
    assert.deepEqual(await days('?fromDate=2026-02-16&toDate=2026-04-15'), ['2026-03-15', '2026-04-15']);
    assert.deepEqual(await days('?isOpen=true'), ['2026-04-15']);
    refusedAt(await life.api.get(`${life.path}/obligations?fromDate=2026-02-16`), 'toDate');
    refusedAt(await life.api.get(`${life.path}/obligations?fromDate=2026-02-16&toDate=2026-02-01`), 'toDate');
    assert.equal((await life.api.get(`${life.path}/obligations/OB-AAAA-AAAA`)).status, 404);
    assert.equal((await life.read('/obligations?status=overdue')).overdueAmount, 432.2);
  });

  test('as they were known at an instant', async () => {
    const life = await aLife(company);
    await at(life, '2026-03-01');
    await life.act('refresh');
    const then = await life.read('/obligations');
    assert.deepEqual([then.daysOverdue, then.overdueAmount], [14, 432.2]);
    await at(life, '2026-03-02');
    await life.pay(432.2, { effectiveDate: '2026-02-15' });
    const now = await life.read('/obligations');
    assert.equal(now.daysOverdue, 0);
    assert.notEqual(now.obligations[0].updatedAt, null);
    assert.deepEqual(await life.read(`/obligations?knownAt=${on('2026-03-01')}`), then);
    const [due] = then.obligations;
    assert.deepEqual(await life.read(`/obligations/${due.id}?knownAt=${on('2026-03-01')}`), due);
    assert.deepEqual((await life.read(`/obligations?knownAt=${on('2026-01-19')}`)).obligations, []);
  });

  test('of an accelerated and then charged off loan: everything, and then nothing that is overdue', async () => {
    const life = await aLife(company);
    await at(life, '2026-02-20');
    await life.act('accelerate');
    const [instalment, rest, ...more] = await listed(life);
    assert.deepEqual(more, []);
    assert.deepEqual([instalment.obligationType, instalment.obligationAmount], ['instalment', 432.2]);
    // 4,419.05 not due, and five days of 14.99 % on 4,800.00: 9.8564…
    assert.deepEqual(
      [rest.obligationType, rest.obligationAmount, rest.dueDate],
      ['acceleration', 4428.9, '2026-02-20'],
    );
    await life.act('charge-off', { chargedOffReason: 'age' });
    const off = await life.read('/obligations');
    assert.deepEqual([off.isOverdue, off.overdueAmount], [false, 0]);
    assert.deepEqual(
      off.obligations.map((one: Shown) => [one.isOverdue, one.isFulfilled]),
      [
        [false, false],
        [false, false],
      ],
    );
  });

  test('say when the loan is held by work of several steps', async () => {
    const life = await aLife(company);
    const until = (Date.parse('2099-01-01') * 1000).toString();
    const lease = `{"holder":"OP-AAAA-AAAA","reason":"test","since":"2026-01-20T15:00:00.000000+00:00","until":${until}}`;
    await house().service.database.pools.test.query(
      'update loan_standing set lease = $1, version = version + 1 where loan_id = $2',
      [lease, life.id],
    );
    assert.equal((await life.read('/obligations')).isLocked, true);
    const { body } = await life.api.get('/loans?fields=minimal&limit=1');
    assert.deepEqual([body.data[0].id, body.data[0].lockStatus], [life.id, 'locked']);
  });

  test('of a loan that is not active there are none', async () => {
    const { test: api } = company;
    const { id: personId } = await api.made('/people', aPerson());
    const body = { loanTypeId: 'ext-installment', status: 'pending', atOrigination: agreement };
    const { id } = await api.made(`/people/${personId}/loans`, body);
    const { body: answer } = await api.get(`/people/${personId}/loans/${id}/obligations`);
    assert.deepEqual(answer.data, {
      isLocked: false,
      isOverdue: false,
      overdueAmount: 0,
      daysOverdue: 0,
      obligations: [],
    });
    for (const what of ['periods', 'fees', 'rates']) {
      assert.deepEqual((await api.get(`/people/${personId}/loans/${id}/${what}`)).body.data, []);
    }
  });
});
