// What a person has agreed to pay by, and where no more is taken.
import { tablesByName } from '#platform/db/define-table.ts';
import type { Part } from '#platform/part.ts';
import { eraseAuthorizations } from './erase-authorizations.ts';
import { consentErrors } from './errors.ts';
import { consentEvents } from './events.ts';
import { consentRoutes } from './routes.ts';
import { consentSealed } from './sealed.ts';
import { paymentAuthorizations, stoppedAccounts } from './tables.ts';

export const consentPart: Part = {
  tables: tablesByName(paymentAuthorizations, stoppedAccounts),
  sealed: consentSealed,
  errors: { 'Moving money': consentErrors },
  events: consentEvents,
  routes: consentRoutes,
  erasing: [eraseAuthorizations],
};
