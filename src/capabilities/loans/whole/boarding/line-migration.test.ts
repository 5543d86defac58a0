// A running line is taken over from another system, with its draws. Worked by hand: draw A bears 18.25 %, 0.50 a day for
// 1,000.00; the statement of February 1st asked for 25.00, of which 15.00 is interest, and is due on the 25th.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Answer, aPerson, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { refusedAt } from '../../../../../tests/support/refusals.ts';

type Shown = Answer['body'];

const startDate = '2026-06-01';
const migrationDate = '2027-02-11';
const aLine = {
  type: 'lineOfCredit',
  loanTypeId: 'ext-credit-card',
  status: 'originated',
  atOrigination: { creditLimitAmount: 5000, interestRates: [{ rate: 0.1825 }], specificDays: [1, 25] },
};
const noGrace = { status: 'originated', atOrigination: { gracePeriod: { isGracePeriodApplicable: false } } };

const statementOf = (drawId: string) => ({
  statementDate: '2027-02-01',
  dueDate: '2027-02-25',
  minimumDueAmount: 25,
  newBalanceAmount: 1015,
  draws: [{ drawId, principalAmount: 10, interestAmount: 15, fullBalanceAmount: 1015 }],
});
const balancesOf = (drawId: string) => ({
  draws: [{ drawId, startDate: '2026-07-01', principalAmount: 990, accruedInterestAmount: 5 }],
  statements: [statementOf(drawId)],
  nextPeriodNumber: 9,
});
const expectedBalances = {
  principalAmount: 1000,
  interestAmount: 20,
  feesAmount: 0,
  outstandingAmount: 1020,
  overdueAmount: 0,
  reimbursementAmount: 0,
  daysOverdue: 0,
};

describe('a line that is taken over', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let loans: string;
  before(async () => {
    api = (await aCompany()).test;
    await api.made('/test-clock', { now: '2027-02-11T17:00:00Z' });
    loans = `/people/${(await api.made('/people', aPerson())).id}/loans`;
  });
  async function boarded(): Promise<{ path: string; draw: string }> {
    const path = `${loans}/${(await api.made(loans, aLine)).id}`;
    return { path, draw: (await api.made(`${path}/draws`, noGrace)).id };
  }
  const read = async (path: string): Promise<Shown> => (await api.get(path)).body.data;

  test('has the given balances to the cent, its draw is active, and its cycle goes on', async () => {
    const { path, draw } = await boarded();
    const periods = [{ startDate: '2027-01-01', endDate: '2027-01-31', dueDate: '2027-02-25', obligationAmount: 25 }];
    await api.made(`${path}/migration/past-periods`, { periods });
    await api.made(`${path}/migration/past-transaction`, { amount: 40, effectiveDate: '2027-01-20' });
    const given = { startDate, migrationDate, balances: balancesOf(draw) };
    const wrong = await api.post(`${path}/migration/activate`, {
      ...given,
      expectedBalances: { ...expectedBalances, outstandingAmount: 1020.01 },
    });
    assert.deepEqual([wrong.status, wrong.body.errorType], [409, 'BalancesDiffer']);
    const preview = await api.made(`${path}/migration/activate`, { ...given, expectedBalances, previewMode: true });
    assert.equal((await read(path)).status, 'originated');
    const taken = await api.made(`${path}/migration/activate`, { ...given, expectedBalances });
    assert.deepEqual(taken.balances, preview.balances);
    assert.equal((await read(path)).status, 'active');
    assert.equal((await read(`${path}/draws/${draw}`)).status, 'active');
    const [one] = (await read(`${path}/obligations?isOpen=false`)).obligations;
    assert.deepEqual([one.dueDate, one.obligationAmount, one.remainingAmount], ['2027-02-25', 25, 25]);
    assert.equal((await read(`${path}/balances`)).availableCreditAmount, 3985);
    assert.deepEqual(
      (await api.get(`${path}/periods`)).body.data.map(({ statementDate }: Shown) => statementDate),
      ['2027-02-01', '2027-03-01', '2027-04-01'],
    );
    await api.made('/test-clock', { now: '2027-03-02T17:00:00Z' });
    // From 02-11 to 03-01 are 18 days, with 5.00 taken over 14.00.
    const [, next] = (await read(`${path}/obligations?isOpen=false`)).obligations;
    assert.deepEqual([next.dueDate, next.obligationAmount], ['2027-03-25', 25]);
    const { data } = (await api.get(`${path}/periods`)).body;
    const bill = await read(`${path}/periods/${data[1].id}/bill`);
    assert.deepEqual([bill.previousBalanceAmount, bill.interestAmount, bill.overdueAmount], [1015, 14, 25]);
    await booksAgree(house(), api, 0);
    await api.made('/test-clock', { now: '2027-02-11T17:00:00Z' });
  });

  test('brings what we owe the borrower as credit, beside nothing that is due', async () => {
    const { path } = await boarded();
    const given = { startDate, migrationDate, balances: { reimbursementAmount: 12.5 } };
    const { balances } = await api.made(`${path}/migration/activate`, given);
    assert.deepEqual([balances.reimbursementAmount, balances.outstandingAmount], [12.5, 0]);
    const { path: other, draw } = await boarded();
    const beside = { ...balancesOf(draw), reimbursementAmount: 12.5 };
    refusedAt(
      await api.post(`${other}/migration/activate`, { startDate, migrationDate, balances: beside }),
      'balances.reimbursementAmount',
    );
  });

  test('refuses by its field what cannot be', async () => {
    const { path, draw } = await boarded();
    const of = balancesOf(draw);
    const [statement] = of.statements;
    const refusals: readonly (readonly [string, object | undefined])[] = [
      ['balances', undefined],
      ['balances.draws[0].drawId', { draws: [{ drawId: 'LN-ZZZZ-ZZZZ' }] }],
      ['balances.draws[1].drawId', { draws: [{ drawId: draw }, { drawId: draw }] }],
      ['balances.draws[0].principalAmount', { draws: [{ drawId: draw, principalAmount: -1 }] }],
      ['balances.draws[0].startDate', { draws: [{ drawId: draw, startDate: '2026-05-01' }] }],
      ['balances.draws[0].hasGrace', { draws: [{ drawId: draw, hasGrace: true }] }],
      ['balances.draws[0].instalmentsLeft', { draws: [{ drawId: draw, instalmentAmount: 5 }] }],
      ['balances.statements[0].draws[0].drawId', { statements: of.statements }],
      ['balances.statements[0].dueDate', { ...of, statements: [{ ...statement, dueDate: '2027-02-01' }] }],
      ['balances.statements[0].statementDate', { ...of, statements: [{ ...statement, statementDate: '2027-02-12' }] }],
      ['balances.statements[1].statementDate', { ...of, statements: [statement, statement] }],
      ['balances.nextPeriodNumber', { ...of, nextPeriodNumber: 1 }],
      ['balances.periodStartDate', { ...of, periodStartDate: '2027-02-12' }],
    ];
    for (const [field, balances] of refusals) {
      refusedAt(await api.post(`${path}/migration/activate`, { startDate, migrationDate, balances }), field);
    }
    assert.equal((await read(path)).status, 'originated');
  });
});
