// Files for banks: closed, let go, left with the bank, and awaited.
import type { Part } from '#platform/part.ts';
import { equipped } from '#platform/work/claimed/claimed-work.ts';
import { achSealed } from '../../orders/ach-entries/sealed.ts';
import { achTables } from '../../orders/ach-entries/tables.ts';
import type { OrderParts } from '../../orders/attempts/order-work.ts';
import { awaitingDay } from './awaiting.ts';
import { achFileErrors } from './errors.ts';
import { achFileEvents } from './events.ts';
import { closingDay, tellingDay } from './files-day.ts';
import { achFileRoutes } from './routes.ts';
import { achFileStates } from './states.ts';
import { uploading } from './upload.ts';

export const achFilePart = (parts: OrderParts): Part => ({
  tables: achTables,
  sealed: achSealed,
  errors: { 'Moving money': achFileErrors },
  events: achFileEvents,
  states: [achFileStates],
  routes: achFileRoutes,
  dailySteps: [closingDay(parts), tellingDay(parts), awaitingDay],
  claimed: [equipped(uploading, (tools) => ({ ...tools, ...parts }))],
});
