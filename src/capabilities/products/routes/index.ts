// Every endpoint of products.
import type { Endpoint } from '#platform/http/endpoint.ts';
import { collectionAgencyRoutes } from '../resources/collection-agency.ts';
import { investorRoutes } from '../resources/investor.ts';
import { merchantRoutes } from '../resources/merchant.ts';
import { promoProgramTypeRoutes } from '../resources/promo-program-type.ts';
import { loanTypeRoutes } from './loan-types.ts';
import { rateRoutes } from './rates.ts';

export const productRoutes: readonly Endpoint[] = [
  ...loanTypeRoutes,
  ...rateRoutes,
  ...merchantRoutes,
  ...collectionAgencyRoutes,
  ...investorRoutes,
  ...promoProgramTypeRoutes,
];
