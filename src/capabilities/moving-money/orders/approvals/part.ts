// Money out that waits for a second person.
import { tablesByName } from '#platform/db/define-table.ts';
import type { Part } from '#platform/part.ts';
import type { OrderParts } from '../attempts/order-work.ts';
import type { Takers } from '../attempts/taker.ts';
import { approvalsDay } from './approvals-day.ts';
import { eraseApprovals } from './erase-approvals.ts';
import { approvalErrors } from './errors.ts';
import { approvalEvents } from './events.ts';
import { approvalRoutes } from './routes.ts';
import { approvalStates } from './states.ts';
import { paymentApprovals } from './tables.ts';

/** `takers`: those of other capabilities, which alone give orders that wait. */
export const approvalPart = (parts: OrderParts, takers: Takers): Part => ({
  tables: tablesByName(paymentApprovals),
  errors: { 'Moving money': approvalErrors },
  events: approvalEvents,
  states: [approvalStates],
  routes: (whole) => approvalRoutes(takers, whole),
  erasing: [eraseApprovals],
  dailySteps: [approvalsDay(parts)],
});
