// The same calls with a client that was generated whole.
import { client } from './client/client.gen.ts';
import { eventsList, loansActivate, loansCreate, peopleCreate, transactionsCreate } from './client/sdk.gen.ts';
import type { LoanCreate, PaymentAppliedEvent } from './client/types.gen.ts';

const { TENOR_URL: url, TENOR_API_KEY: key = '' } = process.env;
client.setConfig({ baseUrl: `${url}/api`, auth: () => key, headers: { 'API-Version': '2026-08-04' } });
const throwOnError = true;

const terms: LoanCreate = {
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

const person = (await peopleCreate({ throwOnError, body: { name: { firstName: 'Ada', lastName: 'Lovelace' } } })).data
  .data;
const loan = (await loansCreate({ throwOnError, path: { personId: person.id }, body: terms })).data.data;
const path = { personId: person.id, loanId: loan.id };
const active = (await loansActivate({ throwOnError, path, body: {} })).data.data;
const payment = await transactionsCreate({
  throwOnError,
  path,
  body: { type: 'oneTime', isExternal: true, amount: 10.1 },
});
const events = await eventsList({ throwOnError, query: { personId: person.id, limit: 100 } });
const { error } = await peopleCreate({ body: { borrowerType: 'person' } });

/** What a receiver of webhooks would read. */
const shown = (event: PaymentAppliedEvent): [string, number | undefined] => [
  event.eventType,
  event.transaction?.actualAmount,
];

console.log(
  JSON.stringify({
    firstName: person.name?.firstName,
    status: loan.status,
    payments: active.schedule.length,
    paid: payment.data.data.actualAmount,
    paymentStatus: payment.data.data.status,
    events: events.data.data.map(({ eventType }) => eventType),
    refused: [error?.errorType, error?.status, typeof shown],
  }),
);
