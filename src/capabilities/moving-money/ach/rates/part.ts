// How many debits come back.
import type { Part } from '#platform/part.ts';
import { returnRateChanged } from './events.ts';
import { achRateRoutes } from './routes.ts';
import { achRateTables } from './tables.ts';

export const achRatePart: Part = { tables: achRateTables, events: [returnRateChanged], routes: achRateRoutes };
