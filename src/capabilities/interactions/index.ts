// The door of interactions: what was said between the company and its borrowers.
import type { Capability } from '#platform/capability.ts';
import { importOperation } from '#platform/import/run-import.ts';
import { eraseInteractions } from './erase-interactions.ts';
import { interactionCreated, interactionUpdated } from './events.ts';
import { importInteractions, importRoutes } from './import-past.ts';
import { interactionOfBorrower, readSensitive } from './interaction.ts';
import { resultEvents, resultRoutes } from './results/index.ts';
import { interactionRoutes } from './routes.ts';
import { interactionSealed } from './sealed.ts';
import { interactionStates } from './states.ts';
import { interactionTables } from './tables.ts';

export { themes } from './rules/themes.ts';
export { scheduledInteractions } from './scheduled.ts';

export const interactions: Capability = {
  name: 'interactions',
  migrations: new URL('./migrations/', import.meta.url),
  tables: interactionTables,
  sealed: interactionSealed,
  events: [interactionCreated, interactionUpdated, ...resultEvents],
  states: [interactionStates],
  permissions: [readSensitive],
  resolvers: { interaction: interactionOfBorrower },
  routes: () => [...interactionRoutes, ...resultRoutes, ...importRoutes],
  operations: () => [importOperation(importInteractions)],
  erasing: [eraseInteractions],
};
