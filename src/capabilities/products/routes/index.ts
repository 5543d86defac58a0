// Every endpoint of products.
import type { Endpoint } from '#platform/http/endpoint.ts';
import { loanTypeRoutes } from './loan-types.ts';
import { partnerRoutes } from './partners.ts';
import { rateRoutes } from './rates.ts';

export const productRoutes: readonly Endpoint[] = [...loanTypeRoutes, ...rateRoutes, ...partnerRoutes];
