// The door of moving money: orders to move money, who carries them, and what becomes of them. It knows no loan: whoever
// gives orders of a kind hears of them through a taker.
import type { Capability } from '#platform/capability.ts';
import { tablesByName } from '#platform/db/define-table.ts';
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { eraseAttempts } from './attempts/erase-attempts.ts';
import type { OrderParts } from './attempts/order-work.ts';
import { dueOrders, ordersDay } from './attempts/orders-day.ts';
import { ordersJob, resumeOrders } from './attempts/orders-job.ts';
import { attemptStates } from './attempts/states.ts';
import { addSwitch } from './attempts/switch.ts';
import { attemptTables } from './attempts/tables.ts';
import { takeWaiting } from './attempts/take-told.ts';
import type { Takers } from './attempts/taker.ts';
import { carrierById } from './companies-providers/carrier.ts';
import { providerErrors } from './companies-providers/errors.ts';
import { providerEvents } from './companies-providers/events.ts';
import { providerRoutes } from './companies-providers/routes.ts';
import { providersSealed } from './companies-providers/sealed.ts';
import { paymentProviders, paymentProviderWork } from './companies-providers/tables.ts';
import { eraseAuthorizations } from './consent/erase-authorizations.ts';
import { consentErrors } from './consent/errors.ts';
import { consentEvents } from './consent/events.ts';
import { consentRoutes } from './consent/routes.ts';
import { consentSealed } from './consent/sealed.ts';
import { paymentAuthorizations } from './consent/tables.ts';
import { movingMoneySealed } from './sealed.ts';

export { type Attempt, attemptsOf } from './attempts/attempt.ts';
export { giveOrder, type NewOrder, takeOrderBack } from './attempts/give-order.ts';
export type { AttemptState } from './attempts/states.ts';
export type { Ordering, Outcome, Taker, Takers, Taking } from './attempts/taker.ts';
export { type Carrier, carrierById, carrierFor } from './companies-providers/carrier.ts';
export { authorizationOfCall, authorize } from './consent/authorize.ts';
export { consentErrors } from './consent/errors.ts';
export { AuthorizationInput } from './consent/schemas.ts';
export { validAuthorization } from './consent/valid-authorization.ts';
export { type FailureRule, failureRule, reasonOf } from './orders/failure-reasons.ts';
export type { Deed, Entry, OrderSubject, Rail } from './orders/order.ts';

interface Given {
  readonly takers: Takers;
}

export function movingMoney({ takers }: Given): Capability {
  const parts: OrderParts = { takers, carrierById };
  return {
    name: 'moving-money',
    migrations: new URL('./migrations/', import.meta.url),
    tables: { ...attemptTables, ...tablesByName(paymentAuthorizations, paymentProviders, paymentProviderWork) },
    sealed: [...movingMoneySealed, ...consentSealed, ...providersSealed],
    errors: { 'Moving money': { ...consentErrors, ...providerErrors } },
    events: [...consentEvents, ...providerEvents],
    routes: () => [...consentRoutes, ...providerRoutes(async () => false)],
    states: [attemptStates],
    erasing: [eraseAttempts, eraseAuthorizations],
    setUps: [addSwitch],
    dailySteps: [ordersDay(parts)],
    checks: [overdueCheck('orders', dueOrders)],
    jobs: (tools) => [ordersJob({ ...tools, ...parts })],
    chores: (tools) => [resumeOrders({ ...tools, ...parts }), takeWaiting({ ...tools, ...parts })],
  };
}
