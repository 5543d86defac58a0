// Refunds.
import type { Part } from '#platform/part.ts';
import { refundErrors } from './errors.ts';
import { refundCanceled, refundCreated, refundStates, refundTables } from './refund.ts';
import { refundRoutes } from './routes.ts';
import { refundVersions } from './versions.ts';

export const refundPart: Part = {
  tables: refundTables,
  errors: { Refunds: refundErrors },
  events: [refundCreated, refundCanceled],
  states: [refundStates],
  versions: refundVersions,
  routes: refundRoutes,
};
