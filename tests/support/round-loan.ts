// A loan whose interest is a dollar a day, so that numbers can be worked by hand: 3,650.00 at 10 % are 1.00 a day under
// actual/365. It is activated on January 1st 2026, and 500.00 are due on the first of each month.
import assert from 'node:assert/strict';
import { type Answer, aPerson, type Client } from './house.ts';

export type Shown = Answer['body'];

export interface RoundLoan {
  readonly api: Client;
  readonly personId: string;
  readonly id: string;
  readonly path: string;
  at(date: string): Promise<void>;
  /** Records an external payment. */
  pay(amount: number, more?: object): Promise<Shown>;
  tryToPay(amount: number, more?: object): Promise<Answer>;
  credit(amount: number, more?: object): Promise<Shown>;
  change(transaction: Shown, body: object): Promise<Answer>;
  act(transaction: Shown, action: string, body?: object): Promise<Answer>;
  read(what?: string): Promise<Shown>;
  owed(): Promise<number>;
}

interface RoundOptions {
  readonly type?: { readonly [part: string]: object | string };
  readonly start?: string;
}

const aDay = (date: string): string => (date.includes('T') ? date : `${date}T17:00:00Z`);

/** The loan has a type of its own: late fee 15.00 after five days, 20.00 for a returned payment. */
export async function aRoundLoan(
  api: Client,
  { type = {}, start = '2026-01-01' }: RoundOptions = {},
): Promise<RoundLoan> {
  const at = async (date: string): Promise<void> => {
    await api.made('/test-clock', { now: aDay(date) });
  };
  await at(start);
  const { id: loanTypeId } = await api.made('/loan-types', {
    name: 'Round',
    fees: { late: { graceDays: 5, flatAmount: 15 }, nsfAmount: 20 },
    payments: { prepayment: 'shorten' },
    ...type,
  });
  const { id: personId } = await api.made('/people', aPerson());
  const { id } = await api.made(`/people/${personId}/loans`, {
    loanTypeId,
    status: 'originated',
    atOrigination: {
      amountFinanced: 3650,
      interestRates: [{ rate: 0.1 }],
      paymentFrequency: 'monthly',
      specificDays: [1],
      periodicPaymentAmount: 500,
    },
  });
  const path = `/people/${personId}/loans/${id}`;
  await api.made(`${path}/activate`, {});
  const transactions = `${path}/transactions`;
  const tryToPay: RoundLoan['tryToPay'] = (amount, more = {}) =>
    api.post(transactions, { type: 'oneTime', isExternal: true, amount, ...more });
  const madeOf = (answer: Answer): Shown => {
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.data;
  };
  const read = async (what = ''): Promise<Shown> => {
    const answer = await api.get(`${path}${what}`);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.data;
  };
  return {
    api,
    personId,
    id,
    path,
    at,
    tryToPay,
    pay: async (amount, more) => madeOf(await tryToPay(amount, more)),
    credit: async (amount, more = {}) =>
      madeOf(await api.post(transactions, { type: 'serviceCredit', amount, ...more })),
    change: (transaction, body) => api.put(`${transactions}/${transaction.id}`, body),
    act: (transaction, action, body = {}) => api.post(`${transactions}/${transaction.id}/${action}`, body),
    read,
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
