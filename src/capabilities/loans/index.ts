// The door of loans: their whole life, and the money that moves them.
import './tables.ts';

export { loanErrors } from './errors.ts';
export { loanResources } from './event-resources.ts';
export { loanEvents } from './events.ts';
export { routes as loanRoutes } from './routes/index.ts';
export { loanTables } from './tables.ts';

export const loanMigrations = new URL('./migrations/', import.meta.url);
