// The tools of background work of moving money, for a test that calls a worker by hand.
import { takers } from '#app/capabilities.ts';
import type { OrderTools } from '#capabilities/moving-money/orders/attempts/order-work.ts';
import { carrierById } from '#capabilities/moving-money/orders/companies-providers/carrier.ts';
import { makeLog } from '#platform/log.ts';
import type { House } from './house.ts';

export const movingMoneyTools = ({ service: { database, vault, clock, position } }: House): OrderTools => ({
  database,
  vault,
  clock,
  position,
  settings: { webhookDevHosts: new Set() },
  log: makeLog('silent'),
  takers,
  carrierById,
});
