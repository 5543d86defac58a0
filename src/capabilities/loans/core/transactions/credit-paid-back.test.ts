// Credit is paid back, and then a payment comes back: the borrower owes what was paid back beyond the credit, on both
// products. 1,000.00 without interest; 250.00 and 850.00 are paid, so 100.00 is credit, and goes back. Then the 250.00 never
// came: the lender is out 1,000.00 + 100.00 - 850.00 = 250.00.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { aLine } from '../../../../../tests/support/line-life.ts';
import { aRoundLoan } from '../../../../../tests/support/round-loan.ts';
import { figureNames } from '../reads/explain-figure.ts';

interface Owing {
  readonly path: string;
  read(what?: string): Promise<Shown>;
  at(date: string): Promise<void>;
  pay(amount: number, more?: object): Promise<Shown>;
}

const over = { allowOverpayment: true };

describe('credit that was paid back, and a payment that came back', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const reimburse = (owing: Owing, reimbursementAmount: number): Promise<Shown> =>
    api.made(`${owing.path}/reimburse`, { reimbursementAmount, isExternal: true });
  const fails = async (owing: Owing, { id }: Shown): Promise<void> => {
    const answer = await api.put(`${owing.path}/transactions/${id}`, { status: 'failed' });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };

  const anInstallmentLoan = (): Promise<Owing> =>
    aRoundLoan(api, {
      start: '2027-01-01',
      type: { payments: { prepayment: 'nextDue' }, fees: {} },
      agreed: { amountFinanced: 1000, interestRates: [{ rate: 0 }], periodicPaymentAmount: null, duration: 4 },
    });

  async function aSpentLine(): Promise<Owing> {
    const line = await aLine(house(), api);
    await line.buy('2027-01-01', await line.draw('2027-01-01', '0'), 1000);
    return line;
  }

  /** Returns the 250.00, which did come so far, and what was paid back. */
  async function paidBack(owing: Owing): Promise<{ first: Shown; back: Shown }> {
    await owing.at('2027-02-01');
    const first = await owing.pay(250, { status: 'pending' });
    await owing.at('2027-03-01');
    await owing.pay(850, over);
    await owing.at('2027-03-05');
    const back = await reimburse(owing, 100);
    await owing.at('2027-03-08');
    return { first, back };
  }

  /** Each figure of the balances is the sum of what explains it. */
  async function mustAddUp(owing: Owing): Promise<void> {
    for (const figure of figureNames) {
      const { amount, parts } = await owing.read(`/explain?figure=${figure}`);
      const cents = parts.reduce((sum: number, part: Shown) => sum + Math.round(part.amount * 100), 0);
      assert.equal(cents, Math.round(amount * 100), figure);
    }
  }

  const figures = async (owing: Owing) => {
    const { outstandingBalances: outstanding, paidBalances: paid, creditBalance } = await owing.read('/balances');
    return {
      owed: outstanding.outstandingTotalAmount,
      principal: outstanding.outstandingPrincipalAmount,
      credit: creditBalance,
      paid: [paid.paidTotalAmount, paid.paidPrincipalAmount, paid.paidReimbursementsAmount, paid.paidOverAmount],
    };
  };
  const owes250 = { owed: 250, principal: 250, credit: 0, paid: [750, 750, 100, 0] };

  for (const [name, made] of [
    ['an installment loan', anInstallmentLoan],
    ['a line', aSpentLine],
  ] as const) {
    test(`is owed on ${name}, in balances, payoff, ledger and explanation`, async () => {
      const owing = await made();
      const { first, back } = await paidBack(owing);
      assert.deepEqual(await figures(owing), { owed: 0, principal: 0, credit: 0, paid: [1000, 1000, 100, 0] });
      await fails(owing, first);
      assert.deepEqual(await figures(owing), owes250);
      assert.equal((await owing.read('/payoff')).payoffAmount, 250);
      const { paidPrincipalAmount } = await owing.read(`/transactions/${back.id}`);
      assert.equal(paidPrincipalAmount, -100, 'the reimbursement says what of it is owed again');
      const { body } = await api.get(`${owing.path}/ledger?limit=100`);
      const accounts = body.data.map(({ account }: Shown) => account);
      assert.ok(!accounts.includes('suspense'), 'nothing waits anywhere else');
      await mustAddUp(owing);
      await owing.pay(250);
      assert.deepEqual(await figures(owing), { owed: 0, principal: 0, credit: 0, paid: [1000, 1000, 100, 0] });
    });

    test(`is owed on ${name} if the payment came back first, or what was paid back has come back too`, async () => {
      const owing = await made();
      const { first, back } = await paidBack(owing);
      await fails(owing, first);
      const { body } = await api.put(`${owing.path}/transactions/${back.id}`, { status: 'failed' });
      assert.equal(body.errorType ?? body.data.status, 'failed', JSON.stringify(body));
      assert.deepEqual(await figures(owing), { owed: 150, principal: 150, credit: 0, paid: [850, 850, 0, 0] });
    });

    test(`is owed on ${name} that was charged off meanwhile`, async () => {
      const owing = await made();
      const { first } = await paidBack(owing);
      await fails(owing, first);
      await api.made(`${owing.path}/charge-off`, { chargedOffReason: 'fraud' });
      const { chargedOffBalances: off, outstandingBalances: left } = await owing.read('/balances');
      assert.deepEqual([off.chargedOffPrincipalAmount, left.outstandingTotalAmount], [250, 0]);
      await mustAddUp(owing);
    });
  }

  test('is in the instalment that comes next, no more than is left to pay', async () => {
    const loan = await anInstallmentLoan();
    const { first } = await paidBack(loan);
    await fails(loan, first);
    await loan.at('2027-05-02');
    const { obligations } = await loan.read('/obligations');
    const last = obligations.at(-1);
    assert.deepEqual([last.dueDate, last.remainingAmount], ['2027-05-01', 250]);
    const others = obligations.slice(0, -1).map(({ remainingAmount }: Shown) => remainingAmount);
    assert.deepEqual(others, [0, 0, 0], 'two are paid, and one was paid ahead');
  });

  test('is asked for by the next statement of a line, which adds up', async () => {
    const line = await aSpentLine();
    const { first } = await paidBack(line);
    await fails(line, first);
    await line.at('2027-04-02');
    const { body } = await api.get(`${line.path}/periods?limit=100`);
    const march = body.data.find(({ startDate }: Shown) => startDate === '2027-03-01');
    const bill = await line.read(`/periods/${march.id}/bill`);
    // 1,000.00 less the 850.00, and the 100.00 that went back; the least that is asked for is 25.00.
    const { previousBalanceAmount, paymentsAmount, reimbursementsAmount, newBalanceAmount, minimumDueAmount } = bill;
    assert.deepEqual([previousBalanceAmount, paymentsAmount, reimbursementsAmount], [1000, 850, 100]);
    assert.deepEqual([newBalanceAmount, minimumDueAmount], [250, 25]);
  });

  test('leaves books that are what the timelines make of them, to the cent', async () => {
    await booksAgree(house(), api, 7, ['purchases']);
  });
});
