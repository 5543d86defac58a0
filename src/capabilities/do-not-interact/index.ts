// The door of do-not-interact: when, how and about what a borrower must not be contacted.
import type { Capability } from '#platform/capability.ts';
import { importOperation } from '#platform/import/run-import.ts';
import { doNotInteractsCheck } from './check-due.ts';
import { doNotInteractsDay } from './ending-day.ts';
import { doNotInteractErrors } from './errors.ts';
import { doNotInteractEvents } from './events.ts';
import { importDoNotInteracts, importRoutes } from './import-past.ts';
import { doNotInteractRoutes } from './routes.ts';
import { doNotInteractTables } from './tables.ts';

export { doNotInteractsByType } from './by-type.ts';
export { askedInBulk, forbidInBulk, releaseInBulk } from './commands/in-bulk.ts';
export { createDoNotInteract } from './commands/write.ts';
export { blocksOfContacted, type ContactBlock } from './contact-blocks.ts';
export { doNotInteractEvents } from './events.ts';
export { DoNotInteractInput } from './schemas.ts';

export const doNotInteract: Capability = {
  name: 'do-not-interact',
  migrations: new URL('./migrations/', import.meta.url),
  tables: doNotInteractTables,
  errors: { 'Do not interact': doNotInteractErrors },
  events: doNotInteractEvents,
  routes: () => [...doNotInteractRoutes, ...importRoutes],
  operations: () => [importOperation(importDoNotInteracts)],
  dailySteps: [doNotInteractsDay],
  checks: [doNotInteractsCheck],
};
