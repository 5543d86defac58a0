// The door of interactions: what was said between the company and its borrowers.
import type { Capability } from '#platform/capability.ts';
import { importOperation } from '#platform/import/run-import.ts';
import { eraseInteractions } from './erase-interactions.ts';
import { interactionCreated, interactionUpdated } from './events.ts';
import { importInteractions, importRoutes } from './import-past.ts';
import { interactionOfBorrower, readSensitive } from './interaction.ts';
import { interactionContext } from './interaction-context.ts';
import type { InteractionListener } from './listener.ts';
import { resultEvents, resultRoutes } from './results/index.ts';
import { interactionRoutes } from './routes.ts';
import { interactionSealed } from './sealed.ts';
import { interactionStates } from './states.ts';
import { interactionTables } from './tables.ts';
import { interactionViews } from './views.ts';

export { nothingReported } from './checked.ts';
export { insertInteraction } from './commands/record.ts';
export { endEachOfErased, endOfErased, reportOfErased } from './commands/report-of-erased.ts';
export { reportInteraction } from './commands/update.ts';
export {
  type CountedInteraction,
  type CountedVersion,
  interactionsNamed,
  interactionsOfContacted,
  onceToCome,
  versionsOfContacted,
} from './contact-history.ts';
export { interactionCreated, interactionUpdated } from './events.ts';
export {
  findInteraction,
  interactionOfPath,
  messagesBefore,
  readInteraction,
  readSensitive,
  showInteraction,
} from './interaction.ts';
export type { InteractionListener } from './listener.ts';
export { overdueNoticesSent } from './overdue-notices.ts';
export { reachedBy } from './rules/channels.ts';
export { impliedTheme, isOffer, offerProblems, subjectNow, themeOf } from './rules/themes.ts';
export { scheduledInteractions } from './scheduled.ts';
export { Interaction } from './schemas.ts';
export type { InteractionRow } from './tables.ts';

interface Beside {
  /** What later capabilities do in the commit that records an interaction. */
  readonly listeners: readonly InteractionListener[];
}

export const interactions = ({ listeners }: Beside): Capability => ({
  name: 'interactions',
  migrations: new URL('./migrations/', import.meta.url),
  tables: interactionTables,
  views: interactionViews,
  sealed: interactionSealed,
  events: [interactionCreated, interactionUpdated, ...resultEvents],
  states: [interactionStates],
  contexts: [interactionContext],
  permissions: [readSensitive],
  resolvers: { interaction: interactionOfBorrower },
  routes: () => [...interactionRoutes(listeners), ...resultRoutes, ...importRoutes],
  operations: () => [importOperation(importInteractions)],
  erasing: [eraseInteractions],
});
