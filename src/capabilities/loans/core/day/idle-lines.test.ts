// A line on which nothing is owed and nothing waits is passed over by the day, and is right whenever it is looked at.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Answer, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLine, type LineLife } from '../../../../../tests/support/line-life.ts';
import { moveClock } from '../../../../../tests/support/test-clock.ts';

type Shown = Answer['body'];

describe('an idle line', () => {
  const { house, aCompany } = useHouse();
  let company: Company;
  before(async () => {
    company = await aCompany();
  });
  const rowOf = async ({ id }: LineLife) =>
    (
      await house().service.database.pools.test.query(
        'select version, next_action_at from loan_standing where loan_id = $1',
        [id],
      )
    ).rows[0];

  test('is not worked by the day; its cycles are derived when it is read, and stored when it is touched', async () => {
    const line = await aLine(house(), company.test);
    const fresh = await rowOf(line);
    assert.equal(fresh.next_action_at, null, 'nothing was spent yet');
    await moveClock(line.api, '2027-06-10T17:00:00Z');
    assert.equal((await rowOf(line)).version, fresh.version);
    const { data: periods } = (await line.api.get(`${line.path}/periods`)).body;
    assert.equal(periods.length, 7, 'five that are over, the running one, and the next');
    const { obligations } = await line.read('/obligations');
    assert.deepEqual(
      obligations.map(({ dueDate, isOpen }: Shown) => [dueDate, isOpen]),
      [
        ...['2027-02-25', '2027-03-25', '2027-04-25', '2027-05-25', '2027-06-25'].map((date) => [date, false]),
        ['2027-07-25', true],
      ],
    );
    const bill = await line.read(`/periods/${periods[4].id}/bill`);
    assert.deepEqual([bill.statementDate, bill.newBalanceAmount, bill.periodsPaidInFull], ['2027-06-01', 0, 4]);
    await booksAgree(house(), line.api, 0, ['purchases']);

    const draw = await line.draw('2027-06-10', '0.1825');
    await line.buy('2027-06-10', draw, 1000);
    const busy = await rowOf(line);
    assert.equal(busy.next_action_at?.slice(0, 10), '2027-06-26', 'after the deadline of a statement of nothing');
    assert.equal((await line.read('/obligations')).obligations.length, 6);
    await booksAgree(house(), line.api, 0, ['purchases']);
  });

  test('becomes so once a statement has asked for nothing, and its days are right again when it is used', async () => {
    const line = await aLine(house(), company.test, { start: '2028-01-01T17:00:00Z' });
    const draw = await line.draw('2028-01-01', '0.1825');
    await line.buy('2028-01-01', draw, 1000);
    await moveClock(line.api, '2028-02-10T17:00:00Z');
    const { payoffAmount } = await line.read('/payoff');
    await line.pay(payoffAmount);
    await moveClock(line.api, '2028-04-10T17:00:00Z');
    const idle = await rowOf(line);
    assert.equal(idle.next_action_at, null);
    assert.equal((await line.read()).current.periodicPayment, 0);
    await moveClock(line.api, '2028-12-10T17:00:00Z');
    assert.equal((await rowOf(line)).version, idle.version);
    await line.buy('2028-12-10', draw, 100);
    await moveClock(line.api, '2029-01-10T17:00:00Z');
    const [last] = (await line.read('/obligations?isOpen=false')).obligations.slice(-1);
    // 22 days of 0.05 are 1.10.
    assert.deepEqual([last.dueDate, last.obligationAmount], ['2029-01-25', 25]);
    assert.equal((await line.read('/balances')).dueBalances.dueInterestAmount, 1.1);
    await booksAgree(house(), line.api, 0, ['purchases']);
  });
});
