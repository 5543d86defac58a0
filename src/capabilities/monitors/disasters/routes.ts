// Endpoints of declared disasters, and of what places a home in a county.
import type { Endpoint } from '#platform/http/endpoint.ts';
import { bringRoute } from './bring-declarations.ts';
import { femaDisaster, femaDisasterDetail } from './disaster.ts';
import { zipCountyRoutes } from './zip-counties.ts';

export const disasterRoutes: readonly Endpoint[] = [
  ...femaDisaster.endpoints(),
  ...femaDisasterDetail.endpoints(),
  bringRoute,
  ...zipCountyRoutes,
];
