// Orders on their way.
import type { WorkTools } from '#platform/capability.ts';
import type { Part } from '#platform/part.ts';
import { eraseAttempts } from './erase-attempts.ts';
import type { OrderParts } from './order-work.ts';
import { ordersDay } from './orders-day.ts';
import { ordersJob, resumeOrders } from './orders-job.ts';
import { takeWaiting } from './receive-report.ts';
import { attemptsSealed } from './sealed.ts';
import { attemptStates } from './states.ts';
import { addSwitch } from './switch.ts';
import { attemptTables } from './tables.ts';
import { addTurns } from './turn.ts';

export function attemptPart(parts: OrderParts): Part {
  const ordering = (tools: WorkTools) => ({ ...tools, ...parts });
  return {
    tables: attemptTables,
    sealed: attemptsSealed,
    states: [attemptStates],
    setUps: [addSwitch, addTurns],
    erasing: [eraseAttempts],
    // What has moved an order is seen from its state, also without the message that said so.
    expiring: [{ table: 'provider_messages', column: 'position', keptSeconds: 2 * 366 * 86_400 }],
    dailySteps: [ordersDay(parts)],
    jobs: (tools) => [ordersJob(ordering(tools), tools.newPace())],
    chores: (tools) => [resumeOrders(ordering(tools)), takeWaiting(ordering(tools))],
  };
}
