// Endpoints of promises to pay.

import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { loan } from '../lifecycle/loan.ts';
import { readsOfThings } from '../lifecycle/reads-of-things.ts';
import { loanErrors } from '../loan/errors.ts';
import { promiseStatusChanged } from '../loan/promise-events.ts';
import { promiseErrors } from '../promised/errors.ts';
import { promises } from '../promised/tables.ts';
import { cancelPromise } from './commands/cancel-promise.ts';
import { createPromise } from './commands/create-promise.ts';
import * as example from './examples.ts';
import { presentPromise, promiseLists } from './plan.ts';
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
  ...readsOfThings({
    name: 'promiseToPayPlans',
    thing: promises,
    lists: promiseLists,
    one: 'a promise to pay',
    many: 'promises to pay',
    path: 'promise-to-pay-plans',
    isListedForCompany: true,
    areForBorrowers: true,
    permission: 'promise.to.pay.plan',
    answer: PromisePlan,
    example: example.plan,
    show: presentPromise,
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
