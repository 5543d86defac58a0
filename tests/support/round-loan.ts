// A loan whose interest is a dollar a day, so that numbers can be worked by hand: 3,650.00 at 10 % are 1.00 a day under
// actual/365. It is activated on January 1st 2026, and 500.00 are due on the first of each month.
import assert from 'node:assert/strict';
import { type BegunLoan, beginLoan, type Shown } from './begun-loan.ts';
import type { Answer, Client } from './house.ts';
import { setClock } from './test-clock.ts';

export interface RoundLoan extends BegunLoan {
  at(date: string): Promise<void>;
  /** Records an external payment. */
  pay(amount: number, more?: object): Promise<Shown>;
  tryToPay(amount: number, more?: object): Promise<Answer>;
  credit(amount: number, more?: object): Promise<Shown>;
  change(transaction: Shown, body: object): Promise<Answer>;
  act(transaction: Shown, action: string, body?: object): Promise<Answer>;
  owed(): Promise<number>;
}

interface RoundOptions {
  readonly type?: { readonly [part: string]: object | string };
  readonly start?: string;
  /** Further parts of its agreement. */
  readonly agreed?: object;
}

const aDay = (date: string): string => (date.includes('T') ? date : `${date}T17:00:00Z`);

/** The loan has a type of its own: late fee 15.00 after five days, 20.00 for a returned payment. */
export async function aRoundLoan(
  api: Client,
  { type = {}, start = '2026-01-01', agreed = {} }: RoundOptions = {},
): Promise<RoundLoan> {
  const loan = await beginLoan(api, {
    start: aDay(start),
    type: {
      name: 'Round',
      fees: { late: { graceDays: 5, flatAmount: 15 }, nsfAmount: 20 },
      payments: { prepayment: 'shorten' },
      ...type,
    },
    agreed: {
      amountFinanced: 3650,
      interestRates: [{ rate: 0.1 }],
      paymentFrequency: 'monthly',
      specificDays: [1],
      periodicPaymentAmount: 500,
      ...agreed,
    },
  });
  const { path, read } = loan;
  const transactions = `${path}/transactions`;
  const tryToPay: RoundLoan['tryToPay'] = (amount, more = {}) =>
    api.post(transactions, { type: 'oneTime', isExternal: true, amount, ...more });
  const madeOf = (answer: Answer): Shown => {
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  };
  return {
    ...loan,
    at: async (date) => {
      await setClock(api, aDay(date));
    },
    tryToPay,
    pay: async (amount, more) => madeOf(await tryToPay(amount, more)),
    credit: async (amount, more = {}) =>
      madeOf(await api.post(transactions, { type: 'serviceCredit', amount, ...more })),
    change: (transaction, body) => api.put(`${transactions}/${transaction.id}`, body),
    act: (transaction, action, body = {}) => api.post(`${transactions}/${transaction.id}/${action}`, body),
    owed: async () => (await read('/balances')).outstandingBalances.outstandingTotalAmount,
  };
}

/** Principal, interest, fees, and the rest as customer credit. */
export const splitOf = (transaction: Shown): readonly number[] => [
  transaction.paidPrincipalAmount,
  transaction.paidInterestAmount,
  transaction.paidFeesAmount,
  transaction.paidOverAmount,
];

/** What makes another loan of the same borrower; nothing is paid on it. */
export const smallLoan = {
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
