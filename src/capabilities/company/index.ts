// The door of the company: what it sets for its mode, and what of it anybody may see.
import type { Capability } from '#platform/capability.ts';
import { companyErrors } from './errors.ts';
import { companyUpdated } from './events.ts';
import { keepDomains } from './keep-domains.ts';
import { companyOrigins } from './origins.ts';
import { companyRoutes } from './routes.ts';
import { companyTables } from './tables.ts';

export { realmOfDomain } from './bootstrap.ts';
export { companyUpdated } from './events.ts';
export { authorizationChannels, type Settings, whatBecomes } from './schemas.ts';
export {
  domainsOf,
  languageOf,
  pagesOf,
  setSingleSignOn,
  settingsOf,
  settingsRow,
  storedSettings,
} from './settings.ts';
export { themes } from './themes.ts';

export const company: Capability = {
  name: 'company',
  migrations: new URL('./migrations/', import.meta.url),
  tables: companyTables,
  errors: { Companies: companyErrors },
  events: [companyUpdated],
  routes: () => companyRoutes,
  isUndated: true,
  chores: (tools) => [keepDomains(tools)],
  origins: companyOrigins,
};
