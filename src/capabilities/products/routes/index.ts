// Every endpoint of products.
import type { Endpoint } from '#platform/http/endpoint.ts';
import type { IndexRateReplay } from '../commands/write-index-rate.ts';
import { investorRoutes } from '../resources/investor.ts';
import { merchantRoutes } from '../resources/merchant.ts';
import { loanTypeRoutes } from './loan-types.ts';
import { rateRoutes } from './rates.ts';

interface Plugs {
  /** What replays loans when index rates of days that have come are changed. */
  readonly replay: IndexRateReplay;
}

export const productRoutes = ({ replay }: Plugs): Endpoint[] => [
  ...loanTypeRoutes,
  ...rateRoutes(replay),
  ...merchantRoutes,
  ...investorRoutes,
];
