// The door of moving money: consent, orders, and whoever carries them.
import type { Capability, WorkTools } from '#platform/capability.ts';
import { tablesByName } from '#platform/db/define-table.ts';
import { providerErrors } from './companies-providers/errors.ts';
import { providerEvents } from './companies-providers/events.ts';
import { providerRoutes } from './companies-providers/routes.ts';
import { providersSealed } from './companies-providers/sealed.ts';
import { paymentProviders, paymentProviderWork } from './companies-providers/tables.ts';
import type { HasOpenOrders } from './companies-providers/write-provider.ts';
import { eraseAuthorizations } from './consent/erase-authorizations.ts';
import { consentErrors } from './consent/errors.ts';
import { consentEvents } from './consent/events.ts';
import { consentRoutes } from './consent/routes.ts';
import { consentSealed } from './consent/sealed.ts';
import { paymentAuthorizations } from './consent/tables.ts';
import { askingForNews, newsJob } from './notices/ask-for-news.ts';
import { carriersCheck } from './notices/check-carriers.ts';
import { noticeErrors } from './notices/errors.ts';
import { noticeRoutes } from './notices/routes.ts';
import { noticesSealed } from './notices/sealed.ts';
import { paymentNotices } from './notices/tables.ts';
import { type NoticeTools, resumeNotices, takingNotices } from './notices/take-notices.ts';

export { type Carrier, carrierById, carrierFor } from './companies-providers/carrier.ts';
export { authorizationOfCall, authorize } from './consent/authorize.ts';
export { consentErrors } from './consent/errors.ts';
export { AuthorizationInput } from './consent/schemas.ts';
export { validAuthorization } from './consent/valid-authorization.ts';

/** Until orders are given nobody has any. */
const hasOpenOrders: HasOpenOrders = async () => false;

/** Until there are attempts nobody hears what is told. */
const hearing = (tools: WorkTools): NoticeTools => ({
  ...tools,
  takeTold: async () => {
    throw new Error('Nobody hears what providers tell yet.');
  },
});

export const movingMoney = (): Capability => ({
  name: 'moving-money',
  migrations: new URL('./migrations/', import.meta.url),
  tables: tablesByName(paymentAuthorizations, paymentProviders, paymentProviderWork, paymentNotices),
  sealed: [...consentSealed, ...providersSealed, ...noticesSealed],
  errors: { 'Moving money': { ...consentErrors, ...providerErrors, ...noticeErrors } },
  events: [...consentEvents, ...providerEvents],
  routes: () => [...consentRoutes, ...providerRoutes(hasOpenOrders), ...noticeRoutes],
  jobs: (tools) => [takingNotices(hearing(tools)), newsJob(hearing(tools))],
  chores: (tools) => [resumeNotices(hearing(tools)), askingForNews(hearing(tools))],
  checks: [carriersCheck],
  expiring: [{ table: 'payment_notices', column: 'received_at', keptSeconds: 180 * 86_400 }],
  erasing: [eraseAuthorizations],
});
