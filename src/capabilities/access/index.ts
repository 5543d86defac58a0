// The door of access: companies and API keys.
import './tables.ts';

export { type Authentication, authentication } from './authenticate.ts';
export { zonesCheck } from './check-zones.ts';
export {
  type Birth,
  type CompanyMaker,
  companyIds,
  createCompany,
  hasKey,
  type MadeCompany,
  ownCompany,
} from './companies.ts';
export { accessErrors } from './errors.ts';
export { accessEvents, keyCreated, keyRevoked } from './events.ts';
export { keyRights } from './key-rights.ts';
export { addKey, listKeys, readKey, revokeKey } from './keys.ts';
export { accessRoutes } from './routes.ts';
export { accessSealed } from './sealed.ts';
export { accessTables } from './tables.ts';

export const accessMigrations = new URL('./migrations/', import.meta.url);
