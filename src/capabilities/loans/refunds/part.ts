// Refunds.
import type { Part } from '#platform/part.ts';
import { refundErrors } from './errors.ts';
import { refundEvents } from './events.ts';
import { refundRoutes } from './routes.ts';
import { refundStates } from './states.ts';
import { refundTables } from './tables.ts';
import { refundVersions } from './versions.ts';

export const refundPart: Part = {
  tables: refundTables,
  errors: { Refunds: refundErrors },
  events: refundEvents,
  states: [refundStates],
  versions: refundVersions,
  routes: refundRoutes,
};
