// The door of single sign-on: people sign in through an identity provider of their company.
import type { Capability } from '#platform/capability.ts';
import { singleSignOnErrors } from './errors.ts';
import { singleSignOnRoutes } from './routes.ts';
import { singleSignOnSealed } from './sealed.ts';
import { singleSignOnTables } from './tables.ts';

export const singleSignOn: Capability = {
  name: 'single-sign-on',
  migrations: new URL('./migrations/', import.meta.url),
  tables: singleSignOnTables,
  sealed: singleSignOnSealed,
  errors: { 'Single sign-on': singleSignOnErrors },
  routes: singleSignOnRoutes,
  isUndated: true,
  // Requests that nobody answered, assertions that have ended by themselves, networks from which nobody comes any more.
  expiring: [
    { table: 'single_sign_on_requests', column: 'expires_at', keptSeconds: 0 },
    { table: 'single_sign_on_assertions', column: 'expires_at', keptSeconds: 0 },
    { table: 'single_sign_on_networks', column: 'expires_at', keptSeconds: 0 },
  ],
};
