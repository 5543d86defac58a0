// The door of access: companies and API keys.
import type { Capability } from '#platform/capability.ts';
import { authentication } from './authenticate.ts';
import { zonesCheck } from './check-zones.ts';
import { accessErrors, secondPersonErrors } from './errors.ts';
import { accessEvents } from './events.ts';
import { keyRights } from './key-rights.ts';
import { accessRoutes } from './routes.ts';
import { accessSealed } from './sealed.ts';
import { approveByKeyPermission } from './second-person.ts';
import { accessTables } from './tables.ts';

export { mustBeAddresses } from './allowed-addresses.ts';
export { mustBeAnotherThan, whoHolds } from './another.ts';
export { callersRights, mustHandOutOnly, type Rights } from './callers-rights.ts';
export {
  type CompanyName,
  companies,
  companyRow,
  companyToHold,
  createCompany,
  hasKey,
  ownCompany,
  renameCompany,
  timezoneOf,
} from './companies.ts';
export { type Acting, writeControl, writeControlOnce } from './control.ts';
export { accessErrors, secondPersonErrors } from './errors.ts';
export { keyCreated, keyRevoked } from './events.ts';
export { whoAnswersFor } from './hands.ts';
export { addKey, keysHeldBy, listKeys, revokeKey } from './keys.ts';
export { type FirstPersons, mayApprove, mustBeAnother, mustBeNoneOf } from './second-person.ts';

export const access: Capability = {
  name: 'access',
  migrations: new URL('./migrations/', import.meta.url),
  tables: accessTables,
  sealed: accessSealed,
  errors: { 'API keys': accessErrors, 'A second person': secondPersonErrors },
  events: accessEvents,
  routes: accessRoutes,
  permissions: [approveByKeyPermission],
  isUndated: true,
  checks: [zonesCheck],
  callers: (tools) => [
    { credential: 'key', actors: 'key', authentication: authentication(tools), rightsOf: keyRights(tools) },
  ],
};
