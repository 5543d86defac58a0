// Obligations, fees, rates and promo programs of a loan.
import type { Part } from '#platform/part.ts';
import { promoRoutes } from './promo-routes.ts';
import { chargeRoutes } from './routes.ts';
import { obligationVersions } from './versions.ts';

export const chargePart: Part = {
  routes: [...chargeRoutes, ...promoRoutes],
  versions: obligationVersions,
};
