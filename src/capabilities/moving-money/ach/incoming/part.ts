// Files of banks: fetched, kept and read.
import { tablesByName } from '#platform/db/define-table.ts';
import type { Part } from '#platform/part.ts';
import { equipped } from '#platform/work/claimed/claimed-work.ts';
import type { OrderParts } from '../../orders/attempts/order-work.ts';
import { achReadingErrors } from './errors.ts';
import { achReadingEvents } from './events.ts';
import { readingFiles } from './read-job.ts';
import { achReadingRoutes } from './routes.ts';
import { readingStates } from './states.ts';
import { achReadings } from './tables.ts';

export const achReadingPart = (parts: OrderParts): Part => ({
  tables: tablesByName(achReadings),
  errors: { 'Moving money': achReadingErrors },
  events: achReadingEvents,
  states: [readingStates],
  routes: achReadingRoutes,
  claimed: [equipped(readingFiles, (tools) => ({ ...tools, ...parts }))],
});
