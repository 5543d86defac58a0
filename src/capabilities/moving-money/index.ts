// The door of moving money: consent, orders, and whoever carries them.
import type { Capability } from '#platform/capability.ts';
import { tablesByName } from '#platform/db/define-table.ts';
import { eraseAuthorizations } from './consent/erase-authorizations.ts';
import { consentErrors } from './consent/errors.ts';
import { consentEvents } from './consent/events.ts';
import { consentRoutes } from './consent/routes.ts';
import { consentSealed } from './consent/sealed.ts';
import { paymentAuthorizations } from './consent/tables.ts';

export { authorizationOfCall, authorize } from './consent/authorize.ts';
export { consentErrors } from './consent/errors.ts';
export { AuthorizationInput } from './consent/schemas.ts';
export { validAuthorization } from './consent/valid-authorization.ts';

export { verifying } from './trial-deposits/verifying.ts';

export const movingMoney = (): Capability => ({
  name: 'moving-money',
  migrations: new URL('./migrations/', import.meta.url),
  tables: tablesByName(paymentAuthorizations),
  sealed: consentSealed,
  errors: { 'Moving money': consentErrors },
  events: consentEvents,
  routes: () => consentRoutes,
  erasing: [eraseAuthorizations],
});
