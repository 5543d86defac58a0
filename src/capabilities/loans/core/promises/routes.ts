// Endpoints of promises to pay.

import type { Endpoint } from '#platform/http/endpoint.ts';
import { commandsOfThing } from '../lifecycle/endpoints-of-thing.ts';
import { readsOfThings } from '../lifecycle/reads-of-things.ts';
import { loanErrors } from '../loan/errors.ts';
import { promiseErrors } from './base/errors.ts';
import { promiseStatusChanged } from './base/events.ts';
import { promiseLists, promises } from './base/promise.ts';
import { cancelPromise } from './commands/cancel-promise.ts';
import { createPromise } from './commands/create-promise.ts';
import { presentPromise } from './plan.ts';
import { ChangedPromisePlan, PromiseCancel, PromiseCreate } from './schemas.ts';

const named = {
  thing: promises,
  name: 'promiseToPayPlans',
  path: 'promise-to-pay-plans',
  permission: 'promise.to.pay.plan',
};
const { make, change } = commandsOfThing({ ...named, answer: ChangedPromisePlan });

export const promiseRoutes: Endpoint[] = [
  ...readsOfThings({
    ...named,
    lists: promiseLists,
    one: 'a promise to pay',
    many: 'promises to pay',
    isListedForCompany: true,
    areForBorrowers: true,
    answer: promises.schema,
    show: presentPromise,
  }),
  make({
    summary: 'Record a promise to pay',
    description:
      'Either a schedule, or startDate, frequency, specificDays, duration and amount; never both. No payment is made, and nothing that is owed changes. Payments that are recorded after it and count on its day or later keep it, collected or from outside; service credits do not. A loan has one that is scheduled or active.',
    body: PromiseCreate,
    errors: [loanErrors.LoanStatusForbids, promiseErrors.PromiseToPayPlanOpen],
    example: { body: { frequency: 'weekly', duration: 2, amount: 100, graceDays: 2 } },
    emits: [promiseStatusChanged],
    run: createPromise,
  }),
  change('cancel', {
    summary: 'Cancel a promise to pay',
    description: 'One that is scheduled or active. Payments do not change it any more.',
    body: PromiseCancel,
    errors: [promiseErrors.PromiseStatusForbids],
    example: { body: { cancelReason: 'a payment plan was agreed instead' } },
    emits: [promiseStatusChanged],
    run: cancelPromise,
  }),
];
