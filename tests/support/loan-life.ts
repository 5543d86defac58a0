// A loan through its whole life: the clock of its test realm moves, payments come in, and its books are read.
import assert from 'node:assert/strict';
import { type BegunLoan, beginLoan, type Shown } from './begun-loan.ts';
import type { Answer, Company } from './house.ts';
import { moveClock } from './test-clock.ts';

export interface Life extends BegunLoan {
  /** Runs every day until then, and sets the clock to 15:00 UTC of that day. */
  moveTo(date: string): Promise<void>;
  pay(amount: number, more?: object): Promise<Shown>;
  act(action: string, body?: object): Promise<Shown>;
  /** The loan's status, and its amounts outstanding, overdue and paid. */
  standing(): Promise<{ status: string; outstanding: number; overdue: number; paid: number }>;
}

export const agreement = {
  amountFinanced: 4800,
  interestRates: [{ rate: 0.1499 }],
  paymentFrequency: 'monthly',
  specificDays: [15],
  duration: 12,
};

export interface LifeOptions {
  /** The settings of a new loan type; without them the loan has the type `ext-installment`. */
  readonly type?: object;
  readonly agreed?: object;
  readonly start?: string;
  readonly activate?: boolean;
}

let drawn = 0;

/** Makes a loan for a new borrower and activates it at its start. */
export async function aLife({ test: api }: Pick<Company, 'test'>, options: LifeOptions = {}): Promise<Life> {
  const { type, agreed = {}, start = '2026-01-20T15:00:00Z', activate = true } = options;
  const loan = await beginLoan(api, {
    start,
    type: type && { name: 'Of a story', ...type },
    agreed: { ...agreement, ...agreed },
    activate,
  });
  const { personId, path, read } = loan;
  const [instrument] = await api.made(`/people/${personId}/payment-instruments`, {
    instrumentType: 'paymentNetwork',
    paymentNetworkName: 'Till',
    isExternal: true,
  });
  const act = (action: string, given: object = {}): Promise<Shown> => api.made(`${path}/${action}`, given);
  return {
    ...loan,
    act,
    moveTo: (date) => moveClock(api, date.includes('T') ? date : `${date}T15:00:00Z`),
    pay: (amount, more = {}) =>
      act('transactions?sync=true', {
        type: 'oneTime',
        isExternal: true,
        status: 'succeeded',
        paymentInstrumentId: instrument.id,
        externalId: `payment-${++drawn}`,
        amount,
        ...more,
      }),
    async standing() {
      const [{ status }, balances] = await Promise.all([read(), read('/balances')]);
      return {
        status,
        outstanding: balances.outstandingBalances.outstandingTotalAmount,
        overdue: balances.overdueBalances.overdueTotalAmount,
        paid: balances.paidBalances.paidTotalAmount,
      };
    },
  };
}

/** How a payment was divided. */
export const splitOf = (payment: Shown): Record<string, number> => ({
  principal: payment.paidPrincipalAmount,
  interest: payment.paidInterestAmount,
  fees: payment.paidFeesAmount,
  over: payment.paidOverAmount,
});

/** The postings of a loan's whole ledger, oldest first; checks that they add up to zero. */
export async function ledgerOf({ api, path }: BegunLoan): Promise<Shown[]> {
  const postings: Shown[] = [];
  for (let url: string | null = `${path}/ledger?limit=100&sortBy=number`; url !== null; ) {
    const { body }: Answer = await api.get(url.replace(/^https?:\/\/[^/]*\/api/, ''));
    postings.push(...body.data);
    url = body.nextUrl;
  }
  const cents = postings.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  assert.equal(cents, 0, 'the ledger adds up to zero');
  return postings;
}
