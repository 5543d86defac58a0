// The door of cards: the cards with which a line of credit is spent, and who issues them.
import type { Capability } from '#platform/capability.ts';
import { eraseCards } from './erase-cards.ts';
import { cardResources } from './event-resources.ts';
import { cardEvents } from './events.ts';
import { issuerRoutes } from './routes.ts';
import { cardSealed } from './sealed.ts';
import { cardStates, fulfillmentStates } from './states.ts';
import { cardTables } from './tables.ts';

export { cardsByIds } from './card.ts';
export { createCard } from './commands/write-card.ts';
export { cardCreated } from './events.ts';
export type { LineOfPath } from './line.ts';
export { cardRoutes } from './routes.ts';
export { Card, CardInput } from './schemas.ts';

export const cards: Capability = {
  name: 'cards',
  migrations: new URL('./migrations/', import.meta.url),
  tables: cardTables,
  sealed: cardSealed,
  events: cardEvents,
  states: [cardStates, fulfillmentStates],
  resources: cardResources,
  routes: () => issuerRoutes,
  erasing: [eraseCards],
};
