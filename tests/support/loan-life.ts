// A loan through its whole life: the clock of its test realm moves, payments come in, and its books are read.
import assert from 'node:assert/strict';
import { type Answer, aPerson, type Client, type Company } from './house.ts';

export type Shown = Answer['body'];

export interface Life {
  readonly api: Client;
  readonly personId: string;
  readonly id: string;
  /** `/people/{personId}/loans/{loanId}`. */
  readonly path: string;
  /** Runs every day until then, and sets the clock to 15:00 UTC of that day. */
  moveTo(date: string): Promise<void>;
  pay(amount: number, more?: object): Promise<Shown>;
  act(action: string, body?: object): Promise<Shown>;
  read(what?: string): Promise<Shown>;
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

export const setClock = (api: Client, now: string): Promise<Shown> => api.made('/test-clock', { now });

export async function moveClock(api: Client, to: string): Promise<void> {
  const answer = await api.post('/test-clock/advance?sync=true', { to });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.equal(answer.body.data.state, 'succeeded', JSON.stringify(answer.body.data));
}

let drawn = 0;

/** Makes a loan for a new borrower and activates it at its start. */
export async function aLife({ test: api }: Pick<Company, 'test'>, options: LifeOptions = {}): Promise<Life> {
  const { type, agreed = {}, start = '2026-01-20T15:00:00Z', activate = true } = options;
  await setClock(api, start);
  const loanTypeId = type ? (await api.made('/loan-types', { name: 'Of a story', ...type })).id : 'ext-installment';
  const { id: personId } = await api.made('/people', aPerson());
  const [instrument] = await api.made(`/people/${personId}/payment-instruments`, {
    instrumentType: 'paymentNetwork',
    paymentNetworkName: 'Till',
    isExternal: true,
  });
  const body = { loanTypeId, status: 'originated', atOrigination: { ...agreement, ...agreed } };
  const { id } = await api.made(`/people/${personId}/loans`, body);
  const path = `/people/${personId}/loans/${id}`;
  const act = (action: string, given: object = {}): Promise<Shown> => api.made(`${path}/${action}`, given);
  if (activate) await act('activate');
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
    act,
    read,
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
export async function ledgerOf(life: Life): Promise<Shown[]> {
  const postings: Shown[] = [];
  for (let url: string | null = `${life.path}/ledger?limit=100&sortBy=number`; url !== null; ) {
    const { body }: Answer = await life.api.get(url.replace(/^https?:\/\/[^/]*\/api/, ''));
    postings.push(...body.data);
    url = body.nextUrl;
  }
  const cents = postings.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  assert.equal(cents, 0, 'the ledger adds up to zero');
  return postings;
}
