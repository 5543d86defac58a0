// The door of instruments: what a borrower pays with.
import './tables.ts';

export { eraseInstruments } from './erase-instruments.ts';
export { instrumentErrors, noProcessor } from './errors.ts';
export { instrumentResources } from './event-resources.ts';
export { instrumentEvents } from './events.ts';
export { findInstrument, type InstrumentInBrief, instrumentNotFound, instrumentsOf } from './instrument.ts';
export { instrumentPermissions, instrumentRoutes } from './routes.ts';
export { type InstrumentStatus, type InstrumentType, instrumentTypes } from './rules/instrument-values.ts';
export { PaymentInstrument } from './schemas.ts';
export { instrumentSealed } from './sealed.ts';
export { instrumentStates } from './states.ts';
export { instrumentTables } from './tables.ts';

export const instrumentMigrations = new URL('./migrations/', import.meta.url);
