// Endpoints of promises to pay.
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { loan, loanThatIsThere } from '../lifecycle/loan.ts';
import { loanErrors } from '../loan/errors.ts';
import { promiseStatusChanged } from '../loan/promise-events.ts';
import { promiseErrors } from '../promised/errors.ts';
import { cancelPromise } from './commands/cancel-promise.ts';
import { createPromise } from './commands/create-promise.ts';
import * as example from './examples.ts';
import {
  findPromise,
  listAllPromises,
  listPromises,
  presentPromise,
  promiseList,
  promiseListOfCompany,
} from './plan.ts';
import { ChangedPromisePlan, PromiseCancel, PromiseCreate, PromisePlan } from './schemas.ts';

const all = '/people/{personId}/loans/{loanId}/promise-to-pay-plans';
const one = `${all}/{promiseToPayPlanId}` as const;

const changing = {
  method: 'POST',
  shape: 'single',
  status: 201,
  previews: true,
  answer: ChangedPromisePlan,
  subject: loan,
  emits: [promiseStatusChanged],
} as const;

export const promiseRoutes: Endpoint[] = [
  endpoint({
    name: 'promiseToPayPlans.listOfCompany',
    method: 'GET',
    path: '/promise-to-pay-plans',
    summary: 'List promises to pay',
    description: 'Of the whole company, newest first.',
    permission: 'promise.to.pay.plan:list',
    shape: 'list',
    query: promiseListOfCompany.query,
    answer: PromisePlan,
    example: { answer: example.plan },
    read: async ({ reader, now }, { query }) => listAllPromises(reader, query, await now()),
  }),
  endpoint({
    name: 'promiseToPayPlans.list',
    method: 'GET',
    path: all,
    summary: 'List the promises to pay of a loan',
    permission: 'promise.to.pay.plan:list',
    borrowers: {},
    shape: 'list',
    query: promiseList.query,
    answer: PromisePlan,
    subject: loanThatIsThere,
    example: { answer: example.plan },
    read: async ({ reader, now }, { query }, keys) => listPromises(reader, keys, query, await now()),
  }),
  endpoint({
    name: 'promiseToPayPlans.read',
    method: 'GET',
    path: one,
    summary: 'Read a promise to pay',
    permission: 'promise.to.pay.plan:read',
    borrowers: {},
    shape: 'single',
    answer: PromisePlan,
    subject: loanThatIsThere,
    example: { answer: example.plan },
    read: async ({ reader, now }, { params }, keys) =>
      presentPromise(await findPromise(reader, keys, params.promiseToPayPlanId), await now()),
  }),
  endpoint({
    ...changing,
    name: 'promiseToPayPlans.create',
    path: all,
    summary: 'Record a promise to pay',
    description:
      'Either a schedule, or startDate, frequency, specificDays, duration and amount; never both. No payment is made, and nothing that is owed changes. Payments that are recorded after it and count on its day or later keep it, collected or from outside; service credits do not. A loan has one that is scheduled or active.',
    permission: 'promise.to.pay.plan:create',
    body: PromiseCreate,
    errors: [loanErrors.LoanStatusForbids, promiseErrors.PromiseToPayPlanOpen],
    example: { body: { frequency: 'weekly', duration: 2, amount: 100, graceDays: 2 }, answer: example.made },
    command: (ctx, tx, { body }, held) => createPromise(ctx, tx, held, body),
  }),
  endpoint({
    ...changing,
    name: 'promiseToPayPlans.cancel',
    path: `${one}/cancel`,
    summary: 'Cancel a promise to pay',
    description: 'One that is scheduled or active. Payments do not change it any more.',
    permission: 'promise.to.pay.plan:cancel',
    body: PromiseCancel,
    errors: [promiseErrors.PromiseStatusForbids],
    example: { body: { cancelReason: 'a payment plan was agreed instead' }, answer: example.canceled },
    command: (ctx, tx, { body, params }, held) => cancelPromise(ctx, tx, held, params.promiseToPayPlanId, body),
  }),
];
