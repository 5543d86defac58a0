// A client of our own over the types alone.
import type { components, operations, webhooks } from './types.ts';

type Name = keyof operations;
type Json<Part> = Part extends { content: { 'application/json': infer Body } } ? Body : never;
type Body<N extends Name> = operations[N] extends { requestBody?: infer Sent } ? Json<NonNullable<Sent>> : never;
type Answer<N extends Name> = Json<operations[N]['responses'][Extract<keyof operations[N]['responses'], 200 | 201>]>;
type Refusal = Json<operations['people.create']['responses'][400]>;

const { TENOR_URL: url, TENOR_API_KEY: key = '' } = process.env;

async function send<N extends Name>(method: string, path: string, body?: Body<N>): Promise<Answer<N> | Refusal> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'X-API-KEY': key, 'API-Version': '2026-08-04', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Answer<N> | Refusal;
}

async function call<N extends Name>(method: string, path: string, body?: Body<N>): Promise<Answer<N>> {
  const answer = await send<N>(method, path, body);
  if (answer !== null && typeof answer === 'object' && 'errorType' in answer) throw new Error(JSON.stringify(answer));
  return answer;
}

const terms: components['schemas']['LoanCreate'] = {
  loanTypeId: 'ext-installment',
  status: 'originated',
  atOrigination: {
    amountFinanced: 1200,
    interestRates: [{ rate: 0.0999 }],
    paymentFrequency: 'monthly',
    specificDays: [15],
    duration: 6,
  },
};

const { data: person } = await call<'people.create'>('POST', '/people', {
  name: { firstName: 'Ada', lastName: 'Lovelace' },
});
const { data: loan } = await call<'loans.create'>('POST', `/people/${person.id}/loans`, terms);
const path = `/people/${person.id}/loans/${loan.id}`;
const { data: active } = await call<'loans.activate'>('POST', `${path}/activate`, {});
const payment = await call<'transactions.create'>('POST', `${path}/transactions`, {
  type: 'oneTime',
  isExternal: true,
  amount: 10.1,
});
const events = await call<'events.list'>('GET', `/events?personId=${person.id}&limit=100`);
const refused = await send<'people.create'>('POST', '/people', { borrowerType: 'person' });

/** What a receiver of webhooks would read. */
type Applied = Json<NonNullable<webhooks['payment.applied']['post']['requestBody']>>;
const shown = (event: Applied): [string, number | undefined] => [event.eventType, event.transaction?.actualAmount];

console.log(
  JSON.stringify({
    firstName: person.name?.firstName,
    status: loan.status,
    payments: active.schedule.length,
    paid: payment.data.actualAmount,
    paymentStatus: payment.data.status,
    events: events.data.map(({ eventType }) => eventType),
    refused: 'errorType' in refused ? [refused.errorType, refused.status, typeof shown] : [],
  }),
);
