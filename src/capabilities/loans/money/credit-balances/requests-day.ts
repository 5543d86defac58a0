// The day of requests for credits: only open ones, and those whose money may still come back, are looked at.

import { approvalRequested } from '#capabilities/moving-money/index.ts';
import { dayOfThings } from '../../core/day/things-day.ts';
import { transactionEvents } from '../../core/transactions/events.ts';
import { dueRequests } from './due.ts';
import { creditBalanceEvents } from './events.ts';
import { bringRequest } from './fulfil-request.ts';
import { creditRequests } from './request.ts';

export const requestsDay = dayOfThings({
  name: 'credit requests',
  due: dueRequests,
  emits: [...transactionEvents, ...creditBalanceEvents, approvalRequested],
  together: 10,
  async bring(ctx, tx, held, place) {
    const row = await creditRequests.withId(tx, place.person_id, place.id);
    // Somebody was quicker.
    if (row?.look_at == null || row.look_at > ctx.now) return;
    creditRequests.write(tx, await bringRequest(ctx, tx, held, row));
  },
});
